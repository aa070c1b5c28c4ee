/**
 * The library of a toolchain as one file: flat arrays of names, levels and terms, each stored once, and the constants by
 * name. A check copies into its own tables what it asks for, and nothing else.
 */
import type { Constant, Expr, KernelContext, Level, Name } from '../../kernel/index.ts'
import { KIND } from '../../kernel/index.ts'
import type { LibraryRow } from './library-dump.ts'

/** Everything in a library file, as it is laid out. Numbers are the file's own. */
export interface LibraryData {
  readonly meta: { readonly lean: string; readonly githash: string; readonly constants: number }
  /** Of a name: its prefix, and its last part, a text or a number. */
  readonly prefixes: Int32Array
  readonly parts: readonly (string | number)[]
  readonly levels: Int32Array
  readonly levelLists: readonly (readonly number[])[]
  readonly kinds: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  readonly c: Int32Array
  readonly notes: Int32Array
  readonly naturals: readonly string[]
  readonly strings: readonly string[]
  /** The constants' rows as JSON, one after the other, and where the row of a name begins and ends. */
  readonly rows: Uint8Array
  readonly rowStart: Int32Array
  readonly rowEnd: Int32Array
  /** The constants that the constant of a name uses: `uses[useStart[n]..useEnd[n])`. */
  readonly uses: Int32Array
  readonly useStart: Int32Array
  readonly useEnd: Int32Array
}

export class Library {
  readonly data: LibraryData
  readonly #index = new Map<string, number>()
  readonly #decoder = new TextDecoder()

  constructor(data: LibraryData) {
    this.data = data
    for (let n = 1; n < data.parts.length; n++) {
      const part = data.parts[n] as string | number
      this.#index.set(key(data.prefixes[n] as number, part), n)
    }
  }

  /** The file's number of a name, by its components. */
  number(parts: readonly (string | number)[]): number | undefined {
    let n: number | undefined = 0
    for (const part of parts) {
      n = this.#index.get(key(n, part))
      if (n === undefined) return undefined
    }
    return n
  }

  has(n: number): boolean {
    return (this.data.rowEnd[n] as number) > 0
  }

  row(n: number): LibraryRow | undefined {
    if (!this.has(n)) return undefined
    const bytes = this.data.rows.subarray(this.data.rowStart[n], this.data.rowEnd[n])
    return JSON.parse(this.#decoder.decode(bytes)) as LibraryRow
  }

  usesOf(n: number): Int32Array {
    return this.data.uses.subarray(this.data.useStart[n], this.data.useEnd[n])
  }

  components(n: number): (string | number)[] {
    const parts: (string | number)[] = []
    for (let at = n; at !== 0; at = this.data.prefixes[at] as number)
      parts.push(this.data.parts[at] as string | number)
    return parts.reverse()
  }
}

function key(prefix: number, part: string | number): string {
  return typeof part === 'string' ? `${prefix}s${part}` : `${prefix}n${part}`
}

/** Copies constants of a library into the tables of a kernel, on demand. */
export class LibraryView {
  readonly #library: Library
  readonly #context: KernelContext
  readonly #names = new Map<number, Name>([[0, 0]])
  readonly #numbers = new Map<Name, number | undefined>([[0, 0]])
  readonly #levels = new Map<number, Level>([[0, 0]])
  readonly #exprs: Int32Array

  constructor(library: Library, context: KernelContext) {
    this.#library = library
    this.#context = context
    this.#exprs = new Int32Array(library.data.kinds.length)
  }

  /** Makes the kernel see the whole library. */
  attach(): void {
    const isThere = (name: string) => {
      const n = this.#library.number(name.split('.'))
      return n !== undefined && this.#library.has(n)
    }
    const hasQuotients = ['Quot', 'Quot.mk', 'Quot.lift', 'Quot.ind'].every(isThere)
    this.#context.env.build((name) => this.constant(name), hasQuotients)
  }

