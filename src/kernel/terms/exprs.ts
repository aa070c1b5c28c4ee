/**
 * Expressions in typed arrays, each stored once: equal terms have equal numbers, so equality is one comparison.
 * Names of binders are kept for people (`note`) and take no part in what a term is; metadata is dropped.
 *
 * A free variable is a term too: its place in the context (`depth`), its type and, for a `let`, its value. Whoever
 * opens a binder gives a depth above those of all variables in scope, so two variables of one context never
 * are the same term, and opening the same binder twice gives the same term, which the caches then know.
 */
import { Declined } from '../verdict.ts'
import { type Level, type LevelList, type LevelTable, NO_LEVELS } from './levels.ts'
import type { Name } from './names.ts'

export type Expr = number

export const KIND = {
  bvar: 0,
  sort: 1,
  const: 2,
  app: 3,
  lam: 4,
  pi: 5,
  let: 6,
  proj: 7,
  nat: 8,
  str: 9,
  fvar: 10,
} as const

/** Where there is no expression. */
export const NO_EXPR: Expr = -1

const FIRST_CAPACITY = 1 << 14
/** The bits of `flags`. */
const HAS_PARAM = 1

export class ExprTable {
  readonly levels: LevelTable
  readonly #limit: number
  #size = 0
  #capacity = FIRST_CAPACITY
  #kind = new Uint8Array(FIRST_CAPACITY)
  #flags = new Uint8Array(FIRST_CAPACITY)
  #a = new Int32Array(FIRST_CAPACITY)
  #b = new Int32Array(FIRST_CAPACITY)
  #c = new Int32Array(FIRST_CAPACITY)
  #note = new Int32Array(FIRST_CAPACITY)
  /** One more than the largest loose bound variable. */
  #loose = new Int32Array(FIRST_CAPACITY)
  /** One more than the largest depth of a free variable. */
  #scope = new Int32Array(FIRST_CAPACITY)
  /** Chains of the hash table. A new entry is put first, so the newest can be taken off again. */
  #next = new Int32Array(FIRST_CAPACITY)
  #heads = new Int32Array(FIRST_CAPACITY).fill(NO_EXPR)
  readonly #naturals: bigint[] = []
  readonly #naturalIndex = new Map<bigint, number>()
  readonly #strings: string[] = []
  readonly #stringIndex = new Map<string, number>()

  constructor(levels: LevelTable, limit: number) {
    this.levels = levels
    this.#limit = limit
  }

  get size(): number {
    return this.#size
  }

  kind(e: Expr): number {
    return this.#kind[e] as number
  }

  /** The index, level, name, function, type of the variable, or depth, by kind. */
  a(e: Expr): number {
    return this.#a[e] as number
  }

  /** The list of levels, argument, body, value, index, or type, by kind. */
  b(e: Expr): number {
    return this.#b[e] as number
  }

  /** The body of a let, the projected term, or the value of a free variable. */
  c(e: Expr): number {
    return this.#c[e] as number
  }

  /** What a binder is called and how it is written: four times the name, plus the binder's kind. */
  note(e: Expr): number {
    return this.#note[e] as number
  }

  loose(e: Expr): number {
    return this.#loose[e] as number
  }

  scope(e: Expr): number {
    return this.#scope[e] as number
  }

  hasFree(e: Expr): boolean {
    return this.#scope[e] !== 0
  }

