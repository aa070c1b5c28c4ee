/** Iota for recursors, with K and eta for structures on the major premise, and the two rules of quotients. */
import type { KernelContext } from '../context.ts'
import type { InductiveConstant, QuotientKind, RecursorConstant } from '../environment.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import type { TypeJudge } from './judge.ts'
import type { Literals } from './literals.ts'

/** Where `Quot.lift f h q` and `Quot.ind f q` have their function and their quotient. */
const QUOTIENT_ARGUMENTS = { lift: { fn: 3, major: 5 }, ind: { fn: 3, major: 4 } } as const

export class Eliminators {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #literals: Literals
  readonly #quotMk: Name

  constructor(context: KernelContext, judge: TypeJudge, literals: Literals) {
    this.#context = context
    this.#judge = judge
    this.#literals = literals
    this.#quotMk = context.names.of('Quot.mk')
  }

  recursor(rec: RecursorConstant, head: Expr, e: Expr): Expr {
    const { exprs } = this.#context
    const args = this.#context.args(e)
    const before = rec.numParams + rec.numMotives + rec.numMinors
    const at = before + rec.numIndices
    const premise = args[at]
    if (premise === undefined) return NO_EXPR
    const major = this.#major(rec, premise)
    const ctor = this.#context.head(major)
    if (exprs.kind(ctor) !== KIND.const) return NO_EXPR
    const rule = rec.rules.find((candidate) => candidate.ctor === exprs.a(ctor))
    const levels = this.#context.levelsOf(head)
    if (!rule || levels.length !== rec.levelParams.length) return NO_EXPR
    const fields = this.#context.args(major)
    if (fields.length < rule.fields) return NO_EXPR
    const rhs = this.#context.ruleOf(rec, rule, head)
    const values = [
      ...args.slice(0, before),
      ...fields.slice(fields.length - rule.fields),
      ...args.slice(at + 1),
    ]
    return this.#context.beta(rhs, values)
  }

  quotient(kind: QuotientKind, e: Expr): Expr {
    if (kind !== 'lift' && kind !== 'ind') return NO_EXPR
    if (!this.#context.env.hasQuotients) return NO_EXPR
    const { exprs } = this.#context
    const { fn, major } = QUOTIENT_ARGUMENTS[kind]
    const args = this.#context.args(e)
    const quotient = args[major]
    if (quotient === undefined) return NO_EXPR
    const made = this.#judge.whnf(quotient)
    if (!this.#context.isConst(this.#context.head(made), this.#quotMk)) return NO_EXPR
    const parts = this.#context.args(made)
    if (parts.length !== 3) return NO_EXPR
    return exprs.apps(exprs.app(args[fn] as Expr, parts[2] as Expr), args, major + 1)
  }

  /** The major premise as a constructor application, if it can be had. */
  #major(rec: RecursorConstant, premise: Expr): Expr {
    const { exprs, env } = this.#context
    const inductive = env.inductive(rec.induct)
    if (!inductive) return premise
    let major = premise
    if (rec.k) {
      const constructed = this.#constructorByK(inductive, premise)
      if (constructed !== NO_EXPR) major = constructed
    }
    major = this.#judge.whnf(major)
    if (exprs.kind(major) === KIND.nat) return this.#literals.natToConstructor(major)
    if (exprs.kind(major) === KIND.str) major = this.#judge.whnf(this.#literals.stringToList(major))
    return this.#constructorByEta(inductive, major)
  }

  /** K: a proof of `I params indices` is the constructor, if the constructor has that type. */
  #constructorByK(inductive: InductiveConstant, proof: Expr): Expr {
    const { exprs } = this.#context
    const type = this.#judge.whnf(this.#judge.infer(proof))
    const head = this.#context.head(type)
    if (!this.#context.isConst(head, inductive.name)) return NO_EXPR
    const args = this.#context.args(type)
    if (args.length < inductive.numParams) return NO_EXPR
    const ctor = exprs.const(inductive.ctors[0] as Name, exprs.b(head))
    const constructed = exprs.apps(ctor, args.slice(0, inductive.numParams))
    return this.#judge.isDefEq(type, this.#judge.infer(constructed)) ? constructed : NO_EXPR
  }

  /** Eta for structures: `s` is the constructor applied to the projections of `s`. Not for proofs. */
  #constructorByEta(inductive: InductiveConstant, e: Expr): Expr {
    const { exprs, env } = this.#context
    const ctor = env.structure(inductive.name)
    if (!ctor || this.#context.headConstant(e)?.kind === 'constructor') return e
    const type = this.#judge.whnf(this.#judge.infer(e))
    const head = this.#context.head(type)
    if (!this.#context.isConst(head, inductive.name) || this.#judge.isProp(type)) return e
    const params = this.#context.args(type).slice(0, ctor.numParams)
    const fields = Array.from({ length: ctor.numFields }, (_, i) => exprs.proj(inductive.name, i, e))
    return exprs.apps(exprs.apps(exprs.const(ctor.name, exprs.b(head)), params), fields)
  }
}