  /** The library's number of a name of the kernel. */
  number(name: Name): number | undefined {
    if (this.#numbers.has(name)) return this.#numbers.get(name)
    const n = this.#library.number(this.#context.names.components(name))
    this.#numbers.set(name, n)
    return n
  }

  constant(name: Name): Constant | undefined {
    const n = this.number(name)
    const row = n === undefined ? undefined : this.#library.row(n)
    return row && this.#make(row)
  }

  name(n: number): Name {
    let name = this.#names.get(n)
    if (name === undefined) {
      name = this.#context.names.fromComponents(this.#library.components(n))
      this.#names.set(n, name)
    }
    return name
  }

  #make(row: LibraryRow): Constant | undefined {
    const names = (list: readonly number[]) => list.map((n) => this.name(n))
    const base = { name: this.name(row.name), levelParams: names(row.levels), type: this.#expr(row.type) }
    switch (row.kind) {
      case 'axiom':
        if (row.unsafe) return undefined
        return { ...base, kind: row.original === 'axiom' ? 'axiom' : 'assumption' }
      case 'definition':
        if (row.safety !== 'safe') return undefined
        return this.#lazy({ ...base, kind: row.kind, hints: row.hints, value: 0 }, row.value)
      case 'theorem':
        return this.#lazy({ ...base, kind: row.kind, value: 0 }, row.value)
      case 'opaque':
        if (row.unsafe) return undefined
        return this.#lazy({ ...base, kind: row.kind, value: 0 }, row.value)
      case 'quotient':
        return { ...base, kind: row.kind, quotient: row.quotient }
      case 'inductive': {
        if (row.unsafe) return undefined
        const { numParams, numIndices, numNested, isRec, isReflexive } = row
        const lists = { all: names(row.all), ctors: names(row.ctors) }
        return { ...base, kind: row.kind, numParams, numIndices, numNested, isRec, isReflexive, ...lists }
      }
      case 'constructor': {
        const { index, numParams, numFields } = row
        return { ...base, kind: row.kind, induct: this.name(row.induct), index, numParams, numFields }
      }
      case 'recursor': {
        const { numParams, numIndices, numMotives, numMinors, k } = row
        const rules = row.rules.map(([ctor, fields, rhs]) => ({
          ctor: this.name(ctor),
          fields,
          rhs: this.#expr(rhs),
        }))
        const induct = this.#majorOf(base.type, numParams + numMotives + numMinors + numIndices)
        const counts = { numParams, numIndices, numMotives, numMinors }
        return { ...base, kind: row.kind, all: names(row.all), induct, ...counts, rules, k }
      }
    }
  }

  /** The type of the major premise, at the given place of a recursor's type. */
  #majorOf(type: Expr, place: number): Name {
    const { exprs } = this.#context
    let rest = type
    for (let i = 0; i < place; i++) rest = exprs.b(rest)
    return exprs.a(this.#context.head(exprs.a(rest)))
  }

  /** A value is copied when it is unfolded first. */
  #lazy<T extends { value: Expr }>(constant: T, value: number): T {
    Object.defineProperty(constant, 'value', {
      configurable: true,
      enumerable: true,
      get: () => {
        const e = this.#expr(value)
        Object.defineProperty(constant, 'value', { value: e, enumerable: true })
        return e
      },
    })
    return constant
  }

  /** Parts first: a term's parts have smaller numbers, so what is missing is collected and copied in order. */
  #expr(root: number): Expr {
    const { kinds, a, b, c } = this.#library.data
    const done = this.#exprs
    if (done[root] !== 0) return (done[root] as number) - 1
    const missing = new Set<number>()
    const pending = [root]
    for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
      if (done[n] !== 0 || missing.has(n)) continue
      missing.add(n)
      const kind = kinds[n]
      if (kind === KIND.app || kind === KIND.lam || kind === KIND.pi)
        pending.push(a[n] as number, b[n] as number)
      else if (kind === KIND.let) pending.push(a[n] as number, b[n] as number, c[n] as number)
      else if (kind === KIND.proj) pending.push(c[n] as number)
    }
    for (const n of Int32Array.from(missing).sort()) done[n] = this.#copy(n) + 1
    return (done[root] as number) - 1
  }

  #copy(n: number): Expr {
    const { exprs, levels } = this.#context
    const { kinds, a, b, c, notes, levelLists, naturals, strings } = this.#library.data
    const [x, y, z] = [a[n] as number, b[n] as number, c[n] as number]
    const at = (part: number) => (this.#exprs[part] as number) - 1
    const note = () => this.name((notes[n] as number) >> 2) * 4 + ((notes[n] as number) & 3)
    switch (kinds[n]) {
      case KIND.bvar:
        return exprs.bvar(x)
      case KIND.sort:
        return exprs.sort(this.#level(x))
      case KIND.const:
        return exprs.const(
          this.name(x),
          levels.list((levelLists[y] as readonly number[]).map((u) => this.#level(u))),
        )
      case KIND.app:
        return exprs.app(at(x), at(y))
      case KIND.lam:
        return exprs.lam(at(x), at(y), note())
      case KIND.pi:
        return exprs.pi(at(x), at(y), note())
      case KIND.let:
        return exprs.let(at(x), at(y), at(z), note())
      case KIND.proj:
        return exprs.proj(this.name(x), y, at(z))
      case KIND.nat:
        return exprs.nat(BigInt(naturals[x] as string))
      default:
        return exprs.str(strings[x] as string)
    }
  }

  #level(n: number): Level {
    let level = this.#levels.get(n)
    if (level !== undefined) return level
    const { levels } = this.#context
    const rows = this.#library.data.levels
    const [kind, left, right] = [rows[n * 3], rows[n * 3 + 1] as number, rows[n * 3 + 2] as number]
    if (kind === 1) level = levels.succ(this.#level(left))
    else if (kind === 4) level = levels.param(this.name(left))
    else level = levels[kind === 2 ? 'max' : 'imax'](this.#level(left), this.#level(right))
    this.#levels.set(n, level)
    return level
  }
}
