// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'

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
