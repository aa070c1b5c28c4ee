import { featureLength, LENGTH, MEMORISED, rowLength } from '../cost.ts'
import {
  featuresOf,
  type Ink,
  type OutputSizeRule,
  type Plane,
  type Stage,
  type TableRow,
} from '../dsl/index.ts'
import type { Grid, GridStore, Value } from '../grid/index.ts'
import type { Proposal } from './ruler.ts'
import type { Exploration, Scene } from './scene.ts'
import type { Piece, Search } from './search.ts'

/** One plane over all cells of a task: train cells first (shuffled), then each test's cells. */
export interface PlaneData {
  readonly plane: Plane
  readonly copyable: boolean
  readonly price: number
  /** Values as measured. */
  readonly raw: Uint8Array
  /** Values numbered 0..kinds-1, so that keys of several planes stay small. */
  readonly index: Uint8Array
  readonly kinds: number
}

/** The key of a cell: values are numbered per plane, so that it is one small integer. */
export function keyOf(keys: readonly PlaneData[], k: number): number {
  let key = 0
  for (let p = keys.length - 1; p >= 0; p--) key = key * keys[p]!.kinds + keys[p]!.index[k]!
  return key
}

/** Where the cells of a task lie in a plane, and what the train cells must become. */
export interface CellSpace {
  readonly trainCells: number
  readonly total: number
  /** order[k]: which cell, counted through all inputs, lies at place k of a plane. */
  readonly order: Int32Array
  readonly pairOf: Uint8Array
  readonly target: Uint8Array
}

/** Neighbouring cells agree with each other; shuffled cells contradict a wrong rule much sooner. */
function shuffled(count: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i)
  let state = 0x2545f491
  for (let i = count - 1; i > 0; i--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const j = (state >>> 0) % (i + 1)
    const kept = order[i]!
    order[i] = order[j]!
    order[j] = kept
  }
  return order
}

export function cellSpaceOf(store: GridStore, layer: readonly Value[], outputs: readonly Value[]): CellSpace {
  const total = layer.reduce((sum, value) => sum + store.box(value).area, 0)
  const wanted = Buffer.concat(outputs.map((output) => store.cellsOf(output)))
  const pairs = Buffer.concat(outputs.map((output, pair) => Buffer.alloc(store.box(output).area, pair)))
  const trainCells = wanted.length
  const order = Int32Array.from({ length: total }, (_, i) => i)
  order.set(shuffled(trainCells))
  return {
    trainCells,
    total,
    order,
    pairOf: Uint8Array.from(pairs, (_, k) => pairs[order[k]!]!),
    target: Uint8Array.from(wanted, (_, k) => wanted[order[k]!]!),
  }
}

function planeData(
  space: CellSpace,
  flat: Uint8Array,
  plane: Plane,
  copyable: boolean,
  price: number,
): PlaneData {
  const raw = new Uint8Array(space.total)
  const index = new Uint8Array(space.total)
  const number = new Int16Array(256).fill(-1)
  let kinds = 0
  for (let k = 0; k < space.total; k++) {
    const value = flat[space.order[k]!]!
    if (number[value]! < 0) number[value] = kinds++
    raw[k] = value
    index[k] = number[value]!
  }
  return { plane, copyable, price, raw, index, kinds }
}

/**
 * The planes a cell rule may use: every feature of the base layer, then the colours of other cheap pieces. What is the
 * same for all cells of an input tells pairs apart, which is memorising unless one of a few outputs is chosen.
 */
export function planesOf(
  search: Search,
  space: CellSpace,
  base: Piece,
  others: readonly Piece[],
  choosing = false,
): PlaneData[] {
  const store = search.store
  const found: PlaneData[] = []
  const seen = new Set<string>()
  const offer = (plane: Plane, copyable: boolean, price: number, perInput: readonly Uint8Array[]): void => {
    const data = planeData(space, Buffer.concat(perInput), plane, copyable, price)
    if (data.kinds < 2 && plane.feature !== 'colour') return
    const key = Buffer.from(copyable ? data.raw : data.index).toString('latin1')
    if (seen.has(key)) return
    seen.add(key)
    found.push(data)
  }
  const perInput = base.values.map((value, i) => featuresOf(store, value, search.inputs[i]))
  const layer = search.layer(base)
  perInput[0]!.forEach(({ name, copyable }, f) => {
    if (!choosing && isOfInput(name)) return
    const cells = perInput.map((features) => features[f]!.cells())
    offer({ feature: name, layer }, copyable, featureLength(name), cells)
  })
  for (const piece of others) {
    const cells = piece.values.map((value) => store.cellsOf(value))
    offer({ feature: 'colour', layer: search.layer(piece) }, true, piece.cost, cells)
  }
  return found
}

