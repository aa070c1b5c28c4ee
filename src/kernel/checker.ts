/** The judgements, put together. One checker serves one environment, declaration after declaration. */
import { KernelBudget } from './budget.ts'
import { KernelContext } from './context.ts'
import type { Expr } from './terms/exprs.ts'
import { Arithmetic } from './typing/arithmetic.ts'
import { Equality } from './typing/defeq.ts'
import { Eliminators } from './typing/eliminators.ts'
import { Eta } from './typing/eta.ts'
import { Inference } from './typing/infer.ts'
import type { TypeJudge } from './typing/judge.ts'
import { SpecifiedFunctions } from './typing/known-functions.ts'
import { LazyDelta } from './typing/lazy-delta.ts'
import { Literals } from './typing/literals.ts'
import { Reducer } from './typing/reduce.ts'

export class TypeChecker implements TypeJudge {
  readonly context: KernelContext
  readonly arithmetic: Arithmetic
  readonly functions: SpecifiedFunctions
  readonly #reducer: Reducer
  readonly #inference: Inference
  readonly #equality: Equality
  readonly #delta: LazyDelta

  constructor(budget = new KernelBudget()) {
    const context = new KernelContext(budget)
    this.context = context
    const literals = new Literals(context)
    this.functions = new SpecifiedFunctions(context, this, literals)
    this.arithmetic = new Arithmetic(context, this, literals, this.functions)
    this.#reducer = new Reducer(context, literals, new Eliminators(context, this, literals), this.arithmetic)
    this.#inference = new Inference(context, this, literals)
    this.#delta = new LazyDelta(context, this, this.#reducer)
    this.#equality = new Equality(context, this, {
      literals,
      arithmetic: this.arithmetic,
      eta: new Eta(context, this),
      delta: this.#delta,
    })
  }

  whnf(e: Expr): Expr {
    return this.#reducer.whnf(e)
  }

  whnfCore(e: Expr, cheap = false): Expr {
    return this.#reducer.whnfCore(e, cheap)
  }

  unfold(e: Expr): Expr {
    return this.#reducer.unfold(e)
  }

  infer(e: Expr): Expr {
    return this.#inference.infer(e)
  }

  check(e: Expr): Expr {
    return this.#inference.check(e)
  }

  /** Checks that `e` is a type and gives the level of its sort. */
  checkType(e: Expr): number {
    return this.#inference.sortOf(this.#inference.check(e), e)
  }

  /** The level of the sort of a type that is known to be well-typed. */
  levelOf(type: Expr): number {
    return this.#inference.sortOf(this.#inference.infer(type), type)
  }

  isDefEq(a: Expr, b: Expr): boolean {
    return this.#equality.isDefEq(a, b)
  }

  isProp(type: Expr): boolean {
    return this.context.order.isZero(this.levelOf(type))
  }

  /** Forgets everything that was found out about terms. */
  clear(): void {
    this.context.clearCaches()
    this.#reducer.clear()
    this.#inference.clear()
    this.#equality.clear()
    this.#delta.clear()
    this.arithmetic.clear()
  }
}
