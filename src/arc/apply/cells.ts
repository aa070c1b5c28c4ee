// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { featuresOf, type Ink, type Plane, type Stage } from '../dsl/index.ts'
import { type GridStore, NONE, type Value } from '../grid/index.ts'
import { runLayer, runSize } from './pieces.ts'

/** Writes every cell by the table: the planes' values at the cell are its key. */
export function runCells(store: GridStore, input: Value, stage: Extract<Stage, { kind: 'cells' }>): Value {
  const size = runSize(store, input, stage.size)
  if (size === undefined) return NONE
  const { width, height } = size
  const measured = new Map<Value, Map<string, Uint8Array>>()
  const valuesOf = (plane: Plane): Uint8Array | undefined => {
    const layer = runLayer(store, input, plane.layer, width, height)
    if (layer === NONE) return undefined
    let features = measured.get(layer)
    if (features === undefined) {
      features = new Map(featuresOf(store, layer).map((feature) => [feature.name, feature.cells]))
      measured.set(layer, features)
    }
    return features.get(plane.feature)
  }
  const writer = (ink: Ink): Uint8Array | number | undefined =>
    ink.kind === 'colour' ? ink.colour : valuesOf(ink.plane)
  const keys = stage.keys.map(valuesOf)
  const otherwise = writer(stage.otherwise)
  if (keys.includes(undefined) || otherwise === undefined) return NONE
  const rows = new Map(stage.table.map((row) => [row.key.join(), writer(row.ink)]))
  const area = width * height
  const cells = new Uint8Array(area)
  for (let i = 0; i < area; i++) {
    const key = keys.map((values) => values![i]!).join()
    const ink = rows.has(key) ? rows.get(key) : otherwise
    if (ink === undefined) return NONE
    const colour = typeof ink === 'number' ? ink : ink[i]!
    if (colour > 9) return NONE
    cells[i] = colour
  }
  store.out.set(cells)
  return store.commit(width, height, 0, 0)
}
