import { FormatError } from './row.ts'

/** Indices this far beyond the number of entries are kept in a map instead of an array. */
const SPARSE = 1 << 20

/** What the numbers of a file stand for. They may leave gaps and come in any order; each is given once. */
export class IndexTable {
  readonly #what: string
  readonly #far = new Map<number, number>()
  #near = new Int32Array(1 << 12)
  #count = 0

  constructor(what: string) {
    this.#what = what
  }

  set(index: number, value: number): void {
    if (this.#find(index) !== undefined) throw new FormatError(`${this.#what} ${index} is given twice`)
    this.#count++
    if (index >= this.#near.length && index < this.#count * 2 + SPARSE) {
      const bigger = new Int32Array(Math.max(index + 1, this.#near.length * 2))
      bigger.set(this.#near)
      this.#near = bigger
    }
    if (index < this.#near.length) this.#near[index] = value + 1
    else this.#far.set(index, value)
  }

  get(index: number): number {
    const value = this.#find(index)
    if (value === undefined) throw new FormatError(`${this.#what} ${index} is used and not given before`)
    return value
  }

  #find(index: number): number | undefined {
    const near = index < this.#near.length ? (this.#near[index] as number) : 0
    return near > 0 ? near - 1 : this.#far.get(index)
  }
}
