import type { Expr } from '../terms/exprs.ts'

/** The judgements of the theory, as the rules that need one another see them. */
export interface TypeJudge {
  /** Weak head normal form. */
  whnf(e: Expr): Expr
  /** Without unfolding definitions. `cheap`: structures under projections are not unfolded either. */
  whnfCore(e: Expr, cheap?: boolean): Expr
  /** The type of a term that is known to be well-typed. */
  infer(e: Expr): Expr
  /** The type of a term, every rule checked. */
  check(e: Expr): Expr
  isDefEq(a: Expr, b: Expr): boolean
  /** Whether a type is a proposition. Rejects what is no type. */
  isProp(type: Expr): boolean
}
