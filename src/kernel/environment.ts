/** What has been declared so far. Only `declare/` adds to it, after checking. */
import type { Expr } from './terms/exprs.ts'
import type { Name } from './terms/names.ts'

interface Signature {
  readonly name: Name
  readonly levelParams: readonly Name[]
  readonly type: Expr
}

/** How eagerly a definition is unfolded: `abbrev` first, then by height, `opaque` last. */
export type Hints = 'opaque' | 'abbrev' | number

export interface RecursorRule {
  readonly ctor: Name
  readonly fields: number
  readonly rhs: Expr
}

export interface InductiveConstant extends Signature {
  readonly kind: 'inductive'
  readonly numParams: number
  readonly numIndices: number
  readonly all: readonly Name[]
  readonly ctors: readonly Name[]
  readonly numNested: number
  readonly isRec: boolean
  readonly isReflexive: boolean
}

export interface ConstructorConstant extends Signature {
  readonly kind: 'constructor'
  readonly induct: Name
  readonly index: number
  readonly numParams: number
  readonly numFields: number
}

export interface RecursorConstant extends Signature {
  readonly kind: 'recursor'
  readonly all: readonly Name[]
  /** The type whose values it takes apart. */
  readonly induct: Name
  readonly numParams: number
  readonly numIndices: number
  readonly numMotives: number
  readonly numMinors: number
  readonly rules: readonly RecursorRule[]
  readonly k: boolean
}

export type QuotientKind = 'type' | 'ctor' | 'lift' | 'ind'

export type Constant =
  | (Signature & { readonly kind: 'axiom' })
  /** A theorem or function of a library that ships without its body: believed to be there, and counted. */
  | (Signature & { readonly kind: 'assumption' })
  | (Signature & { readonly kind: 'definition'; readonly value: Expr; readonly hints: Hints })
  | (Signature & { readonly kind: 'theorem'; readonly value: Expr })
  | (Signature & { readonly kind: 'opaque'; readonly value: Expr })
  | (Signature & { readonly kind: 'quotient'; readonly quotient: QuotientKind })
  | InductiveConstant
  | ConstructorConstant
  | RecursorConstant

/** Constants of a library that has been checked before, made when they are first asked for. */
export type ConstantSource = (name: Name) => Constant | undefined

export class Environment {
  readonly #constants = new Map<Name, Constant>()
  #source: ConstantSource | undefined
  /** Set when all four constants of the quotient package are there. */
  hasQuotients = false

  get size(): number {
    return this.#constants.size
  }

  /** What the source has counts as declared from the beginning. */
  build(source: ConstantSource, hasQuotients: boolean): void {
    this.#source = source
    this.hasQuotients = hasQuotients
  }

  get isBuilt(): boolean {
    return this.#source !== undefined
  }

  find(name: Name): Constant | undefined {
    const known = this.#constants.get(name)
    if (known || !this.#source) return known
    const made = this.#source(name)
    if (made) this.#constants.set(name, made)
    return made
  }

  add(constant: Constant): void {
    this.#constants.set(constant.name, constant)
  }

  /** Takes back what a failed or temporary declaration added. */
  remove(names: Iterable<Name>): void {
    for (const name of names) this.#constants.delete(name)
  }

  constants(): Iterable<Constant> {
    return this.#constants.values()
  }

  inductive(name: Name): InductiveConstant | undefined {
    const constant = this.find(name)
    return constant?.kind === 'inductive' ? constant : undefined
  }

  ctor(name: Name): ConstructorConstant | undefined {
    const constant = this.find(name)
    return constant?.kind === 'constructor' ? constant : undefined
  }

  /** One constructor, no indices, not recursive: what eta for structures applies to. */
  structure(name: Name): ConstructorConstant | undefined {
    const type = this.inductive(name)
    if (type?.ctors.length !== 1 || type.numIndices !== 0 || type.isRec) return undefined
    return this.ctor(type.ctors[0] as Name)
  }
}
