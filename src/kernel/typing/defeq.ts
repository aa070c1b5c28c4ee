/**
 * Definitional equality.
 *
 * What was decided for a pair is remembered for that pair alone: equality as it is decided here is not transitive, and
 * closing it under transitivity would make verdicts depend on the order of the questions (lean4#14806).
 */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { PairMap } from '../terms/pair-map.ts'
import type { Arithmetic } from './arithmetic.ts'
import type { Eta } from './eta.ts'
import type { TypeJudge } from './judge.ts'
import type { DeltaStep, LazyDelta } from './lazy-delta.ts'
import type { Literals } from './literals.ts'

const NO = 0
const YES = 1

export class Equality {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #literals: Literals
  readonly #arithmetic: Arithmetic
  readonly #eta: Eta
  readonly #delta: LazyDelta
  readonly #known = new PairMap(1 << 12)
  readonly #true: Name

  constructor(
    context: KernelContext,
    judge: TypeJudge,
    parts: { literals: Literals; arithmetic: Arithmetic; eta: Eta; delta: LazyDelta },
  ) {
    this.#context = context
    this.#judge = judge
    this.#literals = parts.literals
    this.#arithmetic = parts.arithmetic
    this.#eta = parts.eta
    this.#delta = parts.delta
    this.#true = context.names.of('Bool.true')
  }

  clear(): void {
    this.#known.clear()
  }

  isDefEq(a: Expr, b: Expr): boolean {
    if (a === b) return true
    const quick = this.#quick(a, b)
    if (quick !== undefined) return quick
    const [low, high] = a < b ? [a, b] : [b, a]
    const known = this.#known.get(low, high)
    if (known >= 0) return known === YES
    const result = this.#decide(a, b)
    this.#known.set(low, high, result ? YES : NO)
    return result
  }

