/** The kernel: takes declarations one after the other and adds those that the theory allows. */
import type { KernelBudget } from '../budget.ts'
import { TypeChecker } from '../checker.ts'
import type { KernelContext } from '../context.ts'
import type { RecursorConstant } from '../environment.ts'
import type { Expr } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { partsOf } from '../terms/parts.ts'
import { type KernelOutcome, KernelRejection, settle } from '../verdict.ts'
import { compareClaims } from './claims.ts'
import { type Declaration, nameOf } from './declaration.ts'
import { checkDeepParts } from './deep-terms.ts'
import { type Derived, deriveInductive } from './inductive.ts'
import { checkQuotient } from './quotient.ts'
import { checkClosed, checkLevelParams, findConstant } from './well-formed.ts'

type InductiveDeclaration = Declaration & { kind: 'inductive' }
type WithValue = Declaration & { kind: 'definition' | 'theorem' | 'opaque' }

/** Lean's kernel runs compiled code for these; this one does not. */
const COMPILED = [
  'Lean.reduceBool',
  'Lean.reduceNat',
  'Lean.ofReduceBool',
  'Lean.ofReduceNat',
  'Lean.trustCompiler',
]

export class Kernel {
  readonly checker: TypeChecker
  readonly #compiled: ReadonlySet<Name>

  constructor(budget?: KernelBudget) {
    this.checker = new TypeChecker(budget)
    this.#compiled = new Set(COMPILED.map((name) => this.context.names.of(name)))
  }

  get context(): KernelContext {
    return this.checker.context
  }

  /** Checks a declaration and, if it is accepted, adds it. */
  add(declaration: Declaration): KernelOutcome {
    const { context } = this.checker
    context.depth = 0
    const size = context.exprs.size
    const outcome = settle(() => {
      context.budget.restart()
      this.#declare(declaration, size)
    })
    if (outcome.kind === 'accepted') return outcome
    const told = {
      ...this.#excuse(declaration, outcome),
      declaration: context.names.text(nameOf(declaration)),
    }
    this.#forget(size)
    return told
  }

