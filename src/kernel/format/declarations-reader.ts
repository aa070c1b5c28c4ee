/** Rows of declarations. */
import type { Declaration, InductiveClaims, RecursorClaim } from '../declare/declaration.ts'
import type { Hints } from '../environment.ts'
import type { Name } from '../terms/names.ts'
import type { JsonObject, KernelJson } from './json.ts'
import { FormatError, fields, flag, list, natural, oneOf } from './row.ts'
import type { TermsReader } from './terms-reader.ts'

const SIGNATURE = ['name', 'levelParams', 'type'] as const

export class DeclarationsReader {
  readonly #terms: TermsReader
  /** Theorems that the file has without their proofs, by name. */
  readonly #assumed: (name: Name) => boolean

  constructor(terms: TermsReader, assumed: (name: Name) => boolean) {
    this.#terms = terms
    this.#assumed = assumed
  }

  read(row: JsonObject): Declaration {
    const keys = Object.keys(row)
    const kind = keys[0]
    if (keys.length !== 1 || kind === undefined)
      throw new FormatError('a row has one field, or an index beside it')
    const body = row[kind]
    switch (kind) {
      case 'axiom': {
        const r = fields(body, kind, [...SIGNATURE, 'isUnsafe'])
        const signature = this.#signature(r)
        const isAssumed = this.#assumed(signature.name)
        return {
          kind: isAssumed ? 'assumption' : 'axiom',
          ...signature,
          isUnsafe: flag(r.isUnsafe, 'isUnsafe'),
        }
      }
      case 'def': {
        const r = fields(body, kind, [...SIGNATURE, 'value', 'hints', 'safety', 'all'])
        this.#terms.names(r.all, 'all')
        return {
          kind: 'definition',
          ...this.#signature(r),
          value: this.#terms.expr(r.value),
          hints: readHints(r.hints),
          safety: oneOf(r.safety, 'safety', ['safe', 'unsafe', 'partial']),
        }
      }
      case 'thm': {
        const r = fields(body, kind, [...SIGNATURE, 'value', 'all'])
        this.#terms.names(r.all, 'all')
        return { kind: 'theorem', ...this.#signature(r), value: this.#terms.expr(r.value) }
      }
      case 'opaque': {
        const r = fields(body, kind, [...SIGNATURE, 'value', 'isUnsafe', 'all'])
        this.#terms.names(r.all, 'all')
        const isUnsafe = flag(r.isUnsafe, 'isUnsafe')
        return { kind: 'opaque', ...this.#signature(r), value: this.#terms.expr(r.value), isUnsafe }
      }
      case 'quot': {
        const r = fields(body, kind, [...SIGNATURE, 'kind'])
        const quotient = oneOf(r.kind, 'kind', ['type', 'ctor', 'lift', 'ind'])
        return { kind: 'quotient', ...this.#signature(r), quotient }
      }
      case 'inductive':
        return this.#inductive(body)
      default:
        throw new FormatError(`'${kind}' is no kind of declaration`)
    }
  }

  #signature(r: JsonObject) {
    return {
      name: this.#terms.name(r.name),
      levelParams: this.#terms.names(r.levelParams, 'levelParams'),
      type: this.#terms.expr(r.type),
    }
  }

  #inductive(body: KernelJson | undefined): Declaration {
    const r = fields(body, 'inductive', ['types', 'ctors', 'recs'])
    const unsafe = new Set<boolean>()
    const signatures = new Map<Name, { type: number }>()
    const claims: InductiveClaims = {
      types: list(r.types, 'types').map((item) => {
        const t = fields(item, 'an inductive type', TYPE)
        const signature = this.#signature(t)
        signatures.set(signature.name, signature)
        unsafe.add(flag(t.isUnsafe, 'isUnsafe'))
        return {
          ...signature,
          numParams: natural(t.numParams, 'numParams'),
          numIndices: natural(t.numIndices, 'numIndices'),
          all: this.#terms.names(t.all, 'all'),
          ctors: this.#terms.names(t.ctors, 'ctors'),
          numNested: natural(t.numNested, 'numNested'),
          isRec: flag(t.isRec, 'isRec'),
          isReflexive: flag(t.isReflexive, 'isReflexive'),
        }
      }),
      ctors: list(r.ctors, 'ctors').map((item) => {
        const c = fields(item, 'a constructor', CTOR)
        const signature = this.#signature(c)
        signatures.set(signature.name, signature)
        unsafe.add(flag(c.isUnsafe, 'isUnsafe'))
        return {
          ...signature,
          induct: this.#terms.name(c.induct),
          index: natural(c.cidx, 'cidx'),
          numParams: natural(c.numParams, 'numParams'),
          numFields: natural(c.numFields, 'numFields'),
        }
      }),
      recursors: list(r.recs, 'recs').map((item) => this.#recursor(item, unsafe)),
    }
    const [first] = claims.types
    return {
      kind: 'inductive',
      levelParams: first?.levelParams ?? [],
      numParams: first?.numParams ?? 0,
      isUnsafe: unsafe.has(true),
      types: claims.types.map(({ name, ctors }) => ({
        name,
        type: typeOf(signatures, name),
        ctors: ctors.map((ctor) => ({ name: ctor, type: typeOf(signatures, ctor) })),
      })),
      claims,
    }
  }

  #recursor(item: KernelJson, unsafe: Set<boolean>): RecursorClaim {
    const c = fields(item, 'a recursor', RECURSOR)
    unsafe.add(flag(c.isUnsafe, 'isUnsafe'))
    return {
      ...this.#signature(c),
      all: this.#terms.names(c.all, 'all'),
      numParams: natural(c.numParams, 'numParams'),
      numIndices: natural(c.numIndices, 'numIndices'),
      numMotives: natural(c.numMotives, 'numMotives'),
      numMinors: natural(c.numMinors, 'numMinors'),
      k: flag(c.k, 'k'),
      rules: list(c.rules, 'rules').map((rule) => {
        const { ctor, nfields, rhs } = fields(rule, 'a rule', ['ctor', 'nfields', 'rhs'])
        return {
          ctor: this.#terms.name(ctor),
          fields: natural(nfields, 'nfields'),
          rhs: this.#terms.expr(rhs),
        }
      }),
    }
  }
}

const TYPE = [
  ...SIGNATURE,
  'numParams',
  'numIndices',
  'all',
  'ctors',
  'numNested',
  'isRec',
  'isUnsafe',
  'isReflexive',
]
const CTOR = [...SIGNATURE, 'induct', 'cidx', 'numParams', 'numFields', 'isUnsafe']
const RECURSOR = [
  ...SIGNATURE,
  'all',
  'numParams',
  'numIndices',
  'numMotives',
  'numMinors',
  'rules',
  'k',
  'isUnsafe',
]

function typeOf(signatures: ReadonlyMap<Name, { type: number }>, name: Name): number {
  const signature = signatures.get(name)
  if (!signature) throw new FormatError('an inductive type names a constructor that is not in the row')
  return signature.type
}

function readHints(value: KernelJson | undefined): Hints {
  if (value === 'opaque' || value === 'abbrev') return value
  return natural(fields(value, 'hints', ['regular']).regular, 'regular')
}
