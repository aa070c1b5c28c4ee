/**
 * Inference. `check` applies every typing rule; `infer` gives the type of a term that has been checked, or that was
 * made of checked terms by a step that preserves types.
 */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND, NO_EXPR } from '../terms/exprs.ts'
import type { Level } from '../terms/levels.ts'
import type { Name } from '../terms/names.ts'
import { KernelRejection } from '../verdict.ts'
import { ExprCache } from './expr-cache.ts'
import type { TypeJudge } from './judge.ts'
import type { Literals } from './literals.ts'

export class Inference {
  readonly #context: KernelContext
  readonly #judge: TypeJudge
  readonly #literals: Literals
  readonly #checked = new ExprCache()
  readonly #inferred = new ExprCache()

  constructor(context: KernelContext, judge: TypeJudge, literals: Literals) {
    this.#context = context
    this.#judge = judge
    this.#literals = literals
  }

  clear(): void {
    this.#checked.clear()
    this.#inferred.clear()
  }

  check(e: Expr): Expr {
    return this.#type(e, true)
  }

  infer(e: Expr): Expr {
    return this.#type(e, false)
  }

  /** The level of the sort that `type` is, after reduction. */
  sortOf(type: Expr, of: Expr): Level {
    const { exprs } = this.#context
    if (exprs.kind(type) === KIND.sort) return exprs.a(type)
    const sort = this.#judge.whnf(type)
    if (exprs.kind(sort) === KIND.sort) return exprs.a(sort)
    throw new KernelRejection(
      'type-is-sort',
      `${this.#context.show(of)} is no type, its type is ${this.#context.show(type)}`,
    )
  }

