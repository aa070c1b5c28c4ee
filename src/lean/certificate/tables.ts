/**
 * Terms as they travel between Lean processes (`Terms.lean` in `lean/Orch/Search` and `lean/Orch/Verdict`), read into the second kernel.
 * Whatever no exporter writes is a broken promise of the sender: the tables are refused as a whole.
 */
import type { Declaration, Expr, KernelContext, Level, Name } from '../../kernel/index.ts'

export interface TermTables {
  readonly names: readonly unknown[]
  readonly levels: readonly unknown[]
  readonly exprs: readonly unknown[]
  /** In order: each after what it uses. */
  readonly declarations: readonly unknown[]
}

/** A statement with the declarations of its preamble. */
export interface StatementTables extends TermTables {
  readonly type: number
  readonly levelParams: readonly number[]
}

/** A proof with every declaration behind it that is not the library's. */
export interface ProofTables extends TermTables {
  /** The name of the theorem. */
  readonly theorem: number
}

/** The tables are not what an exporter writes. */
export class TablesError extends Error {}

const MAX_INDEX = 65_536

export class TablesReader {
  readonly #context: KernelContext
  readonly #names: Name[] = [0]
  readonly #levels: Level[] = [0]
  /** Expressions count from 1. */
  readonly #exprs: Expr[] = [-1]
  readonly #declarations: readonly unknown[]

  constructor(context: KernelContext, { names, levels, exprs, declarations }: TermTables) {
    this.#context = context
    this.#declarations = array(declarations)
    for (const row of array(names)) this.#names.push(this.#readName(array(row)))
    for (const row of array(levels)) this.#levels.push(this.#readLevel(array(row)))
    for (const row of array(exprs)) this.#exprs.push(this.#readExpr(array(row)))
  }

  name(value: unknown): Name {
    return at(this.#names, value, 'name')
  }

  names(value: unknown): Name[] {
    return array(value).map((n) => this.name(n))
  }

  expr(value: unknown): Expr {
    const e = at(this.#exprs, value, 'expression')
    if (e < 0) throw new TablesError('expression 0 is none')
    return e
  }

  declarations(): Declaration[] {
    return this.#declarations.map((row) => this.#declaration(record(row)))
  }

  #level(value: unknown): Level {
    return at(this.#levels, value, 'level')
  }

  #readName([prefix, part, ...more]: readonly unknown[]): Name {
    const { names } = this.#context
    if (more.length > 0) throw new TablesError('a name has two cells')
    if (typeof part === 'string') return names.str(this.name(prefix), unicode(part))
    return names.num(this.name(prefix), natural(part))
  }

  #readLevel([kind, a, b, ...more]: readonly unknown[]): Level {
    const { levels } = this.#context
    if (more.length > 0) throw new TablesError('a level has at most three cells')
    switch (kind) {
      case 'S':
        return levels.succ(this.#level(a))
      case 'M':
        return levels.max(this.#level(a), this.#level(b))
      case 'I':
        return levels.imax(this.#level(a), this.#level(b))
      case 'P':
        return levels.param(this.name(a))
      default:
        throw new TablesError(`'${String(kind)}' is no kind of level`)
    }
  }

  #readExpr([kind, a, b, c, d, ...more]: readonly unknown[]): Expr {
    const { exprs, levels } = this.#context
    if (more.length > 0) throw new TablesError('an expression has at most five cells')
    switch (kind) {
      case 'B':
        return exprs.bvar(small(a))
      case 'S':
        return exprs.sort(this.#level(a))
      case 'C':
        return exprs.const(this.name(a), levels.list(array(b).map((u) => this.#level(u))))
      case 'A':
        return exprs.app(this.expr(a), this.expr(b))
      case 'L':
        return exprs.lam(this.expr(a), this.expr(b), this.#note(c, d))
      case 'P':
        return exprs.pi(this.expr(a), this.expr(b), this.#note(c, d))
      case 'Z':
        return exprs.let(this.expr(a), this.expr(b), this.expr(c), this.#note(d, undefined))
      case 'N':
        if (typeof a !== 'string' || !/^(?:0|[1-9]\d*)$/.test(a))
          throw new TablesError('a number is no number')
        return exprs.nat(BigInt(a))
      case 'T':
        return exprs.str(unicode(a))
      case 'J':
        return exprs.proj(this.name(a), small(b), this.expr(c))
      default:
        throw new TablesError(`'${String(kind)}' is no kind of expression`)
    }
  }

  /** The name of a binder and how it is written, where the sender tells. */
  #note(name: unknown, info: unknown): number {
    if (name === undefined) return 0
    const kind = info === undefined ? 0 : natural(info)
    if (kind > 3) throw new TablesError('a binder has an unknown kind')
    return this.name(name) * 4 + kind
  }

  #declaration(row: Record<string, unknown>): Declaration {
    const { kind } = row
    if (kind === 'inductive') return this.#inductive(row)
    const signature = {
      name: this.name(row.name),
      levelParams: this.names(row.levels),
      type: this.expr(row.type),
    }
    switch (kind) {
      case 'axiom':
        return { kind, ...signature, isUnsafe: row.unsafe === true }
      case 'theorem':
        return { kind, ...signature, value: this.expr(row.value) }
      case 'opaque':
        return { kind, ...signature, value: this.expr(row.value), isUnsafe: row.unsafe === true }
      case 'definition': {
        const { hints, safety } = row
        if (safety !== 'safe' && safety !== 'unsafe' && safety !== 'partial')
          throw new TablesError('unknown safety')
        const height = hints === 'opaque' || hints === 'abbrev' ? hints : natural(hints)
        return { kind, ...signature, value: this.expr(row.value), hints: height, safety }
      }
      default:
        throw new TablesError(`'${String(kind)}' is no kind of declaration`)
    }
  }

  #inductive(row: Record<string, unknown>): Declaration {
    return {
      kind: 'inductive',
      levelParams: this.names(row.levels),
      numParams: natural(row.params),
      isUnsafe: row.unsafe === true,
      types: array(row.types).map((item) => {
        const type = record(item)
        return {
          name: this.name(type.name),
          type: this.expr(type.type),
          ctors: array(type.constructors).map((ctor) => {
            const { name, type: ctorType } = record(ctor)
            return { name: this.name(name), type: this.expr(ctorType) }
          }),
        }
      }),
    }
  }
}

function at<T>(table: readonly T[], index: unknown, what: string): T {
  const value = table[natural(index)]
  if (value === undefined) throw new TablesError(`${what} ${String(index)} is used before it is there`)
  return value
}

function array(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TablesError('a list is missing')
  return value
}

function record(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object') throw new TablesError('a row is missing')
  return value as Record<string, unknown>
}

function natural(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new TablesError('an index is no natural number')
  return value
}

function small(value: unknown): number {
  const index = natural(value)
  if (index >= MAX_INDEX) throw new TablesError('an index is larger than any that is written')
  return index
}

function unicode(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new TablesError('a text is not Unicode')
  return value
}
