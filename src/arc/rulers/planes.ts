// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { featureLength } from '../cost.ts'
import { featuresOf, type Plane } from '../dsl/index.ts'
import type { Grid, GridStore, Value } from '../grid/index.ts'
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
  const starts: number[] = []
  let total = 0
  for (const value of layer) {
    starts.push(total)
    total += store.width[value]! * store.height[value]!
  }
  const trainCells = starts[outputs.length] ?? total
  const order = new Int32Array(total)
  order.set(shuffled(trainCells))
  for (let i = trainCells; i < total; i++) order[i] = i
  const flatPair = new Uint8Array(trainCells)
  const flatTarget = new Uint8Array(trainCells)
  outputs.forEach((output, pair) => {
    const area = store.width[output]! * store.height[output]!
    flatPair.fill(pair, starts[pair]!, starts[pair]! + area)
    flatTarget.set(store.cells.subarray(store.start[output]!, store.start[output]! + area), starts[pair]!)
  })
  return {
    trainCells,
    total,
    order,
    pairOf: flatPair.map((_, k) => flatPair[order[k]!]!),
    target: flatTarget.map((_, k) => flatTarget[order[k]!]!),
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
  const offer = (data: PlaneData): void => {
    if (data.kinds < 2 && data.plane.feature !== 'colour') return
    const key = Buffer.from(data.copyable ? data.raw : data.index).toString('latin1')
    if (seen.has(key)) return
    seen.add(key)
    found.push(data)
  }
  const flat = new Uint8Array(space.total)
  const perInput = base.values.map((value, i) => featuresOf(store, value, search.inputs[i]))
  const layer = search.layer(base)
  perInput[0]!.forEach((feature, f) => {
    let at = 0
    for (const features of perInput) {
      flat.set(features[f]!.cells, at)
      at += features[f]!.cells.length
    }
    const { name, copyable } = feature
    if (!choosing && isOfInput(name)) return
    offer(planeData(space, flat, { feature: name, layer }, copyable, featureLength(name)))
  })
  for (const piece of others) {
    let at = 0
    for (const value of piece.values) {
      const area = store.width[value]! * store.height[value]!
      flat.set(store.cells.subarray(store.start[value]!, store.start[value]! + area), at)
      at += area
    }
    offer(planeData(space, flat, { feature: 'colour', layer: search.layer(piece) }, true, piece.cost))
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

/** Cells in the order of the grids, cut into one grid per input. */
export function gridsOf({ size, space }: CellTable, valueAt: (place: number) => number): Grid[] {
  const flat = new Uint8Array(space.total)
  for (let k = 0; k < space.total; k++) flat[space.order[k]!] = valueAt(k)
  let start = 0
  return size.sizes.widths.map((width, i) => {
    const height = size.sizes.heights[i]!
    const cells = flat.slice(start, start + width * height)
    start += width * height
    return { width, height, cells }
  })
}
