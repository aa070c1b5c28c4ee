// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, INK, type Primitive, splitStep } from '../op.ts'
import { type Box, boxesOf, cut, cutAround } from './kernel.ts'

const MAX_WINDOWS = 40

/** The distinct rectangles around objects, with everything in them; one cell is no window. */
function windows(s: GridStore, g: Value, eight: boolean): Value {
  const pieces = new Set<Value>()
  const boxes = boxesOf(s, g, 'colour', eight)
  if (boxes.length > MAX_WINDOWS) return NONE
  for (const { x0, y0, x1, y1 } of boxes)
    if (x1 > x0 || y1 > y0) pieces.add(cut(s, g, x0, y0, x1 - x0 + 1, y1 - y0 + 1))
  return pieces.size === 0 ? NONE : s.list([...pieces])
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
  const rim = inside ? 1 : 0
  const found = boxesOf(s, g, 'colour', false).filter((box) => isFrame(s, g, box))
  const pieces = found.map(({ x0, y0, x1, y1 }) =>
    cut(s, g, x0 + rim, y0 + rim, x1 - x0 + 1 - 2 * rim, y1 - y0 + 1 - 2 * rim),
  )
  return pieces.length === 0 ? NONE : s.list(pieces)
}

export const windowOps: readonly Primitive[] = [
  gridStep('clip', INK, (s, g, colour) => cutAround(s, g, (c) => c === colour)),
  {
    ...splitStep('windows', choice('corner', 'side'), (s, g, how) => windows(s, g, how === 'corner')),
    cost: 8,
  },
  {
    ...splitStep('frames', choice('inside', 'whole'), (s, g, how) => frames(s, g, how === 'inside')),
    cost: 8,
  },
]
