/** What may be declared. What follows from a declaration is derived; a file's claims about it are compared. */
import type { Hints, QuotientKind } from '../environment.ts'
import type { InductiveSpec } from '../inductive/family.ts'
import type { Expr } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'

interface Signature {
  readonly name: Name
  readonly levelParams: readonly Name[]
  readonly type: Expr
}

export interface RuleClaim {
  readonly ctor: Name
  readonly fields: number
  readonly rhs: Expr
}

export interface RecursorClaim extends Signature {
  readonly all: readonly Name[]
  readonly numParams: number
  readonly numIndices: number
  readonly numMotives: number
  readonly numMinors: number
  readonly rules: readonly RuleClaim[]
  readonly k: boolean
}

export interface InductiveClaims {
  readonly types: readonly {
    readonly name: Name
    readonly levelParams: readonly Name[]
    readonly numParams: number
    readonly numIndices: number
    readonly all: readonly Name[]
    readonly ctors: readonly Name[]
    readonly numNested: number
    readonly isRec: boolean
    readonly isReflexive: boolean
  }[]
  readonly ctors: readonly {
    readonly name: Name
    readonly levelParams: readonly Name[]
    readonly induct: Name
    readonly index: number
    readonly numParams: number
    readonly numFields: number
  }[]
  readonly recursors: readonly RecursorClaim[]
}

export type Declaration =
  | (Signature & { readonly kind: 'axiom' | 'assumption'; readonly isUnsafe: boolean })
  | (Signature & {
      readonly kind: 'definition'
      readonly value: Expr
      readonly hints: Hints
      readonly safety: 'safe' | 'unsafe' | 'partial'
    })
  | (Signature & { readonly kind: 'theorem'; readonly value: Expr })
  | (Signature & { readonly kind: 'opaque'; readonly value: Expr; readonly isUnsafe: boolean })
  | (Signature & { readonly kind: 'quotient'; readonly quotient: QuotientKind })
  | (InductiveSpec & {
      readonly kind: 'inductive'
      readonly isUnsafe: boolean
      /** Absent where the declaration comes without what follows from it. */
      readonly claims?: InductiveClaims | undefined
    })

/** The name that a declaration goes by: of inductive types, the first. */
export function nameOf(declaration: Declaration): Name {
  return declaration.kind === 'inductive' ? (declaration.types[0]?.name ?? 0) : declaration.name
}
