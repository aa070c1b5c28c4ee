/** Eta: functions, structures, and types with one value. */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import type { TypeJudge } from './judge.ts'

export class Eta {
  readonly #context: KernelContext
  readonly #judge: TypeJudge

  constructor(context: KernelContext, judge: TypeJudge) {
    this.#context = context
    this.#judge = judge
  }

  /** `f` is `fun x => f x`, where the other side is a function that is written out. */
  functions(a: Expr, b: Expr): boolean {
    return this.#function(a, b) || this.#function(b, a)
  }

  /** `s` is the constructor applied to the projections of `s`, where the other side is the constructor. */
  structures(a: Expr, b: Expr): boolean {
    return this.#structure(a, b) || this.#structure(b, a)
  }

  /** Two values of one structure without fields. */
  units(a: Expr, b: Expr): boolean {
    const type = this.#judge.whnf(this.#judge.infer(a))
    const constant = this.#context.headConstant(type)
    if (constant?.kind !== 'inductive') return false
    const ctor = this.#context.env.structure(constant.name)
    return ctor?.numFields === 0 && this.#judge.isDefEq(type, this.#judge.infer(b))
  }

  #function(lambda: Expr, other: Expr): boolean {
    const { exprs } = this.#context
    if (exprs.kind(lambda) !== KIND.lam || exprs.kind(other) === KIND.lam) return false
    const type = this.#judge.whnf(this.#judge.infer(other))
    if (exprs.kind(type) !== KIND.pi) return false
    const expanded = exprs.lam(exprs.a(type), exprs.app(other, exprs.bvar(0)), exprs.note(type))
    return this.#judge.isDefEq(lambda, expanded)
  }

  #structure(other: Expr, made: Expr): boolean {
    const { exprs, env } = this.#context
    const ctor = this.#context.headConstant(made)
    if (ctor?.kind !== 'constructor' || !env.structure(ctor.induct)) return false
    const args = this.#context.args(made)
    if (args.length !== ctor.numParams + ctor.numFields) return false
    if (!this.#judge.isDefEq(this.#judge.infer(other), this.#judge.infer(made))) return false
    for (let i = 0; i < ctor.numFields; i++) {
      const field = args[ctor.numParams + i] as Expr
      if (!this.#judge.isDefEq(exprs.proj(ctor.induct, i, other), field)) return false
    }
    return true
  }
}
