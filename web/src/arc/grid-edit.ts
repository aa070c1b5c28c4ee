/** Grids as text in an address (`012/340`), and what can be done to one. */
export type Cells = readonly (readonly number[])[]

export const MOST_SIDE = 30

export function readGrid(text: string): Cells | undefined {
  const rows = text.split('/').map((row) => [...row].map(Number))
  const width = rows[0]?.length ?? 0
  const isGrid =
    width > 0 &&
    width <= MOST_SIDE &&
    rows.length <= MOST_SIDE &&
    rows.every((row) => row.length === width && row.every((cell) => Number.isInteger(cell)))
  return isGrid ? rows : undefined
}

export function printGrid(cells: Cells): string {
  return cells.map((row) => row.join('')).join('/')
}

export function paintCell(cells: Cells, x: number, y: number, colour: number): Cells {
  return cells.map((row, at) => (at === y ? row.map((cell, place) => (place === x ? colour : cell)) : row))
}

/** The same grid with other sides: cut at the right and below, or filled with black. */
export function resize(cells: Cells, width: number, height: number): Cells {
  const sides = [width, height].map((side) => Math.max(1, Math.min(MOST_SIDE, Math.round(side) || 1)))
  const [columns = 1, rows = 1] = sides
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (__, x) => cells[y]?.[x] ?? 0),
  )
}
