// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Grid, GridStore } from '../grid/index.ts'
import { pictureOf } from '../objects/index.ts'

/** Rectangles of an input: around all its ink, and around its largest object. */
export const BOX_NAMES = ['ink-box', 'object-box'] as const
export type BoxName = (typeof BOX_NAMES)[number]

/**
 * Looks at a rectangle of an input only; looking back puts the rectangle into the input. A grid that is not as large as
 * the input is left as it is, both ways.
 */
export function boxLens(
  input: Grid,
  how: BoxName,
): { view: (grid: Grid) => Grid; undo: (grid: Grid) => Grid } {
  const store = new GridStore(4)
  const found = pictureOf(store, store.add(input), 'side', input.cells.length)?.objects ?? []
  const largest = Math.max(...found.map(({ cells }) => cells.length))
  const objects =
    how === 'ink-box' ? found : found.filter(({ cells }) => cells.length === largest).slice(0, 1)
  if (objects.length === 0) return { view: (grid) => grid, undo: (grid) => grid }
  const [x0, y0] = [Math.min(...objects.map((o) => o.x0)), Math.min(...objects.map((o) => o.y0))]
  const width = Math.max(...objects.map((o) => o.x1)) + 1 - x0
  const height = Math.max(...objects.map((o) => o.y1)) + 1 - y0
  const places = Array.from(
    { length: width * height },
    (_, i) => (y0 + Math.floor(i / width)) * input.width + x0 + (i % width),
  )
  return {
    view: (grid) =>
      grid.width === input.width && grid.height === input.height
        ? { width, height, cells: Uint8Array.from(places, (i) => grid.cells[i]!) }
        : grid,
    undo: (grid) => {
      if (grid.width !== width || grid.height !== height) return grid
      const cells = input.cells.slice()
      places.forEach((i, k) => {
        cells[i] = grid.cells[k]!
      })
      return { ...input, cells }
    },
  }
}