/** Whether a feature tells one input from another, or one place from all others. */
export const isOfInput = (feature: string): boolean => feature === 'place' || feature.startsWith('input-')

const OTHER_PIECES = 120

/** The cells of a scene and everything that can be asked of them. */
export interface CellTable {
  readonly space: CellSpace
  readonly planes: readonly PlaneData[]
  /** What the base layer and the size of the output cost. */
  readonly baseCost: number
  readonly size: Exploration['size']
}

/** Planes on the input, or on the cheapest piece of the output's size when the size changes. */
export function cellTableOf(scene: Scene, { search, size }: Exploration): CellTable | undefined {
  const byCost = [...search.pieces].sort((a, b) => a.cost - b.cost)
  const base = byCost[0]
  if (base === undefined) return undefined
  const space = cellSpaceOf(scene.store, base.values, scene.outputs)
  const choosing = size.rule.kind === 'fixed'
  const planes = planesOf(search, space, base, byCost.slice(1, OTHER_PIECES), choosing)
  return { space, planes, baseCost: base.cost + size.cost, size }
}

/** A table of cells as a stage; a key that it does not know leaves the cell as the base layer has it. */
export function cellStage(
  size: OutputSizeRule,
  keys: readonly Plane[],
  table: readonly TableRow[],
  base: Plane,
): Extract<Stage, { kind: 'cells' }> {
  return { kind: 'cells', size, keys, table, otherwise: { kind: 'copy', plane: base } }
}

/** Cells in the order of the grids, cut into one grid per input. */
function gridsOf({ size, space }: CellTable, valueAt: (place: number) => number): Grid[] {
  const flat = new Uint8Array(space.total)
  for (let k = 0; k < space.total; k++) flat[space.order[k]!] = valueAt(k)
  let start = 0
  return size.sizes.map(({ width, height }) => {
    const cells = flat.slice(start, start + width * height)
    start += width * height
    return { width, height, cells }
  })
}

/** What the planes of a key cost before any row is counted. */
export function keysLength({ baseCost }: CellTable, keys: readonly PlaneData[]): number {
  return keys.reduce((sum, { price }) => sum + LENGTH.cellKey + price, LENGTH.cells + baseCost)
}

/** What the cells with one key become. */
export interface CellRow {
  readonly ink: Ink
  /** The plane that is copied. */
  readonly from?: PlaneData
  /** Whether only one train pair has the key. */
  readonly isLonely: boolean
}

/** A table by the keys of these planes; a key without a row leaves the cell as it is. A `whole` one explains all train cells. */
export function cellProposal(
  table: CellTable,
  keys: readonly PlaneData[],
  rows: ReadonlyMap<number, CellRow>,
  whole: boolean,
): Proposal {
  const own = table.planes[0]!
  const known = new Map<number, TableRow>()
  const unknown = new Set<number>()
  const results = gridsOf(table, (k) => {
    const key = keyOf(keys, k)
    const row = rows.get(key)
    if (row === undefined) unknown.add(key)
    else if (!known.has(key)) known.set(key, { key: keys.map(({ raw }) => raw[k]!), ink: row.ink })
    return row?.ink.kind === 'colour' ? row.ink.colour : (row?.from ?? own).raw[k]!
  })
  let cost = keysLength(table, keys) + (whole ? MEMORISED.unknownKey * unknown.size : 0)
  for (const { ink, from, isLonely } of rows.values()) {
    cost += rowLength(ink, from === own)
    if (isLonely) cost += from === own ? MEMORISED.keptRowOnce : MEMORISED.cellRowOnce
  }
  const planes = keys.map(({ plane }) => plane)
  const asked = planes.map(({ feature }) => feature).join(', ') || 'nothing'
  return {
    stage: cellStage(table.size.rule, planes, [...known.values()], own.plane),
    results,
    cost,
    why: `${whole ? '' : 'some '}cells by ${asked}`,
  }
}
