import { type Expr, type ExprTable, KIND } from './exprs.ts'

/** The terms that a term is made of. */
export function partsOf(exprs: ExprTable, e: Expr): Expr[] {
  switch (exprs.kind(e)) {
    case KIND.app:
    case KIND.lam:
    case KIND.pi:
      return [exprs.a(e), exprs.b(e)]
    case KIND.let:
      return [exprs.a(e), exprs.b(e), exprs.c(e)]
    case KIND.proj:
      return [exprs.c(e)]
    default:
      return []
  }
}
