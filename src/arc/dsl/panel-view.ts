// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Grid, GridStore } from '../grid/index.ts'
import { latticeOf } from '../objects/index.ts'
import { condense } from './ops/panel.ts'

/**
 * Looks at one cell per panel of an input: the panel's main colour. Looking back paints whole panels between the
 * input's lines. A grid that is not as large as the input is left as it is, both ways.
 */
export function panelLens(input: Grid): { view: (grid: Grid) => Grid; undo: (grid: Grid) => Grid } {
  const store = new GridStore(4)
  const lattice = latticeOf(store, store.add(input))
  if (lattice === undefined) return { view: (grid) => grid, undo: (grid) => grid }
  const { rows, columns } = lattice
  return {
    view: (grid) => {
      if (grid.width !== input.width || grid.height !== input.height) return grid
      return store.grid(condense(store, store.add(grid), lattice))
    },
    undo: (grid) => {
      if (grid.width !== columns.length || grid.height !== rows.length) return grid
      const cells = input.cells.slice()
      rows.forEach(([y, height], row) => {
        columns.forEach(([x, width], column) => {
          const ink = grid.cells[row * columns.length + column]!
          for (let k = y; k < y + height; k++)
            cells.fill(ink, k * input.width + x, k * input.width + x + width)
        })
      })
      return { width: input.width, height: input.height, cells }
    },
  }
}