  /** What can be told from the two terms as they stand. */
  #quick(a: Expr, b: Expr): boolean | undefined {
    if (a === b) return true
    const { exprs, order } = this.#context
    const kind = exprs.kind(a)
    if (kind !== exprs.kind(b)) return undefined
    switch (kind) {
      case KIND.sort:
        return order.equal(exprs.a(a), exprs.a(b))
      case KIND.nat:
      case KIND.str:
        return false
      case KIND.lam:
      case KIND.pi:
        return this.#binders(a, b, kind)
      default:
        return undefined
    }
  }

  /** Binders of one kind, one after the other: domains first, then the bodies for the same variables. */
  #binders(a: Expr, b: Expr, kind: number): boolean {
    const { exprs, subst } = this.#context
    const depth = this.#context.depth
    const variables: Expr[] = []
    let [x, y] = [a, b]
    while (exprs.kind(x) === kind && exprs.kind(y) === kind) {
      const domain = subst.instantiate(exprs.a(x), variables)
      if (exprs.a(x) !== exprs.a(y) && !this.isDefEq(domain, subst.instantiate(exprs.a(y), variables))) {
        this.#context.depth = depth
        return false
      }
      variables.push(this.#context.open(domain, NO_EXPR, exprs.note(x)))
      x = exprs.b(x)
      y = exprs.b(y)
    }
    const result = this.isDefEq(subst.instantiate(x, variables), subst.instantiate(y, variables))
    this.#context.depth = depth
    return result
  }

  #decide(a: Expr, b: Expr): boolean {
    const { exprs } = this.#context
    this.#context.budget.step()
    // Decision procedures ask whether a closed term computes to true.
    if (this.#context.isConst(b, this.#true) && !exprs.hasFree(a) && this.#judge.whnf(a) === b) return true
    if (this.#context.isConst(a, this.#true) && !exprs.hasFree(b) && this.#judge.whnf(b) === a) return true

    const x = this.#judge.whnfCore(a, true)
    const y = this.#judge.whnfCore(b, true)
    if (x !== a || y !== b) {
      const quick = this.#quick(x, y)
      if (quick !== undefined) return quick
    }
    const irrelevant = this.#proofIrrelevance(x, y)
    if (irrelevant !== undefined) return irrelevant

    const step = this.#unfold(x, y)
    if (step.kind === 'decided') return step.equal
    return this.#stuck(step.a, step.b)
  }

  /** Two proofs are equal if they prove the same proposition. */
  #proofIrrelevance(a: Expr, b: Expr): boolean | undefined {
    const type = this.#judge.infer(a)
    if (!this.#judge.isProp(type)) return undefined
    return this.isDefEq(type, this.#judge.infer(b))
  }

  /** Lazy delta: unfolds what is higher up, until the terms agree or nothing unfolds. */
  #unfold(a: Expr, b: Expr): DeltaStep {
    let [x, y] = [a, b]
    for (;;) {
      this.#context.budget.step()
      const offset = this.#offsets(x, y)
      if (offset !== undefined) return { kind: 'decided', equal: offset }
      if (!this.#context.exprs.hasFree(x) && !this.#context.exprs.hasFree(y)) {
        const left = this.#arithmetic.reduce(x)
        if (left !== NO_EXPR) return { kind: 'decided', equal: this.isDefEq(left, y) }
        const right = this.#arithmetic.reduce(y)
        if (right !== NO_EXPR) return { kind: 'decided', equal: this.isDefEq(x, right) }
      }
      const step = this.#delta.step(x, y)
      if (step.kind !== 'again') return step
      x = step.a
      y = step.b
      const quick = this.#quick(x, y)
      if (quick !== undefined) return { kind: 'decided', equal: quick }
    }
  }

  /** Numbers and successors, compared from the outside in. */
  #offsets(a: Expr, b: Expr): boolean | undefined {
    if (this.#isZero(a) && this.#isZero(b)) return true
    const { exprs } = this.#context
    if (exprs.kind(a) === KIND.nat && exprs.kind(b) === KIND.nat) return a === b
    const x = this.#predecessor(a)
    if (x === NO_EXPR) return undefined
    const y = this.#predecessor(b)
    return y === NO_EXPR ? undefined : this.isDefEq(x, y)
  }

  #isZero(e: Expr): boolean {
    const { exprs } = this.#context
    return e === this.#literals.zero || (exprs.kind(e) === KIND.nat && exprs.natural(e) === 0n)
  }

  #predecessor(e: Expr): Expr {
    const { exprs } = this.#context
    if (exprs.kind(e) === KIND.nat) {
      const n = exprs.natural(e)
      return n === 0n ? NO_EXPR : exprs.nat(n - 1n)
    }
    return exprs.kind(e) === KIND.app && exprs.a(e) === this.#literals.succ ? exprs.b(e) : NO_EXPR
  }

  /** Nothing unfolds at the head: congruence, what cheap reduction left alone, eta, literals. */
  #stuck(a: Expr, b: Expr): boolean {
    const { exprs, order } = this.#context
    if (exprs.kind(a) === KIND.const && exprs.kind(b) === KIND.const && exprs.a(a) === exprs.a(b)) {
      if (order.equalLists(this.#context.levelsOf(a), this.#context.levelsOf(b))) return true
    }
    if (
      exprs.kind(a) === KIND.proj &&
      exprs.kind(b) === KIND.proj &&
      exprs.a(a) === exprs.a(b) &&
      exprs.b(a) === exprs.b(b) &&
      this.isDefEq(exprs.c(a), exprs.c(b))
    )
      return true
    const x = this.#judge.whnfCore(a)
    const y = this.#judge.whnfCore(b)
    if (x !== a || y !== b) return this.isDefEq(x, y)
    return (
      this.applications(a, b) ||
      this.#eta.functions(a, b) ||
      this.#eta.structures(a, b) ||
      this.#strings(a, b) ||
      this.#eta.units(a, b)
    )
  }

  /** Congruence: heads and arguments agree one by one. */
  applications(a: Expr, b: Expr): boolean {
    const { exprs } = this.#context
    if (exprs.kind(a) !== KIND.app || exprs.kind(b) !== KIND.app) return false
    if (this.#context.arity(a) !== this.#context.arity(b)) return false
    return this.isDefEq(this.#context.head(a), this.#context.head(b)) && this.arguments(a, b)
  }

  arguments(a: Expr, b: Expr): boolean {
    const [x, y] = [this.#context.args(a), this.#context.args(b)]
    return x.length === y.length && x.every((arg, i) => this.isDefEq(arg, y[i] as Expr))
  }

  #strings(a: Expr, b: Expr): boolean {
    const { exprs } = this.#context
    if (exprs.kind(a) === KIND.str && this.#literals.isStringMade(b))
      return this.isDefEq(this.#literals.stringToList(a), b)
    if (exprs.kind(b) === KIND.str && this.#literals.isStringMade(a))
      return this.isDefEq(a, this.#literals.stringToList(b))
    return false
  }
}