  #declare(declaration: Declaration, size: number): void {
    switch (declaration.kind) {
      case 'inductive':
        this.#inductive(declaration, size)
        return
      case 'definition':
        if (declaration.safety !== 'safe') throw new KernelRejection('safety', `it is ${declaration.safety}`)
        break
      case 'axiom':
      case 'assumption':
      case 'opaque':
        if (declaration.isUnsafe) throw new KernelRejection('safety', 'it is unsafe')
        break
      default:
        break
    }
    this.#fresh([declaration.name])
    this.#signature(declaration)
    if (declaration.kind === 'quotient') checkQuotient(this.context, declaration)
    else if ('value' in declaration) this.#value(declaration)
    this.#forget(size)
    this.#register(declaration)
  }

  #signature(declaration: Exclude<Declaration, { kind: 'inductive' }>): void {
    const { levelParams, type, kind } = declaration
    checkLevelParams(this.context, levelParams)
    checkClosed(this.context, type, levelParams)
    checkDeepParts(this.checker, type)
    const level = this.checker.checkType(type)
    if (kind === 'theorem' && !this.context.order.isZero(level))
      throw new KernelRejection('theorem-is-prop', `its type is ${this.context.show(type)}`)
  }

  #value({ value, type, levelParams }: WithValue): void {
    const { checker, context } = this
    checkClosed(context, value, levelParams)
    checkDeepParts(checker, value)
    const actual = checker.check(value)
    if (!checker.isDefEq(actual, type))
      throw new KernelRejection(
        'value-type',
        `the value has type ${context.show(actual)}, declared is ${context.show(type)}`,
      )
  }

  #register(declaration: Exclude<Declaration, { kind: 'inductive' }>): void {
    const { env } = this.context
    env.add(declaration)
    if (declaration.kind === 'quotient') {
      const names = ['Quot', 'Quot.mk', 'Quot.lift', 'Quot.ind'].map((name) => this.context.names.of(name))
      env.hasQuotients = names.every((name) => env.find(name)?.kind === 'quotient')
    }
  }

  #inductive(declaration: InductiveDeclaration, size: number): void {
    const { context } = this
    if (declaration.isUnsafe) throw new KernelRejection('safety', 'it is unsafe')
    checkLevelParams(context, declaration.levelParams)
    for (const { type } of declaration.types) checkClosed(context, type, declaration.levelParams)
    this.#fresh(declaration.types.flatMap(({ name, ctors }) => [name, ...ctors.map((ctor) => ctor.name)]))
    const derived = deriveInductive(this.checker, declaration)
    const recursors = derived.recursors.map(({ constant }) => constant)
    const added = [...derived.types, ...derived.ctors, ...recursors]
    this.#fresh(added.map(({ name }) => name))
    for (const constant of added) context.env.add(constant)
    try {
      this.#checkRecursors(derived)
      if (declaration.claims) compareClaims(this.checker, derived, declaration.claims)
    } catch (error) {
      context.env.remove(added.map(({ name }) => name))
      throw error
    }
    this.#keepRecursors(recursors, size)
  }

  /** The derived recursors are terms like others: their types and the two sides of their rules must agree. */
  #checkRecursors({ recursors }: Derived): void {
    const { checker, context } = this
    for (const { constant, redexes } of recursors) {
      checker.checkType(constant.type)
      for (const [i, { rhs, ctor }] of constant.rules.entries()) {
        if (!checker.isDefEq(checker.check(redexes[i] as Expr), checker.check(rhs)))
          throw new KernelRejection(
            'recursor-rule',
            `the rule of ${context.names.text(constant.name)} for ${context.names.text(ctor)} changes the type`,
          )
      }
    }
  }

  /** What was needed for the check is forgotten; the recursors stay. */
  #keepRecursors(recursors: readonly RecursorConstant[], size: number): void {
    const { exprs, env } = this.context
    const roots = recursors.flatMap(({ type, rules }) => [type, ...rules.map(({ rhs }) => rhs)])
    this.checker.clear()
    if (env.isBuilt) return
    const kept = exprs.truncateBut(size, roots, (e) => partsOf(exprs, e))
    let at = 0
    for (const recursor of recursors) {
      const type = kept[at++] as Expr
      env.add({
        ...recursor,
        type,
        rules: recursor.rules.map((rule) => ({ ...rule, rhs: kept[at++] as Expr })),
      })
    }
  }

  #fresh(names: readonly Name[]): void {
    for (const [i, name] of names.entries()) {
      if (this.context.env.find(name) || names.indexOf(name) !== i)
        throw new KernelRejection('unique-name', `${this.context.names.text(name)} is declared already`)
    }
  }

  /** Constants of a library may have been made in between: then their terms are there to stay. */
  #forget(size: number): void {
    this.checker.clear()
    if (!this.context.env.isBuilt) this.context.exprs.truncate(size)
  }

  /** A rejection that may come from what this kernel does not compute is none. */
  #excuse(declaration: Declaration, outcome: KernelOutcome): KernelOutcome {
    if (outcome.kind !== 'rejected') return outcome
    const missed = this.checker.arithmetic.missed()
    if (missed.length > 0)
      return {
        kind: 'declined',
        why: `it computes with ${missed.join(', ')}, whose definition is not one that this checker knows`,
      }
    if (declaration.kind === 'inductive') return outcome
    const terms = 'value' in declaration ? [declaration.type, declaration.value] : [declaration.type]
    const compiled = terms
      .map((e) => findConstant(this.context, e, (name) => this.#compiled.has(name)))
      .find((name) => name !== undefined)
    if (compiled === undefined || !this.context.env.find(compiled)) return outcome
    return { kind: 'declined', why: `it trusts compiled code through ${this.context.names.text(compiled)}` }
  }
}
