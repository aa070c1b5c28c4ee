/**
 * Nested occurrences: where a type of the declaration stands in the parameters of another inductive type `J`, as in
 * `List Tree`, the declaration is read as a mutual one with a copy of `J` for these parameters. Recursors are made for
 * that declaration, and the copies are then written as what they are copies of.
 *
 * The original constructors have been type-checked before: a parameter that the copies no longer mention was seen.
 */
import type { InductiveConstant } from '../environment.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { withParts } from '../terms/parts.ts'
import { KernelRejection } from '../verdict.ts'
import { withoutParams } from './constructors.ts'
import type { ConstructorSpec, Family, InductiveSpec, TypeSpec } from './family.ts'

export interface Copy {
  readonly name: Name
  /** What it is a copy of: an inductive type applied to its parameters, over the parameters of the family. */
  readonly original: Expr
  readonly type: Expr
  readonly ctors: readonly { readonly name: Name; readonly original: Name; readonly type: Expr }[]
}

export class Unnesting {
  readonly copies: Copy[] = []
  readonly spec: InductiveSpec
  readonly #family: Family
  readonly #reserved: Name

  constructor(family: Family) {
    this.#family = family
    this.#reserved = family.checker.context.names.of('_nested')
    const types: TypeSpec[] = family.spec.types.map((type) => ({
      ...type,
      ctors: type.ctors.map((ctor) => this.#translate(ctor)),
    }))
    // Translating the constructors of a copy may ask for further copies.
    for (let i = 0; i < this.copies.length; i++) {
      const copy = this.copies[i] as Copy
      types.push({ name: copy.name, type: copy.type, ctors: copy.ctors.map((ctor) => this.#translate(ctor)) })
    }
    this.spec = { ...family.spec, types }
  }

  /** Copies written as what they are copies of. `params` are the variables that the term has for the parameters. */
  restore(e: Expr, params: readonly Expr[]): Expr {
    if (this.copies.length === 0) return e
    const { context } = this.#family.checker
    const { exprs, subst } = context
    const originals = new Map(this.copies.map((copy) => [copy.name, copy.original]))
    const ctors = new Map(
      this.copies.flatMap((copy) =>
        copy.ctors.map((ctor) => [ctor.name, { copy, name: ctor.original }] as const),
      ),
    )
    const over = (term: Expr) => subst.instantiate(subst.abstract(term, this.#family.params), params)
    return rewrite(this.#family, e, (term, again) => {
      const head = context.head(term)
      if (exprs.kind(head) !== KIND.const) return undefined
      const name = exprs.a(head)
      const rest = () => context.args(term).slice(params.length).map(again)
      const original = originals.get(name)
      if (original !== undefined) return exprs.apps(over(original), rest())
      const ctor = ctors.get(name)
      if (!ctor) return undefined
      const type = over(ctor.copy.original)
      const made = exprs.const(ctor.name, exprs.b(context.head(type)))
      return exprs.apps(exprs.apps(made, context.args(type)), rest())
    })
  }

  #translate(ctor: ConstructorSpec): ConstructorSpec {
    const { context } = this.#family.checker
    const body = rewrite(this.#family, withoutParams(this.#family, ctor), (term) => this.#copyFor(term))
    return { name: ctor.name, type: context.pis(this.#family.params, body) }
  }

  /** `I Ds is` as the copy of `I Ds`, applied to the parameters and `is`. */
  #copyFor(term: Expr): Expr | undefined {
    const { context } = this.#family.checker
    const { exprs, env } = context
    const head = context.head(term)
    const inductive = exprs.kind(head) === KIND.const ? env.inductive(exprs.a(head)) : undefined
    if (!inductive || this.#isOurs(inductive.name)) return undefined
    const args = context.args(term)
    const given = args.slice(0, inductive.numParams)
    if (given.length < inductive.numParams || !given.some((arg) => this.#mentions(arg))) return undefined
    if (given.some((arg) => exprs.loose(arg) > 0))
      throw new KernelRejection(
        'nested-occurrence',
        `${context.show(term)} has local variables in its parameters`,
      )
    const applied = exprs.apps(head, given)
    let copy = this.copies.find(({ original }) => original === applied)
    if (!copy) {
      this.#addCopies(inductive, head, given)
      copy = this.copies.find(({ original }) => original === applied) as Copy
    }
    const ours = exprs.apps(exprs.const(copy.name, this.#family.levels), this.#family.params)
    return exprs.apps(ours, args, inductive.numParams)
  }

  /** Copies of all types that were declared together with it. */
  #addCopies(inductive: InductiveConstant, use: Expr, given: readonly Expr[]): void {
    const { context } = this.#family.checker
    const { exprs, env, names } = context
    for (const other of inductive.all) {
      const type = env.inductive(other)
      if (!type) throw new KernelRejection('nested-occurrence', `${names.text(other)} is not declared`)
      const head = exprs.const(other, exprs.b(use))
      const name = this.#freshName()
      this.copies.push({
        name,
        original: exprs.apps(head, given),
        type: this.#close(this.#instantiate(context.typeOf(type, head), given)),
        ctors: type.ctors.map((original, i) => {
          const ctor = env.ctor(original)
          if (!ctor) throw new KernelRejection('nested-occurrence', `${names.text(original)} is not declared`)
          const ctorType = context.typeOf(ctor, exprs.const(original, exprs.b(use)))
          return { name: names.num(name, i), original, type: this.#close(this.#instantiate(ctorType, given)) }
        }),
      })
    }
  }

  #close(e: Expr): Expr {
    return this.#family.checker.context.pis(this.#family.params, e)
  }

  #instantiate(type: Expr, given: readonly Expr[]): Expr {
    const { exprs, subst } = this.#family.checker.context
    let rest = type
    for (const arg of given) {
      if (exprs.kind(rest) !== KIND.pi) rest = this.#family.checker.whnf(rest)
      if (exprs.kind(rest) !== KIND.pi)
        throw new KernelRejection('nested-occurrence', 'an inductive type has fewer parameters than it says')
      rest = subst.instantiate1(exprs.b(rest), arg)
    }
    return rest
  }

  #freshName(): Name {
    const { names, env } = this.#family.checker.context
    for (let i = this.copies.length; ; i++) {
      const name = names.num(this.#reserved, i)
      if (!env.find(name) && !this.copies.some((copy) => copy.name === name)) return name
    }
  }

  #isOurs(name: Name): boolean {
    return this.#family.members.some((member) => member.name === name)
  }

  #mentions(e: Expr): boolean {
    return this.#family.occursIn(e)
  }
}

/** Replaces subterms from the outside in. Where `change` gives nothing, the parts of the term are looked at. */
function rewrite(
  family: Family,
  root: Expr,
  change: (term: Expr, again: (e: Expr) => Expr) => Expr | undefined,
): Expr {
  const { exprs } = family.checker.context
  const done = new Map<Expr, Expr>()
  const again = (e: Expr): Expr => {
    const known = done.get(e)
    if (known !== undefined) return known
    const result = change(e, again) ?? withParts(exprs, e, again)
    done.set(e, result)
    return result
  }
  return again(root)
}
