import type { GridStore, Value } from '../grid/index.ts'

/** The neighbours of a cell: the four sides first, then the corners. */
export const AROUND_X: readonly number[] = [-1, 1, 0, 0, -1, 1, -1, 1]
export const AROUND_Y: readonly number[] = [0, 0, -1, 1, -1, -1, 1, 1]

/** What counts as one object: cells of one colour, any cells that are not empty, or empty cells. */
export type Membership = 'colour' | 'ink' | 'empty'

/**
 * Labels connected components 1..n in `labels` (0 elsewhere), in reading order of their first cell.
 * Returns n. `eight` joins over corners too.
 */
export function label(
  s: GridStore,
  g: Value,
  member: Membership,
  eight: boolean,
  labels: Int32Array,
): number {
  const { w, h, area, from } = s.box(g)
  const cells = s.cells
  const stack = s.stack
  labels.fill(0, 0, area)
  const reach = eight ? 8 : 4
  let count = 0
  for (let seed = 0; seed < area; seed++) {
    if (labels[seed] !== 0) continue
    const ink = cells[from + seed]!
    if (member === 'empty' ? ink !== 0 : ink === 0) continue
    count++
    labels[seed] = count
    let depth = 0
    stack[depth++] = seed
    while (depth > 0) {
      const i = stack[--depth]!
      const x = i % w
      const y = (i - x) / w
      for (let k = 0; k < reach; k++) {
        const nx = x + AROUND_X[k]!
        const ny = y + AROUND_Y[k]!
        if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue
        const j = ny * w + nx
        if (labels[j] !== 0) continue
        const other = cells[from + j]!
        if (member === 'ink' ? other === 0 : other !== ink) continue
        labels[j] = count
        stack[depth++] = j
      }
    }
  }
  return count
}

/** A rectangle: its first and its last columns and rows. */
export interface Bounds {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** The rectangle around some places of a picture, which are in reading order. */
export function boxAround(places: readonly number[], width: number): Bounds {
  let [x0, x1] = [width, -1]
  for (const i of places) {
    const x = i % width
    if (x < x0) x0 = x
    if (x > x1) x1 = x
  }
  return { x0, y0: Math.floor(places[0]! / width), x1, y1: Math.floor(places.at(-1)! / width) }
}

/** A stretch of rows or columns: where it begins and how long it is. */
export type Span = readonly [begin: number, length: number]

/** A picture divided by full lines of one colour. */
export interface Lattice {
  readonly rows: readonly Span[]
  readonly columns: readonly Span[]
}

/** True when line `at` (row or column) holds one colour only; returns that colour, or -1. */
function lineColour(s: GridStore, g: Value, at: number, row: boolean): number {
  const { w, from } = s.box(g)
  const length = row ? w : s.height[g]!
  const first = s.cells[from + (row ? at * w : at)]!
  for (let k = 1; k < length; k++) if (s.cells[from + (row ? at * w + k : k * w + at)] !== first) return -1
  return first
}

/** Spans between separator lines: full lines of one colour that occurs in every separator. */
function spans(s: GridStore, g: Value, row: boolean, colour: number): Span[] {
  const length = row ? s.height[g]! : s.width[g]!
  const found: Span[] = []
  let begin = 0
  for (let at = 0; at <= length; at++) {
    if (at < length && lineColour(s, g, at, row) !== colour) continue
    if (at > begin) found.push([begin, at - begin])
    begin = at + 1
  }
  return found
}

/** The division into most panels that lines of one colour make; undefined when no line divides anything. */
export function latticeOf(s: GridStore, g: Value): Lattice | undefined {
  const { w, h } = s.box(g)
  let best: Lattice | undefined
  let most = 1
  for (let colour = 1; colour < 10; colour++) {
    const rows = spans(s, g, true, colour)
    const columns = spans(s, g, false, colour)
    const total = rows.length * columns.length
    if (total <= most) continue
    const lines = h - rows.reduce((sum, r) => sum + r[1], 0) + w - columns.reduce((sum, c) => sum + c[1], 0)
    if (lines === 0) continue
    most = total
    best = { rows, columns }
  }
  return best
}

/** The panels of a picture this wide, in reading order: the places of the cells of each. */
export function panelsOf({ rows, columns }: Lattice, width: number): number[][] {
  return rows.flatMap(([y, high]) =>
    columns.map(([x, wide]) =>
      Array.from({ length: wide * high }, (_, k) => (y + Math.floor(k / wide)) * width + x + (k % wide)),
    ),
  )
}
