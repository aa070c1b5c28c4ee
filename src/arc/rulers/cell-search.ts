// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { LENGTH, MEMORISED, rowLength } from '../cost.ts'
import type { Ink, TableRow } from '../dsl/index.ts'
import { type CellSpace, isOfInput, keyOf, type PlaneData } from './planes.ts'

/** A lookup rule that holds on every train cell. */
export interface CellRule {
  readonly keys: readonly PlaneData[]
  readonly table: readonly TableRow[]
  /** One colour per test cell, the tests after each other. */
  readonly predicted: Uint8Array
  readonly cost: number
}

const TABLE_SIZE = 1 << 16
const masks = new Int32Array(TABLE_SIZE)
const stamps = new Int32Array(TABLE_SIZE)
let stamp = 0

/** A mark no table slot carries yet; the table is wiped when a long-lived process runs out of marks. */
function nextStamp(): number {
  if (stamp === 0x7fffffff) {
    stamps.fill(0)
    stamp = 0
  }
  stamp++
  return stamp
}

/** What is known of the train cells with one key. */
interface Entry {
  mask: number
  pairs: number
  readonly values: number[]
}

/** Colours take the low ten bits of an explanation mask; planes to copy from take the rest. */
const COPY_BIT = 10
const MAX_COPIES = 21

/**
 * Finds rules "look up the values of a few planes, write a colour or copy a plane".
 * A set of planes works when, for each key, some single ink explains every train cell with that key.
 */
export class CellSearch {
  readonly #space: CellSpace
  readonly #planes: readonly PlaneData[]
  readonly #copies: readonly PlaneData[]
  readonly #explained: Int32Array
  /** Table lookups so far: the nodes of this search. */
  lookups = 0

  constructor(space: CellSpace, planes: readonly PlaneData[]) {
    this.#space = space
    this.#planes = planes
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

  /** Rules of one, two and three planes, cheapest first; stops after `lookups` table lookups. */
  find(lookups: number, wanted: number): CellRule[] {
    const found: CellRule[] = []
    const planes = this.#planes
    const own = planes[0]
    if (own === undefined) return found
    let worst = Number.POSITIVE_INFINITY
    const test = (keys: readonly PlaneData[]): void => {
      if (keysCost(keys) >= worst || !this.#holds(keys)) return
      found.push(this.#rule(keys))
      if (found.length < 2 * wanted) return
      found.sort((a, b) => a.cost - b.cost).splice(wanted)
      worst = found[wanted - 1]?.cost ?? worst
    }
    test([])
    for (const p of planes) test([p])
    for (let i = 1; i < planes.length; i++) test([own, planes[i]!])
    const sufficient = (): boolean => found.length >= wanted || this.lookups > lookups
    if (!sufficient()) {
      for (let i = 1; i < planes.length && this.lookups <= lookups; i++) {
        for (let j = i + 1; j < planes.length; j++) {
          test([planes[i]!, planes[j]!])
          test([own, planes[i]!, planes[j]!])
        }
      }
    }
    return found.sort((a, b) => a.cost - b.cost).slice(0, wanted)
  }

  #holds(keys: readonly PlaneData[]): boolean {
    let size = 1
    for (const data of keys) size *= data.kinds
    if (size > TABLE_SIZE) return false
    const cells = this.#space.trainCells
    const explained = this.#explained
    const mark = nextStamp()
    const a = keys[0]?.index
    const b = keys[1]?.index
    const c = keys[2]?.index
    const kindsA = keys[0]?.kinds ?? 1
    const kindsAB = kindsA * (keys[1]?.kinds ?? 1)
    for (let k = 0; k < cells; k++) {
      let key = 0
      if (a !== undefined) key = a[k]!
      if (b !== undefined) key += kindsA * b[k]!
      if (c !== undefined) key += kindsAB * c[k]!
      const mask: number = stamps[key] === mark ? masks[key]! & explained[k]! : explained[k]!
      if (mask === 0) {
        this.lookups += k
        return false
      }
      stamps[key] = mark
      masks[key] = mask
    }
    this.lookups += cells
    return true
  }

  #rule(keys: readonly PlaneData[]): CellRule {
    const { trainCells, total, pairOf } = this.#space
    const entries = new Map<number, Entry>()
    for (let k = 0; k < trainCells; k++) {
      const key = keyOf(keys, k)
      const entry = entries.get(key)
      if (entry === undefined) {
        const values = keys.map((data) => data.raw[k]!)
        entries.set(key, { mask: this.#explained[k]!, pairs: 1 << pairOf[k]!, values })
      } else {
        entry.mask &= this.#explained[k]!
        entry.pairs |= 1 << pairOf[k]!
      }
    }
    const own = this.#planes[0]!
    const isChoice = keys.some(({ plane }) => isOfInput(plane.feature))
    const inks = new Map<number, { ink: Ink; from: PlaneData | undefined }>()
    let cost = keysCost(keys)
    for (const [key, entry] of entries) {
      const chosen = this.#choose(entry.mask, isChoice)
      inks.set(key, chosen)
      const isKept = chosen.from === own
      cost += rowLength(chosen.ink, isKept)
      if ((entry.pairs & (entry.pairs - 1)) === 0)
        cost += isKept ? MEMORISED.keptRowOnce : MEMORISED.cellRowOnce
    }
    const predicted = new Uint8Array(total - trainCells)
    const unknown = new Set<number>()
    for (let k = trainCells; k < total; k++) {
      const key = keyOf(keys, k)
      const chosen = inks.get(key)
      if (chosen === undefined) unknown.add(key)
      const from = chosen === undefined ? own : chosen.from
      predicted[k - trainCells] =
        from === undefined ? (chosen!.ink as { colour: number }).colour : from.raw[k]!
    }
    cost += MEMORISED.unknownKey * unknown.size
    const table = [...entries].map(([key, entry]) => ({ key: entry.values, ink: inks.get(key)!.ink }))
    return { keys, table, predicted, cost }
  }

  /** Leaving a cell as it is comes first (unless an output is chosen), then one colour, then copying another plane. */
  #choose(mask: number, isChoice: boolean): { ink: Ink; from: PlaneData | undefined } {
    if (!isChoice && (mask >> COPY_BIT) & 1) return copy(this.#copies[0]!)
    for (let c = 0; c < 10; c++)
      if ((mask >> c) & 1) return { ink: { kind: 'colour', colour: c }, from: undefined }
    const bit = 31 - Math.clz32(mask & -mask)
    return copy(this.#copies[bit - COPY_BIT]!)
  }
}

/** What the planes of a key cost before any row is counted. */
function keysCost(keys: readonly PlaneData[]): number {
  return keys.reduce<number>((sum, data) => sum + LENGTH.cellKey + data.price, LENGTH.cells)
}

function copy(from: PlaneData): { ink: Ink; from: PlaneData } {
  return { ink: { kind: 'copy', plane: from.plane }, from }
}
