// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Grid } from '../grid/index.ts'

export const AXES = ['left-right', 'up-down', 'diagonal'] as const
type Axis = (typeof AXES)[number]

/** Questions about single grids that the describer asks again and again. */

function at(grid: Grid, x: number, y: number): number {
  return grid.cells[y * grid.width + x]!
}

export function colourCounts(grid: Grid): number[] {
  const counts: number[] = Array(10).fill(0)
  for (const c of grid.cells) counts[c]!++
  return counts
}

export function paletteOf(grid: Grid): number[] {
  return colourCounts(grid).flatMap((n, c) => (n > 0 ? [c] : []))
}

export function inkOfGrid(grid: Grid): number {
  return grid.cells.length - colourCounts(grid)[0]!
}

export function backgroundOf(grid: Grid): number {
  const counts = colourCounts(grid)
  return counts.indexOf(Math.max(...counts))
}

export function isSymmetric(grid: Grid, axis: Axis): boolean {
  const { width, height } = grid
  if (axis === 'diagonal' && width !== height) return false
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const other =
        axis === 'left-right'
          ? at(grid, width - 1 - x, y)
          : axis === 'up-down'
            ? at(grid, x, height - 1 - y)
            : at(grid, y, x)
      if (at(grid, x, y) !== other) return false
    }
  }
  return true
}

/** The smallest repeat along rows or columns that fits at least twice, or 0. */
export function periodOf({ width, height, cells }: Grid, along: 'rows' | 'columns'): number {
  const [length, step] = along === 'rows' ? [width, 1] : [height, width]
  for (let period = 1; period * 2 <= length; period++) {
    const repeats = (c: number, i: number): boolean =>
      (along === 'rows' ? i % width : Math.floor(i / width)) < period || c === cells[i - period * step]
    if (cells.every(repeats)) return period
  }
  return 0
}

/** Colours (but 0) that fill a whole row or column which is not at the edge. */
export function separatorColours(grid: Grid): number[] {
  const found = new Set<number>()
  for (let y = 1; y < grid.height - 1; y++) {
    const first = at(grid, 0, y)
    if (first !== 0 && grid.cells.subarray(y * grid.width, (y + 1) * grid.width).every((c) => c === first))
      found.add(first)
  }
  for (let x = 1; x < grid.width - 1; x++) {
    const first = at(grid, x, 0)
    let full = first !== 0
    for (let y = 1; y < grid.height && full; y++) full = at(grid, x, y) === first
    if (full) found.add(first)
  }
  return [...found].sort((a, b) => a - b)
}

/** The colour of the outermost ring when it is one colour but 0, else undefined. */
export function frameColour(grid: Grid): number | undefined {
  const first = at(grid, 0, 0)
  if (first === 0 || grid.width < 3 || grid.height < 3) return undefined
  for (let x = 0; x < grid.width; x++)
    if (at(grid, x, 0) !== first || at(grid, x, grid.height - 1) !== first) return undefined
  for (let y = 0; y < grid.height; y++)
    if (at(grid, 0, y) !== first || at(grid, grid.width - 1, y) !== first) return undefined
  return grid.cells.every((c) => c === first) ? undefined : first
}

/** Whether a small grid lies in a large one. */
export function liesWithin(small: Grid, large: Grid): boolean {
  const isAt = (x: number, y: number): boolean =>
    small.cells.every((c, k) => {
      const sx = k % small.width
      return at(large, x + sx, y + (k - sx) / small.width) === c
    })
  for (let y = 0; y + small.height <= large.height; y++)
    for (let x = 0; x + small.width <= large.width; x++) if (isAt(x, y)) return true
  return false
}