  #type(e: Expr, check: boolean): Expr {
    const checked = this.#checked.get(e)
    if (checked >= 0) return checked
    const cache = check ? this.#checked : this.#inferred
    if (!check) {
      const known = cache.get(e)
      if (known >= 0) return known
    }
    this.#context.budget.step()
    const type = this.#rule(e, check)
    cache.set(e, type)
    return type
  }

  #rule(e: Expr, check: boolean): Expr {
    const { exprs, levels } = this.#context
    switch (exprs.kind(e)) {
      case KIND.fvar:
        return exprs.b(e)
      case KIND.sort:
        return exprs.sort(levels.succ(exprs.a(e)))
      case KIND.const:
        return this.#constant(e)
      case KIND.app:
        return this.#application(e, check)
      case KIND.lam:
        return this.#lambda(e, check)
      case KIND.pi:
        return this.#pi(e, check)
      case KIND.let:
        return this.#let(e, check)
      case KIND.proj:
        return this.#projection(e, check)
      case KIND.nat:
        return this.#literals.natType()
      case KIND.str:
        return this.#literals.stringType()
      default:
        throw new KernelRejection('closed-term', `the bound variable ${exprs.a(e)} is bound by nothing`)
    }
  }

  #constant(e: Expr): Expr {
    const name = this.#context.exprs.a(e)
    const constant = this.#context.env.find(name)
    const text = () => this.#context.names.text(name)
    if (!constant) throw new KernelRejection('known-constant', `${text()} is not declared before this`)
    const given = this.#context.levelsOf(e).length
    const wanted = constant.levelParams.length
    if (given !== wanted)
      throw new KernelRejection(
        'level-arity',
        `${text()} has ${wanted} universe parameters and is given ${given}`,
      )
    return this.#context.typeOf(constant, e)
  }

  #application(e: Expr, check: boolean): Expr {
    const { exprs, subst } = this.#context
    const args = this.#context.args(e)
    let type = this.#type(this.#context.head(e), check)
    // Arguments from `from` on are still to be put into `type`.
    let from = 0
    for (let i = 0; i < args.length; i++) {
      if (exprs.kind(type) !== KIND.pi) {
        type = this.#judge.whnf(subst.instantiate(type, args, from, i))
        from = i
        if (exprs.kind(type) !== KIND.pi)
          throw new KernelRejection(
            'function-expected',
            `${this.#context.show(e)} applies a term of type ${this.#context.show(type)}`,
          )
      }
      if (check) this.#argument(e, args[i] as Expr, subst.instantiate(exprs.a(type), args, from, i))
      type = exprs.b(type)
    }
    return subst.instantiate(type, args, from, args.length)
  }

  #argument(e: Expr, arg: Expr, domain: Expr): void {
    const type = this.#type(arg, true)
    if (this.#judge.isDefEq(type, domain)) return
    const { show } = this.#context
    throw new KernelRejection(
      'application-type',
      `in ${show(e)}, the argument ${show(arg)} has type ${show(type)} where ${show(domain)} is wanted`,
    )
  }

  #lambda(e: Expr, check: boolean): Expr {
    const { exprs, subst } = this.#context
    const depth = this.#context.depth
    const variables: Expr[] = []
    let body = e
    for (; exprs.kind(body) === KIND.lam; body = exprs.b(body)) {
      const domain = subst.instantiate(exprs.a(body), variables)
      if (check) this.sortOf(this.#type(domain, true), domain)
      variables.push(this.#context.open(domain, NO_EXPR, exprs.note(body)))
    }
    const type = this.#type(subst.instantiate(body, variables), check)
    this.#context.depth = depth
    return this.#context.pis(variables, type)
  }

  #pi(e: Expr, check: boolean): Expr {
    const { exprs, subst, levels } = this.#context
    const depth = this.#context.depth
    const variables: Expr[] = []
    const sorts: Level[] = []
    let body = e
    for (; exprs.kind(body) === KIND.pi; body = exprs.b(body)) {
      const domain = subst.instantiate(exprs.a(body), variables)
      sorts.push(this.sortOf(this.#type(domain, check), domain))
      variables.push(this.#context.open(domain, NO_EXPR, exprs.note(body)))
    }
    const result = subst.instantiate(body, variables)
    let level = this.sortOf(this.#type(result, check), result)
    this.#context.depth = depth
    for (let i = sorts.length - 1; i >= 0; i--) level = levels.imax(sorts[i] as Level, level)
    return exprs.sort(level)
  }

  #let(e: Expr, check: boolean): Expr {
    const { exprs, subst } = this.#context
    const depth = this.#context.depth
    const variables: Expr[] = []
    let body = e
    for (; exprs.kind(body) === KIND.let; body = exprs.c(body)) {
      const type = subst.instantiate(exprs.a(body), variables)
      const value = subst.instantiate(exprs.b(body), variables)
      if (check) this.#letValue(type, value)
      variables.push(this.#context.open(type, value, exprs.note(body)))
    }
    let type = this.#type(subst.instantiate(body, variables), check)
    this.#context.depth = depth
    // Zeta: the type speaks of the values, from the innermost let outwards.
    for (let i = variables.length - 1; i >= 0; i--) {
      const x = variables[i] as Expr
      type = subst.instantiate1(subst.abstract(type, [x]), exprs.c(x))
    }
    return type
  }

  #letValue(type: Expr, value: Expr): void {
    this.sortOf(this.#type(type, true), type)
    const actual = this.#type(value, true)
    if (this.#judge.isDefEq(actual, type)) return
    const { show } = this.#context
    throw new KernelRejection(
      'let-type',
      `${show(value)} has type ${show(actual)} where ${show(type)} is wanted`,
    )
  }

  #projection(e: Expr, check: boolean): Expr {
    const { exprs, env, names, show } = this.#context
    const struct = exprs.c(e)
    const index = exprs.b(e)
    const type = this.#judge.whnf(this.#type(struct, check))
    const head = this.#context.head(type)
    const inductive = exprs.kind(head) === KIND.const ? env.inductive(exprs.a(head)) : undefined
    const args = this.#context.args(type)
    if (inductive?.ctors.length !== 1 || inductive.numIndices !== 0 || args.length !== inductive.numParams)
      throw new KernelRejection('projection-structure', `${show(struct)} has type ${show(type)}`)
    if (inductive.name !== exprs.a(e))
      throw new KernelRejection(
        'projection-name',
        `${show(struct)} has type ${show(type)}, not ${names.text(exprs.a(e))}`,
      )
    const ctor = env.ctor(inductive.ctors[0] as Name)
    if (!ctor || index >= ctor.numFields)
      throw new KernelRejection('projection-range', `${names.text(inductive.name)} has no field ${index}`)
    return this.#field(
      e,
      this.#context.typeOf(ctor, exprs.const(ctor.name, exprs.b(head))),
      args,
      this.#judge.isProp(type),
    )
  }

  #field(e: Expr, ctorType: Expr, params: readonly Expr[], isProof: boolean): Expr {
    const { exprs, subst, show } = this.#context
    const [structure, index, struct] = [exprs.a(e), exprs.b(e), exprs.c(e)]
    let type = ctorType
    for (const param of params) type = subst.instantiate1(exprs.b(this.#function(type)), param)
    for (let i = 0; i < index; i++) {
      type = this.#function(type)
      const isUsed = exprs.loose(exprs.b(type)) > 0
      if (isUsed && isProof && !this.#judge.isProp(exprs.a(type)))
        throw new KernelRejection('projection-prop', `${show(e)} stands behind the data of field ${i}`)
      type = isUsed ? subst.instantiate1(exprs.b(type), exprs.proj(structure, i, struct)) : exprs.b(type)
    }
    const result = exprs.a(this.#function(type))
    if (isProof && !this.#judge.isProp(result))
      throw new KernelRejection(
        'projection-prop',
        `${show(e)} would take data of type ${show(result)} out of a proof`,
      )
    return result
  }

  #function(type: Expr): Expr {
    const { exprs } = this.#context
    const reduced = exprs.kind(type) === KIND.pi ? type : this.#judge.whnf(type)
    if (exprs.kind(reduced) === KIND.pi) return reduced
    throw new KernelRejection('projection-range', `${this.#context.show(type)} is no function type`)
  }
}
