/**
 * Substitution: opening binders (instantiate), closing them (abstract), and universe parameters.
 *
 * Each walks a term as a graph: a subterm is rebuilt once for each number of binders above it, and not at all where
 * it has nothing to replace.
 */
import { type Expr, type ExprTable, KIND } from './exprs.ts'
import type { Level } from './levels.ts'
import type { Name } from './names.ts'
import { PairMap } from './pair-map.ts'

export class Substitution {
  readonly #exprs: ExprTable
  /** Walks do not nest, but for lifting inside of instantiating. */
  readonly #memo = new PairMap()
  readonly #lifted = new PairMap()
  readonly #levelled = new PairMap()
  #from: readonly Expr[] = []
  #low = 0
  #high = 0
  #lift = 0
  #leastDepth = 0
  #params: readonly Name[] = []
  #levels: readonly Level[] = []

  constructor(exprs: ExprTable) {
    this.#exprs = exprs
  }

  /** `e` with its outermost loose variable replaced. */
  instantiate1(e: Expr, value: Expr): Expr {
    return this.#exprs.loose(e) === 0 ? e : this.instantiate(e, [value])
  }

  /** `e` with its loose variables replaced by `values[low..high)`: the last value is for variable 0. */
  instantiate(e: Expr, values: readonly Expr[], low = 0, high = values.length): Expr {
    if (this.#exprs.loose(e) === 0 || low === high) return e
    this.#memo.clear()
    this.#from = values
    this.#low = low
    this.#high = high
    return this.#instantiate(e, 0)
  }

  #instantiate(e: Expr, offset: number): Expr {
    const t = this.#exprs
    if (t.loose(e) <= offset) return e
    if (t.kind(e) === KIND.bvar) {
      const index = t.a(e) - offset
      const count = this.#high - this.#low
      if (index >= count) return t.bvar(t.a(e) - count)
      const value = this.#from[this.#high - 1 - index] as Expr
      return offset === 0 ? value : this.lift(value, offset)
    }
    const known = this.#memo.get(e, offset)
    if (known >= 0) return known
    const result = this.#rebuild(e, offset, INSTANTIATE)
    this.#memo.set(e, offset, result)
    return result
  }

  /** Makes room for `by` more binders around `e`. */
  lift(e: Expr, by: number): Expr {
    if (this.#exprs.loose(e) === 0 || by === 0) return e
    this.#lifted.clear()
    this.#lift = by
    return this.#raise(e, 0)
  }

  #raise(e: Expr, offset: number): Expr {
    const t = this.#exprs
    if (t.loose(e) <= offset) return e
    if (t.kind(e) === KIND.bvar) return t.bvar(t.a(e) + this.#lift)
    const known = this.#lifted.get(e, offset)
    if (known >= 0) return known
    const result = this.#rebuild(e, offset, RAISE)
    this.#lifted.set(e, offset, result)
    return result
  }

  /** `e` with the first `count` variables replaced by loose ones: the last becomes variable 0. */
  abstract(e: Expr, variables: readonly Expr[], count = variables.length): Expr {
    const t = this.#exprs
    if (count === 0 || !t.hasFree(e)) return e
    this.#memo.clear()
    this.#from = variables
    this.#high = count
    this.#leastDepth = Number.MAX_SAFE_INTEGER
    for (let i = 0; i < count; i++) this.#leastDepth = Math.min(this.#leastDepth, t.a(variables[i] as Expr))
    return this.#abstract(e, 0)
  }

  #abstract(e: Expr, offset: number): Expr {
    const t = this.#exprs
    if (t.scope(e) <= this.#leastDepth) return e
    if (t.kind(e) === KIND.fvar) {
      // Variables that were opened one after the other are where their depth says.
      let at = t.a(e) - this.#leastDepth
      if (at >= this.#high || this.#from[at] !== e) at = this.#from.lastIndexOf(e, this.#high - 1)
      return at < 0 ? e : t.bvar(this.#high - 1 - at + offset)
    }
    const known = this.#memo.get(e, offset)
    if (known >= 0) return known
    const result = this.#rebuild(e, offset, ABSTRACT)
    this.#memo.set(e, offset, result)
    return result
  }

  instantiateLevels(e: Expr, params: readonly Name[], levels: readonly Level[]): Expr {
    if (params.length === 0 || !this.#exprs.hasParam(e)) return e
    this.#levelled.clear()
    this.#params = params
    this.#levels = levels
    return this.#relevel(e)
  }

  #relevel(e: Expr): Expr {
    const t = this.#exprs
    if (!t.hasParam(e)) return e
    if (t.kind(e) === KIND.sort) return t.sort(t.levels.instantiate(t.a(e), this.#params, this.#levels))
    if (t.kind(e) === KIND.const)
      return t.const(t.a(e), t.levels.instantiateList(t.b(e), this.#params, this.#levels))
    const known = this.#levelled.get(e, 0)
    if (known >= 0) return known
    const result = this.#rebuild(e, 0, RELEVEL)
    this.#levelled.set(e, 0, result)
    return result
  }

  #walk(e: Expr, offset: number, which: number): Expr {
    if (which === INSTANTIATE) return this.#instantiate(e, offset)
    if (which === ABSTRACT) return this.#abstract(e, offset)
    return which === RAISE ? this.#raise(e, offset) : this.#relevel(e)
  }

  #rebuild(e: Expr, offset: number, which: number): Expr {
    const t = this.#exprs
    switch (t.kind(e)) {
      case KIND.app: {
        const fn = this.#walk(t.a(e), offset, which)
        return t.app(fn, this.#walk(t.b(e), offset, which))
      }
      case KIND.lam: {
        const type = this.#walk(t.a(e), offset, which)
        return t.lam(type, this.#walk(t.b(e), offset + 1, which), t.note(e))
      }
      case KIND.pi: {
        const type = this.#walk(t.a(e), offset, which)
        return t.pi(type, this.#walk(t.b(e), offset + 1, which), t.note(e))
      }
      case KIND.let: {
        const type = this.#walk(t.a(e), offset, which)
        const value = this.#walk(t.b(e), offset, which)
        return t.let(type, value, this.#walk(t.c(e), offset + 1, which), t.note(e))
      }
      case KIND.proj:
        return t.proj(t.a(e), t.b(e), this.#walk(t.c(e), offset, which))
      default:
        return e
    }
  }
}

const INSTANTIATE = 0
const ABSTRACT = 1
const RAISE = 2
const RELEVEL = 3
