import { type CellRow, type CellSpace, isOfInput, keyOf, type PlaneData } from './planes.ts'

/** The train cells that a table is fitted to. */
export type TrainCells = Pick<CellSpace, 'trainCells' | 'pairOf' | 'target'>

const TABLE_SIZE = 1 << 16
/** Per key, the inks that explain every train cell with that key: all of them (-1) but while a set of planes is tried. */
const masks = new Int32Array(TABLE_SIZE).fill(-1)

/** Colours take the low ten bits of an explanation mask; planes to copy from take the rest. */
const COPY_BIT = 10
const MAX_COPIES = 21

/**
 * Fits tables "look up the values of a few planes, write a colour or copy a plane".
 * A set of planes works when, for each key, some single ink explains every train cell with that key.
 */
export class CellFit {
  readonly #cells: TrainCells
  readonly #copies: readonly PlaneData[]
  readonly #explained: Int32Array
  /** Table lookups so far: the nodes of a search for tables. */
  lookups = 0

  constructor(space: TrainCells, planes: readonly PlaneData[]) {
    this.#cells = space
    this.#copies = planes.filter((data) => data.copyable).slice(0, MAX_COPIES)
    this.#explained = new Int32Array(space.trainCells)
    for (let k = 0; k < space.trainCells; k++) {
      let mask = 1 << space.target[k]!
      this.#copies.forEach((data, c) => {
        if (data.raw[k] === space.target[k]) mask |= 1 << (COPY_BIT + c)
      })
      this.#explained[k] = mask
    }
  }

  /** What the cells with each key become, in the order in which keys are met; undefined when some key wants two things. */
  rows(keys: readonly PlaneData[]): ReadonlyMap<number, CellRow> | undefined {
    if (!this.#holds(keys)) return undefined
    const { trainCells, pairOf } = this.#cells
    const pairs = new Map<number, number>()
    for (let k = 0; k < trainCells; k++) {
      const key = keyOf(keys, k)
      pairs.set(key, (pairs.get(key) ?? 0) | (1 << pairOf[k]!))
    }
    const isChoice = keys.some(({ plane }) => isOfInput(plane.feature))
    const rows = [...pairs].map(([key, seen]): [number, CellRow] => {
      const isLonely = (seen & (seen - 1)) === 0
      return [key, { ...this.#choose(masks[key]!, isChoice), isLonely }]
    })
    for (const key of pairs.keys()) masks[key] = -1
    return new Map(rows)
  }

  #holds(keys: readonly PlaneData[]): boolean {
    let size = 1
    for (const data of keys) size *= data.kinds
    if (size > TABLE_SIZE) return false
    const cells = this.#cells.trainCells
    const explained = this.#explained
    const [a, b, c, d] = keys.map(({ index }) => index)
    const [kindsA = 1, kindsB = 1, kindsC = 1] = keys.map(({ kinds }) => kinds)
    const kindsAB = kindsA * kindsB
    for (let k = 0; k < cells; k++) {
      let key = 0
      if (a !== undefined) key = a[k]!
      if (b !== undefined) key += kindsA * b[k]!
      if (c !== undefined) key += kindsAB * c[k]!
      if (d !== undefined) key += kindsAB * kindsC * d[k]!
      masks[key]! &= explained[k]!
      if (masks[key] === 0) {
        this.lookups += k
        for (let tried = 0; tried <= k; tried++) masks[keyOf(keys, tried)] = -1
        return false
      }
    }
    this.lookups += cells
    return true
  }

  /** Leaving a cell as it is comes first (unless an output is chosen), then one colour, then copying another plane. */
  #choose(mask: number, isChoice: boolean): Omit<CellRow, 'isLonely'> {
    const isOwn = !isChoice && (mask >> COPY_BIT) & 1
    const bit = isOwn ? COPY_BIT : 31 - Math.clz32(mask & -mask)
    if (bit < COPY_BIT) return { ink: { kind: 'colour', colour: bit } }
    const from = this.#copies[bit - COPY_BIT]!
    return { ink: { kind: 'copy', plane: from.plane }, from }
  }
}
