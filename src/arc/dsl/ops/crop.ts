import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { copyOut, cut, cutAround } from './kernel.ts'

/** The same cells at another position. */
export function place(s: GridStore, g: Value, left: number, top: number): Value {
  copyOut(s, g)
  return s.commit(s.width[g]!, s.height[g]!, left, top)
}

/** Rectangles of a grid of some size: first column and row, width and height. */
const PARTS: Readonly<Record<string, (w: number, h: number) => [number, number, number, number]>> = {
  left: (w, h) => [0, 0, w >> 1, h],
  right: (w, h) => [w - (w >> 1), 0, w >> 1, h],
  top: (w, h) => [0, 0, w, h >> 1],
  bottom: (w, h) => [0, h - (h >> 1), w, h >> 1],
  inside: (w, h) => [1, 1, w - 2, h - 2],
  middle: (w, h) => {
    const [x, y] = [(w - Math.floor(w / 3)) >> 1, (h - Math.floor(h / 3)) >> 1]
    return w < 3 || h < 3 ? [0, 0, 0, 0] : [x, y, w - 2 * x, h - 2 * y]
  },
}

/** Keeps the rows and columns in which some cell passes a test. */
function select(
  s: GridStore,
  g: Value,
  keeps: (i: number, x: number, y: number) => [boolean, boolean],
): Value {
  const { w, h, from } = s.box(g)
  const [columns, rows] = [new Uint8Array(w), new Uint8Array(h)]
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [column, row] = keeps(from + y * w + x, x, y)
      if (column) columns[x] = 1
      if (row) rows[y] = 1
    }
  }
  let [count, newH] = [0, 0]
  for (let y = 0; y < h; y++) {
    if (rows[y] === 0) continue
    newH++
    for (let x = 0; x < w; x++) if (columns[x] === 1) s.out[count++] = s.cells[from + y * w + x]!
  }
  return newH === 0 || count === 0 ? NONE : s.commit(count / newH, newH, 0, 0)
}

function squeeze(s: GridStore, g: Value): Value {
  return select(s, g, (i) => [s.cells[i] !== 0, s.cells[i] !== 0])
}

function dedupe(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  return select(s, g, (i, x, y) => [
    x === 0 || s.cells[i] !== s.cells[i - 1],
    y === 0 || s.cells[i] !== s.cells[i - w],
  ])
}

export const cropOps: readonly Primitive[] = [
  gridStep('crop', NO_PARAMETER, (s, g) => cutAround(s, g, (colour) => colour !== 0)),
  gridStep('origin', NO_PARAMETER, (s, g) => (s.left[g] === 0 && s.top[g] === 0 ? g : place(s, g, 0, 0)), 6),
  gridStep('part', choice(...Object.keys(PARTS)), (s, g, which) =>
    cut(s, g, ...PARTS[which]!(s.width[g]!, s.height[g]!)),
  ),
  gridStep('squeeze', NO_PARAMETER, squeeze),
  gridStep('dedupe', NO_PARAMETER, dedupe),
]
