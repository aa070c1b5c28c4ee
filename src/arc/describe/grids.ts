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

export function isSymmetric({ width, height, cells }: Grid, axis: Axis): boolean {
  if (axis === 'diagonal' && width !== height) return false
  return cells.every((c, i) => {
    const x = i % width
    const y = (i - x) / width
    if (axis === 'diagonal') return c === cells[x * width + y]
    return c === cells[axis === 'left-right' ? i + width - 1 - 2 * x : (height - 1 - y) * width + x]
  })
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
export function separatorColours({ width, height, cells }: Grid): number[] {
  const rows = Array.from({ length: height }, (_, y) => cells.subarray(y * width, (y + 1) * width))
  const columns = Array.from({ length: width }, (_, x) => cells.filter((__, i) => i % width === x))
  const inner = [...rows.slice(1, -1), ...columns.slice(1, -1)]
  const full = inner.filter((line) => line[0] !== 0 && line.every((c) => c === line[0]))
  return [...new Set(full.map((line) => line[0]!))].sort((a, b) => a - b)
}

/** The colour of the outermost ring when it is one colour but 0, else undefined. */
export function frameColour({ width, height, cells }: Grid): number | undefined {
  const [first] = cells
  if (first === 0 || width < 3 || height < 3) return undefined
  const isInside = (i: number): boolean =>
    i >= width && i < cells.length - width && i % width > 0 && i % width < width - 1
  const isFrame = cells.every((c, i) => c === first || isInside(i))
  return isFrame && cells.some((c) => c !== first) ? first : undefined
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