  hasParam(e: Expr): boolean {
    return ((this.#flags[e] as number) & HAS_PARAM) !== 0
  }

  natural(e: Expr): bigint {
    return this.#naturals[this.a(e)] as bigint
  }

  string(e: Expr): string {
    return this.#strings[this.a(e)] as string
  }

  bvar(index: number): Expr {
    return this.#intern(KIND.bvar, index, 0, 0, 0, index + 1, 0, 0)
  }

  sort(level: Level): Expr {
    return this.#intern(KIND.sort, level, 0, 0, 0, 0, 0, this.levels.hasParam(level) ? HAS_PARAM : 0)
  }

  const(name: Name, levels: LevelList = NO_LEVELS): Expr {
    const flags = this.levels.listHasParam(levels) ? HAS_PARAM : 0
    return this.#intern(KIND.const, name, levels, 0, 0, 0, 0, flags)
  }

  app(fn: Expr, arg: Expr): Expr {
    const loose = Math.max(this.loose(fn), this.loose(arg))
    const scope = Math.max(this.scope(fn), this.scope(arg))
    const flags = (this.#flags[fn] as number) | (this.#flags[arg] as number)
    return this.#intern(KIND.app, fn, arg, 0, 0, loose, scope, flags)
  }

  apps(fn: Expr, args: readonly Expr[], from = 0): Expr {
    let e = fn
    for (let i = from; i < args.length; i++) e = this.app(e, args[i] as Expr)
    return e
  }

  lam(type: Expr, body: Expr, note = 0): Expr {
    return this.#binder(KIND.lam, type, body, note)
  }

  pi(type: Expr, body: Expr, note = 0): Expr {
    return this.#binder(KIND.pi, type, body, note)
  }

  let(type: Expr, value: Expr, body: Expr, note = 0): Expr {
    const loose = Math.max(this.loose(type), this.loose(value), this.loose(body) - 1)
    const scope = Math.max(this.scope(type), this.scope(value), this.scope(body))
    const flags =
      (this.#flags[type] as number) | (this.#flags[value] as number) | (this.#flags[body] as number)
    return this.#intern(KIND.let, type, value, body, note, loose, scope, flags)
  }

  proj(type: Name, index: number, e: Expr): Expr {
    return this.#intern(KIND.proj, type, index, e, 0, this.loose(e), this.scope(e), this.#flags[e] as number)
  }

  nat(value: bigint): Expr {
    let index = this.#naturalIndex.get(value)
    if (index === undefined) {
      index = this.#naturals.push(value) - 1
      this.#naturalIndex.set(value, index)
    }
    return this.#intern(KIND.nat, index, 0, 0, 0, 0, 0, 0)
  }

  str(value: string): Expr {
    let index = this.#stringIndex.get(value)
    if (index === undefined) {
      index = this.#strings.push(value) - 1
      this.#stringIndex.set(value, index)
    }
    return this.#intern(KIND.str, index, 0, 0, 0, 0, 0, 0)
  }

  /** The type and the value are closed but for variables of smaller depth. */
  fvar(depth: number, type: Expr, value: Expr = NO_EXPR, note = 0): Expr {
    const flags = (this.#flags[type] as number) | (value === NO_EXPR ? 0 : (this.#flags[value] as number))
    return this.#intern(KIND.fvar, depth, type, value, note, 0, depth + 1, flags)
  }

  /** Forgets every term that was made since there were `size` of them. */
  truncate(size: number): void {
    const mask = this.#capacity - 1
    for (let e = this.#size - 1; e >= size; e--) {
      this.#heads[this.#hash(e) & mask] = this.#next[e] as number
    }
    this.#size = size
  }

  /** Forgets as `truncate` does, but for `roots` and their `parts`; gives the roots as they are numbered then. */
  truncateBut(size: number, roots: readonly Expr[], parts: (e: Expr) => readonly Expr[]): Expr[] {
    const kept = new Set<Expr>()
    const pending = [...roots]
    for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
      if (e < size || kept.has(e)) continue
      kept.add(e)
      pending.push(...parts(e))
    }
    // A term comes after its parts.
    const rows = [...kept]
      .sort((x, y) => x - y)
      .map((e) => [e, this.kind(e), this.a(e), this.b(e), this.c(e), this.note(e)] as const)
    this.truncate(size)
    const moved = new Map<Expr, Expr>()
    const at = (e: Expr) => moved.get(e) ?? e
    for (const [e, kind, a, b, c, note] of rows) moved.set(e, this.#again(kind, a, b, c, note, at))
    return roots.map(at)
  }

  #again(kind: number, a: number, b: number, c: number, note: number, at: (e: Expr) => Expr): Expr {
    switch (kind) {
      case KIND.bvar:
        return this.bvar(a)
      case KIND.sort:
        return this.sort(a)
      case KIND.const:
        return this.const(a, b)
      case KIND.app:
        return this.app(at(a), at(b))
      case KIND.lam:
        return this.lam(at(a), at(b), note)
      case KIND.pi:
        return this.pi(at(a), at(b), note)
      case KIND.let:
        return this.let(at(a), at(b), at(c), note)
      case KIND.proj:
        return this.proj(a, b, at(c))
      default:
        return this.#intern(kind, a, b, c, note, 0, 0, 0)
    }
  }

  #binder(kind: number, type: Expr, body: Expr, note: number): Expr {
    const loose = Math.max(this.loose(type), this.loose(body) - 1)
    const scope = Math.max(this.scope(type), this.scope(body))
    const flags = (this.#flags[type] as number) | (this.#flags[body] as number)
    return this.#intern(kind, type, body, 0, note, loose, scope, flags)
  }

  #intern(
    kind: number,
    a: number,
    b: number,
    c: number,
    note: number,
    loose: number,
    scope: number,
    flags: number,
  ): Expr {
    let at = mix(kind, a, b, c) & (this.#capacity - 1)
    for (let e = this.#heads[at] as number; e !== NO_EXPR; e = this.#next[e] as number) {
      if (this.#a[e] === a && this.#b[e] === b && this.#c[e] === c && this.#kind[e] === kind) return e
    }
    if (this.#size >= this.#limit)
      throw new Declined(`it takes more than ${this.#limit} distinct terms, which is the limit`)
    if (this.#size === this.#capacity) {
      this.#grow()
      at = mix(kind, a, b, c) & (this.#capacity - 1)
    }
    const e = this.#size++
    this.#kind[e] = kind
    this.#flags[e] = flags
    this.#a[e] = a
    this.#b[e] = b
    this.#c[e] = c
    this.#note[e] = note
    this.#loose[e] = loose
    this.#scope[e] = scope
    this.#next[e] = this.#heads[at] as number
    this.#heads[at] = e
    return e
  }

  #hash(e: Expr): number {
    return mix(this.kind(e), this.a(e), this.b(e), this.c(e))
  }

  #grow(): void {
    this.#capacity *= 2
    const bigger = (old: Int32Array<ArrayBuffer>) => {
      const array = new Int32Array(this.#capacity)
      array.set(old)
      return array
    }
    const kind = new Uint8Array(this.#capacity)
    kind.set(this.#kind)
    this.#kind = kind
    const flags = new Uint8Array(this.#capacity)
    flags.set(this.#flags)
    this.#flags = flags
    this.#a = bigger(this.#a)
    this.#b = bigger(this.#b)
    this.#c = bigger(this.#c)
    this.#note = bigger(this.#note)
    this.#loose = bigger(this.#loose)
    this.#scope = bigger(this.#scope)
    this.#next = new Int32Array(this.#capacity)
    this.#heads = new Int32Array(this.#capacity).fill(NO_EXPR)
    for (let e = 0; e < this.#size; e++) {
      const at = this.#hash(e) & (this.#capacity - 1)
      this.#next[e] = this.#heads[at] as number
      this.#heads[at] = e
    }
  }
}

function mix(kind: number, a: number, b: number, c: number): number {
  let h =
    Math.imul(a, 0x9e3779b1) ^
    Math.imul(b, 0x85ebca77) ^
    Math.imul(c, 0xc2b2ae3d) ^
    Math.imul(kind, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39)
  return h ^ (h >>> 16)
}
