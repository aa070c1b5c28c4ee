import { type GridStore, MAX_AREA, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { coloursOf, histogram, mainColour } from './colour.ts'
import { boundsOf, draw } from './kernel.ts'
import { measure } from './pick.ts'

/** Lays the ink of a piece into a picture of width `w`, its first cell at place `at`. */
function lay(s: GridStore, g: Value, w: number, at: number): void {
  const own = s.box(g)
  for (let i = 0; i < own.area; i++) {
    const x = i % own.w
    const ink = s.cells[own.from + i]!
    if (ink !== 0) s.out[at + ((i - x) / own.w) * w + x] = ink
  }
}

/** Lays the pieces at their positions over each other; later ones on top. The result spans them all. */
function overlay(s: GridStore, pieces: readonly Value[]): Value {
  const { left, top, right, bottom } = boundsOf(s, pieces)
  const w = right - left
  const h = bottom - top
  if (w < 1 || h < 1 || w * h > MAX_AREA) return NONE
  s.out.fill(0, 0, w * h)
  for (const g of pieces) lay(s, g, w, (s.top[g]! - top) * w + s.left[g]! - left)
  return s.commit(w, h, left, top)
}

/** Pieces in a row (across) or a column (along), aligned at their tops or left sides. */
function line(s: GridStore, pieces: readonly Value[], across: boolean): Value {
  let w = 0
  let h = 0
  for (const g of pieces) {
    w = across ? w + s.width[g]! : Math.max(w, s.width[g]!)
    h = across ? Math.max(h, s.height[g]!) : h + s.height[g]!
  }
  if (w * h > MAX_AREA || pieces.length < 2) return NONE
  s.out.fill(0, 0, w * h)
  let offset = 0
  for (const g of pieces) {
    lay(s, g, w, offset)
    offset += across ? s.width[g]! : s.height[g]! * w
  }
  return s.commit(w, h, 0, 0)
}

/** Combines pieces of equal size cell by cell; a cell's ink is that of the first piece that has any. */
function combine(s: GridStore, pieces: readonly Value[], how: string): Value {
  const first = pieces[0]
  if (first === undefined || pieces.length < 2) return NONE
  const w = s.width[first]!
  const h = s.height[first]!
  for (const g of pieces) if (s.width[g] !== w || s.height[g] !== h) return NONE
  for (let i = 0; i < w * h; i++) {
    let ink = 0
    let covered = 0
    for (const g of pieces) {
      const here = s.cells[s.start[g]! + i]!
      if (here === 0) continue
      covered++
      if (ink === 0) ink = here
    }
    if (how === 'none') s.out[i] = covered === 0 ? 1 : 0
    else s.out[i] = how === 'any' || covered === (how === 'all' ? pieces.length : 1) ? ink : 0
  }
  return s.commit(w, h, 0, 0)
}

export const mergeOps: readonly Primitive[] = [
  mergeStep('overlay', NO_PARAMETER, (s, v) => overlay(s, s.items(v))),
  mergeStep('line-up', choice('across', 'along'), (s, v, how) => line(s, s.items(v), how === 'across')),
  mergeStep('combine', choice('all', 'any', 'one', 'none'), (s, v, how) =>
    combine(s, s.items(v), String(how)),
  ),
]

function bar(s: GridStore, length: number, ink: number, shape: string): Value {
  if (length < 1 || length > 40) return NONE
  const w = shape === 'along' ? 1 : length
  const h = shape === 'across' ? 1 : length
  return draw(s, w, h, (x, y) => (shape === 'diagonal' && x !== y ? 0 : ink))
}

/** One row per colour, most frequent on top, as long as the colour is frequent. */
function ranking(s: GridStore, g: Value, bars: boolean): Value {
  const colours = coloursOf(s, g)
  const counts = histogram(s, g)
  const most = colours[0]
  if (most === undefined) return NONE
  const w = bars ? counts[most]! : 1
  if (w * colours.length > 900) return NONE
  s.out.fill(0, 0, w * colours.length)
  colours.forEach((c, y) => {
    s.out.fill(c, y * w, y * w + (bars ? counts[c]! : 1))
  })
  return s.commit(w, colours.length, 0, 0)
}

const shapes = choice('across', 'along', 'square', 'diagonal')

export const countOps: readonly Primitive[] = [
  gridStep('dot', NO_PARAMETER, (s, g) => {
    s.out[0] = mainColour(s, g)
    return s.out[0] === 0 ? NONE : s.commit(1, 1, s.left[g]!, s.top[g]!)
  }),
  gridStep('count-ink', shapes, (s, g, shape) =>
    bar(s, measure(s, g, 'ink', []), mainColour(s, g), String(shape)),
  ),
  gridStep('count-colours', shapes, (s, g, shape) =>
    bar(s, measure(s, g, 'colours', []), mainColour(s, g), String(shape)),
  ),
  gridStep('ranking', choice('list', 'bars'), (s, g, how) => ranking(s, g, how === 'bars')),
  mergeStep('count-pieces', shapes, (s, v, shape) => {
    const list = s.items(v)
    const first = list[0]
    return first === undefined ? NONE : bar(s, list.length, mainColour(s, first), String(shape))
  }),
]
