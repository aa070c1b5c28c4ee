// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Grid } from '../grid/index.ts'
import { type CellSpace, cellSpaceOf, type PlaneData, planesOf } from './planes.ts'
import type { Exploration, Scene } from './scene.ts'

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
  const planes = planesOf(search, space, base, byCost.slice(1, OTHER_PIECES))
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
