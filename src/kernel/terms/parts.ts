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

/** The term with each of its parts replaced. */
export function withParts(exprs: ExprTable, e: Expr, change: (part: Expr, place: number) => Expr): Expr {
  const [a, b, c] = [exprs.a(e), exprs.b(e), exprs.c(e)]
  switch (exprs.kind(e)) {
    case KIND.app:
      return exprs.app(change(a, 0), change(b, 1))
    case KIND.lam:
      return exprs.lam(change(a, 0), change(b, 1), exprs.note(e))
    case KIND.pi:
      return exprs.pi(change(a, 0), change(b, 1), exprs.note(e))
    case KIND.let:
      return exprs.let(change(a, 0), change(b, 1), change(c, 2), exprs.note(e))
    case KIND.proj:
      return exprs.proj(a, b, change(c, 0))
    default:
      return e
  }
}
