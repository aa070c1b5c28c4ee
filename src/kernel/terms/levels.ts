/** Universe levels, each stored once, and lists of them. How levels compare is in `level-order.ts`. */
import type { Name } from './names.ts'

export type Level = number
export type LevelList = number

export const LEVEL = { zero: 0, succ: 1, max: 2, imax: 3, param: 4 } as const

export const ZERO: Level = 0
export const NO_LEVELS: LevelList = 0

export class LevelTable {
  readonly #kind: number[] = [LEVEL.zero]
  readonly #left: number[] = [0]
  readonly #right: number[] = [0]
  readonly #index = new Map<string, Level>()
  readonly #lists: (readonly Level[])[] = [[]]
  readonly #listIndex = new Map<string, LevelList>([['', NO_LEVELS]])
  readonly #hasParam: boolean[] = [false]
  readonly #listHasParam: boolean[] = [false]

  get size(): number {
    return this.#kind.length
  }

  succ(level: Level): Level {
    return this.#intern(LEVEL.succ, level, 0)
  }

  max(a: Level, b: Level): Level {
    return this.#intern(LEVEL.max, a, b)
  }

  imax(a: Level, b: Level): Level {
    return this.#intern(LEVEL.imax, a, b)
  }

  param(name: Name): Level {
    return this.#intern(LEVEL.param, name, 0)
  }

  ofNumber(n: number): Level {
    let level = ZERO
    for (let i = 0; i < n; i++) level = this.succ(level)
    return level
  }

  kind(level: Level): number {
    return this.#kind[level] as number
  }

  /** What is under `succ`, the first of `max` and `imax`, or the name of a parameter. */
  left(level: Level): number {
    return this.#left[level] as number
  }

  right(level: Level): number {
    return this.#right[level] as number
  }

  hasParam(level: Level): boolean {
    return this.#hasParam[level] as boolean
  }

  list(levels: readonly Level[]): LevelList {
    const key = levels.join(',')
    const known = this.#listIndex.get(key)
    if (known !== undefined) return known
    const id = this.#lists.length
    this.#lists.push([...levels])
    this.#listHasParam.push(levels.some((level) => this.hasParam(level)))
    this.#listIndex.set(key, id)
    return id
  }

  items(list: LevelList): readonly Level[] {
    return this.#lists[list] as readonly Level[]
  }

  /** Every list that there is, by number. */
  lists(): readonly (readonly Level[])[] {
    return this.#lists
  }

  listHasParam(list: LevelList): boolean {
    return this.#listHasParam[list] as boolean
  }

  /** Replaces parameters by levels; both lists have the same length. */
  instantiate(level: Level, params: readonly Name[], levels: readonly Level[]): Level {
    if (!this.hasParam(level)) return level
    const left = this.left(level)
    if (this.kind(level) === LEVEL.param) {
      const at = params.indexOf(left)
      return at < 0 ? level : (levels[at] as Level)
    }
    const a = this.instantiate(left, params, levels)
    if (this.kind(level) === LEVEL.succ) return this.succ(a)
    const b = this.instantiate(this.right(level), params, levels)
    return this.kind(level) === LEVEL.max ? this.max(a, b) : this.imax(a, b)
  }

  instantiateList(list: LevelList, params: readonly Name[], levels: readonly Level[]): LevelList {
    if (!this.listHasParam(list)) return list
    return this.list(this.items(list).map((level) => this.instantiate(level, params, levels)))
  }

  /** Adds the names of all parameters in it. */
  collectParams(level: Level, into: Set<Name>): void {
    if (!this.hasParam(level)) return
    if (this.kind(level) === LEVEL.param) {
      into.add(this.left(level))
      return
    }
    this.collectParams(this.left(level), into)
    if (this.kind(level) !== LEVEL.succ) this.collectParams(this.right(level), into)
  }

  #intern(kind: number, left: number, right: number): Level {
    const key = `${kind},${left},${right}`
    const known = this.#index.get(key)
    if (known !== undefined) return known
    const level = this.#kind.length
    const below = kind === LEVEL.param || this.hasParam(left) || (kind !== LEVEL.succ && this.hasParam(right))
    this.#kind.push(kind)
    this.#left.push(left)
    this.#right.push(right)
    this.#hasParam.push(below)
    this.#index.set(key, level)
    return level
  }
}
