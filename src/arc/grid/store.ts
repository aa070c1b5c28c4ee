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
const MAX_SHIFT = 200

/**
 * All grids of one task, each stored once.
 *
 * A grid has a position (left, top) besides its size, so that a cut-out piece remembers where it came from.
 * A primitive writes its result into `out` and calls `commit`, which returns the id of the equal grid already stored, or
 * stores it: as a tuple of one word for size and position and the cells, four to a word.
 */
export class GridStore {
  /** Where primitives write the cells of their result before `commit`. */
  readonly out: Uint8Array<ArrayBuffer>
  /** Scratch arrays for flood fills and the like; contents are free to use within one primitive. */
  readonly scratch: Int32Array = new Int32Array(MAX_AREA + 4)
  readonly stack: Int32Array = new Int32Array(MAX_AREA + 4)
  readonly start: number[] = []
  readonly width: number[] = []
  readonly height: number[] = []
  readonly left: number[] = []
  readonly top: number[] = []
  /** The cells of all grids; those of one begin at its `start`. */
  cells: Uint8Array<ArrayBuffer>
  readonly #outWords: Int32Array
  readonly #grids: TupleStore
  readonly #lists = new TupleStore(64)

  constructor(expectedGrids = 4096) {
    this.#outWords = new Int32Array((MAX_AREA + 8) / 4)
    this.out = new Uint8Array(this.#outWords.buffer, 4) as Uint8Array<ArrayBuffer>
    this.#grids = new TupleStore(expectedGrids, 32)
    this.cells = new Uint8Array(this.#grids.data.buffer)
  }

  /** Interns the first width*height cells of `out` at a position. Too large or empty is NONE. */
  commit(width: number, height: number, left: number, top: number): Value {
    const area = width * height
    if (width < 1 || height < 1 || area > MAX_AREA || width > MAX_DIM || height > MAX_DIM) return NONE
    if (Math.abs(left) > MAX_SHIFT || Math.abs(top) > MAX_SHIFT) return NONE
    this.out[area] = 0
    this.out[area + 1] = 0
    this.out[area + 2] = 0
    this.#outWords[0] = width | (height << 7) | ((left + MAX_SHIFT) << 14) | ((top + MAX_SHIFT) << 23)
    const id = this.#grids.intern(this.#outWords, 1 + ((area + 3) >> 2))
    if (id === this.start.length) {
      this.start.push(4 * this.#grids.startOf(id) + 4)
      this.width.push(width)
      this.height.push(height)
      this.left.push(left)
      this.top.push(top)
      const { buffer } = this.#grids.data
      if (this.cells.buffer !== buffer) this.cells = new Uint8Array(buffer)
    }
    return id
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
    return { width: this.width[id]!, height: this.height[id]!, cells: this.cellsOf(id) }
  }

  /** A copy of the cells of a grid. */
  cellsOf(id: Value): Uint8Array<ArrayBuffer> {
    const { area, from } = this.box(id)
    return this.cells.slice(from, from + area)
  }

  /** Interns a list of grids. An empty list is NONE: no primitive has anything to say about it. */
  list(ids: readonly number[]): Value {
    return ids.length === 0 ? NONE : -2 - this.#lists.intern(ids, ids.length)
  }

  /** The grid ids of a list value. */
  items(value: Value): readonly number[] {
    return this.#lists.read(-2 - value)
  }
}

/** True for a list of grids, false for a grid; ask only values that are not NONE. */
export function isList(value: Value): boolean {
  return value < NONE
}
