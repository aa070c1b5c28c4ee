// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here; a check per cell would cost more than the cell
import type { Grid } from './grid.ts'
import { TupleStore } from './tuples.ts'

/**
 * A value of the search: a grid id (zero or above), a list of grids (below -1), or NONE.
 * Equal values are equal numbers, so a value can be compared, hashed and memoised as an integer.
 */
export type Value = number

/** "This primitive does not apply here." An expected outcome, so a value and not an exception. */
export const NONE: Value = -1

/** Intermediate grids may outgrow a task's grids (tilings), but not without end. */
export const MAX_AREA = 1600
const MAX_DIM = 120

/**
 * All grids of one task, each stored once.
 *
 * A grid has a position (left, top) besides its size, so that a cut-out piece remembers where it came from.
 * Cells live in one pooled buffer, padded to four bytes so that hashing and comparing go by words.
 * A primitive writes its result into `out` and calls `commit`, which returns the id of the equal grid
 * already stored, or stores it.
 */
export class GridStore {
  /** Where primitives write the cells of their result before `commit`. */
  readonly out: Uint8Array<ArrayBuffer> = new Uint8Array(MAX_AREA + 4)
  /** Four scratch arrays for flood fills and the like; contents are free to use within one primitive. */
  readonly scratch: Int32Array = new Int32Array(MAX_AREA + 4)
  readonly stack: Int32Array = new Int32Array(MAX_AREA + 4)
  readonly lists: TupleStore = new TupleStore()
  cells: Uint8Array<ArrayBuffer>
  start: Int32Array
  width: Uint8Array
  height: Uint8Array
  left: Int16Array
  top: Int16Array
  count = 0
  #outWords: Uint32Array
  #words: Uint32Array
  #used = 0
  #hashes: Int32Array
  #slots: Int32Array
  #mask: number

  constructor(expectedGrids = 4096) {
    this.#outWords = new Uint32Array(this.out.buffer)
    this.cells = new Uint8Array(expectedGrids * 128)
    this.#words = new Uint32Array(this.cells.buffer)
    this.start = new Int32Array(expectedGrids)
    this.width = new Uint8Array(expectedGrids)
    this.height = new Uint8Array(expectedGrids)
    this.left = new Int16Array(expectedGrids)
    this.top = new Int16Array(expectedGrids)
    this.#hashes = new Int32Array(expectedGrids)
    let slots = 1024
    while (slots < expectedGrids * 2) slots *= 2
    this.#slots = new Int32Array(slots).fill(-1)
    this.#mask = slots - 1
  }

  /** Interns the first width*height cells of `out` at a position. Too large or empty is NONE. */
  commit(width: number, height: number, left: number, top: number): Value {
    const area = width * height
    if (width < 1 || height < 1 || area > MAX_AREA || width > MAX_DIM || height > MAX_DIM) return NONE
    if (left > 200 || left < -200 || top > 200 || top < -200) return NONE
    const out = this.out
    out[area] = 0
    out[area + 1] = 0
    out[area + 2] = 0
    const wordCount = (area + 3) >> 2
    const outWords = this.#outWords
    let hash = Math.imul(width | (height << 8) | ((left & 0xff) << 16) | ((top & 0xff) << 24), 0x9e3779b1)
    for (let i = 0; i < wordCount; i++) {
      hash = Math.imul(hash ^ outWords[i]!, 0x85ebca6b)
      hash ^= hash >>> 15
    }
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
    let slot = hash & this.#mask
    const slots = this.#slots
    for (;;) {
      const id = slots[slot]!
      if (id < 0) break
      if (this.#hashes[id] === hash && this.#isStored(id, width, height, left, top, wordCount)) return id
      slot = (slot + 1) & this.#mask
    }
    return this.#store(slot, hash, width, height, left, top, wordCount)
  }

  #isStored(id: number, width: number, height: number, left: number, top: number, words: number): boolean {
    if (this.width[id] !== width || this.height[id] !== height) return false
    if (this.left[id] !== left || this.top[id] !== top) return false
    const from = this.start[id]! >> 2
    const stored = this.#words
    const out = this.#outWords
    for (let i = 0; i < words; i++) if (stored[from + i] !== out[i]) return false
    return true
  }

  #store(
    slot: number,
    hash: number,
    width: number,
    height: number,
    left: number,
    top: number,
    words: number,
  ) {
    const id = this.count++
    if (id >= this.start.length) this.#growGrids()
    const start = this.#used
    this.#used += words * 4
    if (this.#used > this.cells.length) this.#growCells()
    const from = start >> 2
    for (let i = 0; i < words; i++) this.#words[from + i] = this.#outWords[i]!
    this.start[id] = start
    this.width[id] = width
    this.height[id] = height
    this.left[id] = left
    this.top[id] = top
    this.#hashes[id] = hash
    this.#slots[slot] = id
    if (this.count * 2 > this.#slots.length) this.#growSlots()
    return id
  }

  #growGrids(): void {
    const size = this.start.length * 2
    this.start = grow(this.start, new Int32Array(size))
    this.width = grow(this.width, new Uint8Array(size))
    this.height = grow(this.height, new Uint8Array(size))
    this.left = grow(this.left, new Int16Array(size))
    this.top = grow(this.top, new Int16Array(size))
    this.#hashes = grow(this.#hashes, new Int32Array(size))
  }

  #growCells(): void {
    const cells = new Uint8Array(Math.max(this.cells.length * 2, this.#used))
    cells.set(this.cells)
    this.cells = cells
    this.#words = new Uint32Array(cells.buffer)
  }

  #growSlots(): void {
    const size = this.#slots.length * 2
    const slots = new Int32Array(size).fill(-1)
    const mask = size - 1
    for (let id = 0; id < this.count; id++) {
      let slot = this.#hashes[id]! & mask
      while (slots[slot]! >= 0) slot = (slot + 1) & mask
      slots[slot] = id
    }
    this.#slots = slots
    this.#mask = mask
  }

  /** What every primitive asks of a grid first: its size, and where its cells begin. */
  box(g: Value): { w: number; h: number; area: number; from: number } {
    const [w, h] = [this.width[g]!, this.height[g]!]
    return { w, h, area: w * h, from: this.start[g]! }
  }

  /** Interns a plain grid at position (0, 0). */
  add(grid: Grid): Value {
    this.out.set(grid.cells)
    return this.commit(grid.width, grid.height, 0, 0)
  }

  /** The plain form of a stored grid; its position is dropped. */
  grid(id: Value): Grid {
    const width = this.width[id]!
    const height = this.height[id]!
    const start = this.start[id]!
    return { width, height, cells: this.cells.slice(start, start + width * height) }
  }

  /** Interns a list of grids. An empty list is NONE: no primitive has anything to say about it. */
  list(ids: readonly number[]): Value {
    return ids.length === 0 ? NONE : -2 - this.lists.intern(ids, ids.length)
  }

  /** The grid ids of a list value. */
  items(value: Value): readonly number[] {
    return this.lists.read(-2 - value)
  }
}

/** True for a list of grids, false for a grid; ask only values that are not NONE. */
export function isList(value: Value): boolean {
  return value < NONE
}

function grow<T extends Int32Array | Uint8Array | Int16Array>(from: T, into: T): T {
  into.set(from)
  return into
}
