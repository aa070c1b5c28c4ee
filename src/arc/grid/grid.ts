/** A grid as data: row-major cells, colours 0..9. The plain form used at the edges, outside the search. */
export interface Grid {
  readonly width: number
  readonly height: number
  readonly cells: Uint8Array
}

/** The largest side of a task's grid, by the rules of ARC. */
export const MAX_SIDE = 30

export function gridFromRows(rows: readonly (readonly number[])[]): Grid {
  const height = rows.length
  const width = rows[0]?.length ?? 0
  const cells = new Uint8Array(width * height)
  rows.forEach((row, y) => {
    cells.set(row, y * width)
  })
  return { width, height, cells }
}

export function gridToRows(grid: Grid): number[][] {
  const rows: number[][] = []
  for (let y = 0; y < grid.height; y++) {
    rows.push(Array.from(grid.cells.subarray(y * grid.width, (y + 1) * grid.width)))
  }
  return rows
}

export function sameSize(a: Grid, b: Grid): boolean {
  return a.width === b.width && a.height === b.height
}

/**
 * What was to be done to make a wanted grid and how much of it is: cells that change, those of them that are right, and
 * those that stay and are wrong. All cells of a grid of another size change; nothing is right in a picture of another size.
 */
export function progress(before: Grid, made: Grid | undefined, wanted: Grid) {
  const was = sameSize(before, wanted) ? before.cells : undefined
  const now = made !== undefined && sameSize(made, wanted) ? made.cells : undefined
  const found = { change: 0, right: 0, wrong: 0 }
  for (let i = 0; i < wanted.cells.length; i++) {
    const isRight = now?.[i] === wanted.cells[i]
    if (was?.[i] === wanted.cells[i]) found.wrong += Number(!isRight)
    else {
      found.change++
      found.right += Number(isRight)
    }
  }
  return found
}

export function sameGrid(a: Grid, b: Grid): boolean {
  if (!sameSize(a, b)) return false
  for (let i = 0; i < a.cells.length; i++) if (a.cells[i] !== b.cells[i]) return false
  return true
}

/** A short text that is equal exactly when the grids are equal; for maps keyed by grid. */
export function gridKey(grid: Grid): string {
  return `${grid.width}x${grid.height}:${Buffer.from(grid.cells.buffer, grid.cells.byteOffset, grid.cells.length).toString('latin1')}`
}

/** The same for several grids, some of which may be missing. */
export function gridsKey(grids: readonly (Grid | undefined)[]): string {
  return grids.map((grid) => (grid === undefined ? '-' : gridKey(grid))).join('|')
}
