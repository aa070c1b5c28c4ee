import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { histogramOf, latticeOf, type Membership, panelsOf, topColour } from '../../objects/index.ts'
import { choice, gridStep, INK, NO_PARAMETER, type Primitive, splitStep } from '../op.ts'
import { coloursOf } from './colour.ts'
import { type Box, boxesOf, cut, cutAround, cutOut, redraw, write } from './kernel.ts'

/** More pieces than this are noise, not objects. */
const MAX_PIECES = 60

/** Each component as its own grid, cropped, at its position. */
function components(s: GridStore, g: Value, member: Membership, eight: boolean): Value {
  const { w, from } = s.box(g)
  const boxes = boxesOf(s, g, member, eight)
  if (boxes.length > MAX_PIECES) return NONE
  const pieces = boxes.map(({ x0, y0, x1, y1 }, k) => {
    const pw = x1 - x0 + 1
    write(s, pw, y1 - y0 + 1, (x, y) => {
      const i = (y + y0) * w + x + x0
      return s.scratch[i] !== k + 1 ? 0 : member === 'empty' ? 1 : s.cells[from + i]!
    })
    return s.commit(pw, y1 - y0 + 1, s.left[g]! + x0, s.top[g]! + y0)
  })
  return s.list(pieces)
}

/** One full-size grid per colour, most frequent first. */
function byColour(s: GridStore, g: Value): Value {
  return s.list(coloursOf(s, g).map((c) => redraw(s, g, (here) => (here === c ? c : 0))))
}

/** The panels between full lines of one colour, in reading order; the lines themselves are left out. */
function panels(s: GridStore, g: Value): Value {
  const lattice = latticeOf(s, g)
  if (lattice === undefined || lattice.rows.length * lattice.columns.length > MAX_PIECES) return NONE
  return s.list(lattice.rows.flatMap(([y, ph]) => lattice.columns.map(([x, pw]) => cut(s, g, x, y, pw, ph))))
}

/** Equal parts side by side or on top of each other. */
function parts(s: GridStore, g: Value, how: string): Value {
  const { w, h } = s.box(g)
  const across = how.startsWith('across')
  const count = how.endsWith('thirds') ? 3 : 2
  const length = across ? w : h
  const size = Math.floor(length / count)
  const gap = length - size * count
  if (size < 1 || (gap !== 0 && gap !== count - 1)) return NONE
  const step = size + (gap > 0 ? 1 : 0)
  return s.list(
    Array.from({ length: count }, (_, k) =>
      across ? cut(s, g, k * step, 0, size, h) : cut(s, g, 0, k * step, w, size),
    ),
  )
}

function strips(s: GridStore, g: Value, across: boolean): Value {
  const { w, h } = s.box(g)
  const count = across ? h : w
  if (count > MAX_PIECES) return NONE
  return s.list(
    Array.from({ length: count }, (_, k) => (across ? cut(s, g, 0, k, w, 1) : cut(s, g, k, 0, 1, h))),
  )
}

export const splitOps: readonly Primitive[] = [
  splitStep('objects', choice('corner', 'side'), (s, g, how) => components(s, g, 'colour', how === 'corner')),
  splitStep('blobs', choice('corner', 'side'), (s, g, how) => components(s, g, 'ink', how === 'corner')),
  splitStep('gaps', NO_PARAMETER, (s, g) => components(s, g, 'empty', false)),
  splitStep('colours', NO_PARAMETER, byColour),
  splitStep('panels', NO_PARAMETER, panels),
  splitStep('parts', choice('across-halves', 'along-halves', 'across-thirds', 'along-thirds'), (s, g, how) =>
    parts(s, g, String(how)),
  ),
  splitStep('strips', choice('across', 'along'), (s, g, how) => strips(s, g, how === 'across')),
]

const MAX_WINDOWS = 40

/** The distinct rectangles around objects, with everything in them; one cell is no window. */
function windows(s: GridStore, g: Value, eight: boolean): Value {
  const pieces = new Set<Value>()
  const boxes = boxesOf(s, g, 'colour', eight)
  if (boxes.length > MAX_WINDOWS) return NONE
  for (const box of boxes) if (box.x1 > box.x0 || box.y1 > box.y0) pieces.add(cutOut(s, g, box))
  return s.list([...pieces])
}

/** Whether the whole rim of a box has the box's colour. */
function isFrame(s: GridStore, g: Value, { colour, x0, y0, x1, y1 }: Box): boolean {
  if (x1 - x0 < 2 || y1 - y0 < 2) return false
  const { w, from } = s.box(g)
  for (let x = x0; x <= x1; x++)
    if (s.cells[from + y0 * w + x] !== colour || s.cells[from + y1 * w + x] !== colour) return false
  for (let y = y0; y <= y1; y++)
    if (s.cells[from + y * w + x0] !== colour || s.cells[from + y * w + x1] !== colour) return false
  return true
}

/** The rectangles whose rim is of one colour and connected: with the rim, or what is inside it. */
function frames(s: GridStore, g: Value, inside: boolean): Value {
  const found = boxesOf(s, g, 'colour', false).filter((box) => isFrame(s, g, box))
  return s.list(found.map((box) => cutOut(s, g, box, Number(inside))))
}

export const windowOps: readonly Primitive[] = [
  gridStep('clip', INK, (s, g, colour) => cutAround(s, g, (c) => c === colour)),
  splitStep('windows', choice('corner', 'side'), (s, g, how) => windows(s, g, how === 'corner'), 8),
  splitStep('frames', choice('inside', 'whole'), (s, g, how) => frames(s, g, how === 'inside'), 8),
]

/** One cell per panel in the panel's main colour; with a choice, only the panels with the most or least ink count. */
function condense(s: GridStore, g: Value, which: string): Value {
  const lattice = latticeOf(s, g)
  if (lattice === undefined) return NONE
  const cells = s.cellsOf(g)
  const panels = panelsOf(lattice, s.width[g]!).map((places) => {
    const counts = histogramOf(cells, places)
    return { ink: places.length - counts[0]!, main: topColour(counts) }
  })
  const inks = panels.map(({ ink }) => ink)
  const wanted = which === 'fullest' ? Math.max(...inks) : Math.min(...inks)
  panels.forEach(({ ink, main }, k) => {
    s.out[k] = which === 'main' || ink === wanted ? main : 0
  })
  return s.commit(lattice.columns.length, lattice.rows.length, 0, 0)
}

export const panelOps: readonly Primitive[] = [
  gridStep('condense', choice('main', 'fullest', 'emptiest'), (s, g, how) => condense(s, g, String(how)), 8),
]
