// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, NO_PARAMETER, type Primitive } from '../op.ts'

/** The rectangle (x, y, w, h) of a grid, with its position kept. */
export function cut(s: GridStore, g: Value, x0: number, y0: number, w: number, h: number): Value {
  if (w < 1 || h < 1) return NONE
  const width = s.width[g]!
  const from = s.start[g]!
  for (let y = 0; y < h; y++) {
    const row = from + (y0 + y) * width + x0
    for (let x = 0; x < w; x++) s.out[y * w + x] = s.cells[row + x]!
  }
  return s.commit(w, h, s.left[g]! + x0, s.top[g]! + y0)
}

/** The smallest rectangle with everything that is not empty. */
function crop(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  let x0 = w
  let x1 = -1
  let y0 = h
  let y1 = -1
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (s.cells[from + y * w + x] === 0) continue
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      y1 = y
    }
  }
  return x1 < 0 ? NONE : cut(s, g, x0, y0, x1 - x0 + 1, y1 - y0 + 1)
}

/** The same cells at another position. */
export function place(s: GridStore, g: Value, left: number, top: number): Value {
  const area = s.width[g]! * s.height[g]!
  const from = s.start[g]!
  for (let i = 0; i < area; i++) s.out[i] = s.cells[from + i]!
  return s.commit(s.width[g]!, s.height[g]!, left, top)
}

function part(s: GridStore, g: Value, which: string): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const halfW = w >> 1
  const halfH = h >> 1
  switch (which) {
    case 'left':
      return halfW < 1 ? NONE : cut(s, g, 0, 0, halfW, h)
    case 'right':
      return halfW < 1 ? NONE : cut(s, g, w - halfW, 0, halfW, h)
    case 'top':
      return halfH < 1 ? NONE : cut(s, g, 0, 0, w, halfH)
    case 'bottom':
      return halfH < 1 ? NONE : cut(s, g, 0, h - halfH, w, halfH)
    case 'inside':
      return w < 3 || h < 3 ? NONE : cut(s, g, 1, 1, w - 2, h - 2)
    default: {
      const thirdW = Math.floor(w / 3)
      const thirdH = Math.floor(h / 3)
      return thirdW < 1 || thirdH < 1
        ? NONE
        : cut(
            s,
            g,
            (w - thirdW) >> 1,
            (h - thirdH) >> 1,
            w - 2 * ((w - thirdW) >> 1),
            h - 2 * ((h - thirdH) >> 1),
          )
    }
  }
}

/** Keeps the rows and columns for which `keepRow`/`keepColumn` is 1. */
function select(s: GridStore, g: Value, columns: Uint8Array, rows: Uint8Array): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  let count = 0
  let newH = 0
  for (let y = 0; y < h; y++) {
    if (rows[y] === 0) continue
    newH++
    for (let x = 0; x < w; x++) if (columns[x] === 1) s.out[count++] = s.cells[from + y * w + x]!
  }
  return newH === 0 || count === 0 ? NONE : s.commit(count / newH, newH, 0, 0)
}

const keepColumns = new Uint8Array(128)
const keepRows = new Uint8Array(128)

function squeeze(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  keepColumns.fill(0, 0, w)
  keepRows.fill(0, 0, h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (s.cells[from + y * w + x] !== 0) {
        keepColumns[x] = 1
        keepRows[y] = 1
      }
    }
  }
  return select(s, g, keepColumns, keepRows)
}

function dedupe(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  keepColumns.fill(0, 0, w)
  keepRows.fill(0, 0, h)
  keepColumns[0] = 1
  keepRows[0] = 1
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = s.cells[from + y * w + x]
      if (x > 0 && here !== s.cells[from + y * w + x - 1]) keepColumns[x] = 1
      if (y > 0 && here !== s.cells[from + (y - 1) * w + x]) keepRows[y] = 1
    }
  }
  return select(s, g, keepColumns, keepRows)
}

export const cropOps: readonly Primitive[] = [
  gridStep(
    'crop',
    'Cuts out the smallest rectangle with every cell that is not empty; it remembers its position.',
    NO_PARAMETER,
    crop,
  ),
  {
    ...gridStep(
      'origin',
      'Forgets the position: the grid sits at the top left again.',
      NO_PARAMETER,
      (s, g) => (s.left[g] === 0 && s.top[g] === 0 ? g : place(s, g, 0, 0)),
    ),
    cost: 6,
  },
  gridStep(
    'part',
    'Cuts out a half (left, right, top, bottom), the inside of a one-cell rim, or the middle third.',
    choice('left', 'right', 'top', 'bottom', 'inside', 'middle'),
    (s, g, which) => part(s, g, String(which)),
  ),
  gridStep('squeeze', 'Removes the rows and columns that are wholly empty.', NO_PARAMETER, squeeze),
  gridStep('dedupe', 'Removes each row and column that repeats the one before it.', NO_PARAMETER, dedupe),
]
