/** Weak head normal form: beta, zeta, projections, recursors (iota), quotients, definitions (delta), arithmetic. */
import type { KernelContext } from '../context.ts'
import type { Constant } from '../environment.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Arithmetic } from './arithmetic.ts'
import type { Eliminators } from './eliminators.ts'
import { ExprCache } from './expr-cache.ts'
import type { Literals } from './literals.ts'

export class Reducer {
  readonly #context: KernelContext
  readonly #literals: Literals
  readonly #eliminators: Eliminators
  readonly #arithmetic: Arithmetic
  readonly #core = new ExprCache()
  readonly #full = new ExprCache()

  constructor(context: KernelContext, literals: Literals, eliminators: Eliminators, arithmetic: Arithmetic) {
    this.#context = context
    this.#literals = literals
    this.#eliminators = eliminators
    this.#arithmetic = arithmetic
  }

  clear(): void {
    this.#core.clear()
    this.#full.clear()
  }

  whnf(e: Expr): Expr {
    if (this.#isNormal(e)) return e
    const known = this.#full.get(e)
    if (known >= 0) return known
    let term = e
    for (;;) {
      term = this.whnfCore(term)
      const number = this.#arithmetic.reduce(term)
      if (number !== NO_EXPR) {
        term = number
        break
      }
      const unfolded = this.unfold(term)
      if (unfolded === NO_EXPR) break
      term = unfolded
    }
    this.#full.set(e, term)
    return term
  }

  /** No delta. With `cheap`, a projection of something that needs delta to become a constructor stays as it is. */
  whnfCore(e: Expr, cheap = false): Expr {
    if (this.#isNormal(e)) return e
    if (!cheap) {
      const known = this.#core.get(e)
      if (known >= 0) return known
    }
    let term = e
    for (;;) {
      this.#context.budget.step()
      const next = this.#stepCore(term, cheap)
      if (next === NO_EXPR) break
      term = next
      const known = cheap ? -1 : this.#core.get(term)
      if (known >= 0) {
        term = known
        break
      }
    }
    if (!cheap) this.#core.set(e, term)
    return term
  }

  /** The definition that stands at the head, if delta applies to it. */
  delta(e: Expr): (Constant & { readonly value: Expr }) | undefined {
    const constant = this.#context.headConstant(e)
    if (constant?.kind !== 'definition' && constant?.kind !== 'theorem') return undefined
    const use = this.#context.head(e)
    return this.#context.levelsOf(use).length === constant.levelParams.length ? constant : undefined
  }

  /** Delta: the head replaced by its value, and beta as far as there are arguments. */
  unfold(e: Expr): Expr {
    const constant = this.delta(e)
    if (!constant) return NO_EXPR
    const value = this.#context.valueOf(constant, this.#context.head(e))
    return this.#context.beta(value, this.#context.args(e))
  }

  #isNormal(e: Expr): boolean {
    const { exprs } = this.#context
    switch (exprs.kind(e)) {
      case KIND.sort:
      case KIND.pi:
      case KIND.lam:
      case KIND.nat:
      case KIND.str:
      case KIND.bvar:
        return true
      case KIND.fvar:
        return exprs.c(e) === NO_EXPR
      default:
        return false
    }
  }

  #stepCore(e: Expr, cheap: boolean): Expr {
    const { exprs, subst } = this.#context
    switch (exprs.kind(e)) {
      case KIND.fvar:
        return exprs.c(e)
      case KIND.let:
        return subst.instantiate1(exprs.c(e), exprs.b(e))
      case KIND.proj:
        return this.#project(e, cheap)
      case KIND.app:
        return this.#stepApp(e, cheap)
      default:
        return NO_EXPR
    }
  }

  #stepApp(e: Expr, cheap: boolean): Expr {
    const { exprs } = this.#context
    const head = this.#context.head(e)
    switch (exprs.kind(head)) {
      case KIND.lam:
        return this.#context.beta(head, this.#context.args(e))
      case KIND.const: {
        const constant = this.#context.env.find(exprs.a(head))
        if (constant?.kind === 'recursor') return this.#eliminators.recursor(constant, head, e)
        if (constant?.kind === 'quotient') return this.#eliminators.quotient(constant.quotient, e)
        return NO_EXPR
      }
      case KIND.let:
      case KIND.proj:
      case KIND.fvar: {
        const reduced = this.whnfCore(head, cheap)
        return reduced === head ? NO_EXPR : this.#context.beta(reduced, this.#context.args(e))
      }
      default:
        return NO_EXPR
    }
  }

  /** The field of a constructor application. */
  #project(e: Expr, cheap: boolean): Expr {
    const { exprs } = this.#context
    let struct = cheap ? this.whnfCore(exprs.c(e), true) : this.whnf(exprs.c(e))
    if (exprs.kind(struct) === KIND.str) struct = this.whnf(this.#literals.stringToList(struct))
    const ctor = this.#context.headConstant(struct)
    if (ctor?.kind !== 'constructor' || ctor.induct !== exprs.a(e)) return NO_EXPR
    return this.#context.args(struct)[ctor.numParams + exprs.b(e)] ?? NO_EXPR
  }
}
