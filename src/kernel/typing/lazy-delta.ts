/** Which of two terms to unfold next: the one whose definition stands higher, so that they meet early. */
import type { KernelContext } from '../context.ts'
import type { Constant, Hints } from '../environment.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import { PairMap } from '../terms/pair-map.ts'
import type { TypeJudge } from './judge.ts'
import type { Reducer } from './reduce.ts'

export type DeltaStep =
  | { readonly kind: 'decided'; readonly equal: boolean }
  /** Neither side unfolds. */
  | { readonly kind: 'stuck'; readonly a: Expr; readonly b: Expr }
  | { readonly kind: 'again'; readonly a: Expr; readonly b: Expr }

export class LazyDelta {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #reducer: Reducer
  /** Pairs of applications of one definition whose arguments were found to differ. */
  readonly #differ = new PairMap()

  constructor(context: KernelContext, judge: TypeJudge, reducer: Reducer) {
    this.#context = context
    this.#judge = judge
    this.#reducer = reducer
  }

  clear(): void {
    this.#differ.clear()
  }

  step(a: Expr, b: Expr): DeltaStep {
    const [left, right] = [this.#reducer.delta(a), this.#reducer.delta(b)]
    if (!left && !right) return { kind: 'stuck', a, b }
    if (!right) return this.#oneSided(a, b, true)
    if (!left) return this.#oneSided(b, a, false)
    const order = compareHints(hintsOf(left), hintsOf(right))
    if (order < 0) return { kind: 'again', a, b: this.#unfold(b) }
    if (order > 0) return { kind: 'again', a: this.#unfold(a), b }
    if (left === right && typeof hintsOf(left) === 'number' && this.#sameArguments(a, b))
      return { kind: 'decided', equal: true }
    return { kind: 'again', a: this.#unfold(a), b: this.#unfold(b) }
  }

  /** A stuck projection on the other side may be what has to move. */
  #oneSided(unfolds: Expr, other: Expr, isLeft: boolean): DeltaStep {
    const moved = this.#unfoldProjection(other)
    const [x, y] = moved === NO_EXPR ? [this.#unfold(unfolds), other] : [unfolds, moved]
    return isLeft ? { kind: 'again', a: x, b: y } : { kind: 'again', a: y, b: x }
  }

  #unfold(e: Expr): Expr {
    return this.#judge.whnfCore(this.#reducer.unfold(e), true)
  }

  #unfoldProjection(e: Expr): Expr {
    if (this.#context.exprs.kind(this.#context.head(e)) !== KIND.proj) return NO_EXPR
    const reduced = this.#judge.whnfCore(e)
    return reduced === e ? NO_EXPR : reduced
  }

  #sameArguments(a: Expr, b: Expr): boolean {
    const { exprs, order } = this.#context
    if (exprs.kind(a) !== KIND.app || exprs.kind(b) !== KIND.app) return false
    if (this.#differ.get(a, b) >= 0) return false
    const [x, y] = [this.#context.args(a), this.#context.args(b)]
    const heads = [
      this.#context.levelsOf(this.#context.head(a)),
      this.#context.levelsOf(this.#context.head(b)),
    ] as const
    if (
      x.length === y.length &&
      order.equalLists(...heads) &&
      x.every((arg, i) => this.#judge.isDefEq(arg, y[i] as Expr))
    )
      return true
    this.#differ.set(a, b, 1)
    return false
  }
}

function hintsOf(constant: Constant): Hints {
  return constant.kind === 'definition' ? constant.hints : 'opaque'
}

/** Positive if the first is to be unfolded first. */
function compareHints(a: Hints, b: Hints): number {
  const rank = (hints: Hints) =>
    hints === 'opaque' ? -1 : hints === 'abbrev' ? Number.POSITIVE_INFINITY : hints
  const [x, y] = [rank(a), rank(b)]
  return x === y ? 0 : x < y ? -1 : 1
}
