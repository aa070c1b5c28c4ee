// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { choice, gridStep, INK, type Primitive, splitStep } from '../op.ts'
import { cut } from './crop.ts'

const MAX_WINDOWS = 40

interface Box {
  readonly colour: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The boxes around the connected cells of one colour, in reading order. */
function boxesOf(s: GridStore, g: Value, eight: boolean): Box[] {
  const w = s.width[g]!
  const labels = s.scratch
  label(s, g, 'colour', eight, labels)
  const boxes: Box[] = []
  for (let i = 0; i < w * s.height[g]!; i++) {
    if (labels[i] === 0) continue
    const x = i % w
    const y = (i - x) / w
    const box = boxes[labels[i]! - 1]
    if (box === undefined) {
      boxes[labels[i]! - 1] = { colour: s.cells[s.start[g]! + i]!, x0: x, y0: y, x1: x, y1: y }
      continue
    }
    box.x0 = Math.min(box.x0, x)
    box.x1 = Math.max(box.x1, x)
    box.y1 = y
  }
  return boxes
}

/** Everything in the smallest rectangle around the cells of a colour. */
function clip(s: GridStore, g: Value, colour: number): Value {
  const w = s.width[g]!
  let [x0, y0, x1, y1] = [w, -1, -1, -1]
  for (let i = 0; i < w * s.height[g]!; i++) {
    if (s.cells[s.start[g]! + i] !== colour) continue
    const x = i % w
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y1 = (i - x) / w
    if (y0 < 0) y0 = y1
  }
  return x1 < 0 ? NONE : cut(s, g, x0, y0, x1 - x0 + 1, y1 - y0 + 1)
}

/** The distinct rectangles around objects, with everything in them; one cell is no window. */
function windows(s: GridStore, g: Value, eight: boolean): Value {
  const pieces = new Set<Value>()
  const boxes = boxesOf(s, g, eight)
  if (boxes.length > MAX_WINDOWS) return NONE
  for (const { x0, y0, x1, y1 } of boxes)
    if (x1 > x0 || y1 > y0) pieces.add(cut(s, g, x0, y0, x1 - x0 + 1, y1 - y0 + 1))
  return pieces.size === 0 ? NONE : s.list([...pieces])
}

/** Whether the whole rim of a box has the box's colour. */
function isFrame(s: GridStore, g: Value, { colour, x0, y0, x1, y1 }: Box): boolean {
  if (x1 - x0 < 2 || y1 - y0 < 2) return false
  const w = s.width[g]!
  const from = s.start[g]!
  for (let x = x0; x <= x1; x++)
    if (s.cells[from + y0 * w + x] !== colour || s.cells[from + y1 * w + x] !== colour) return false
  for (let y = y0; y <= y1; y++)
    if (s.cells[from + y * w + x0] !== colour || s.cells[from + y * w + x1] !== colour) return false
  return true
}

/** The rectangles whose rim is of one colour and connected: with the rim, or what is inside it. */
function frames(s: GridStore, g: Value, inside: boolean): Value {
  const rim = inside ? 1 : 0
  const found = boxesOf(s, g, false).filter((box) => isFrame(s, g, box))
  const pieces = found.map(({ x0, y0, x1, y1 }) =>
    cut(s, g, x0 + rim, y0 + rim, x1 - x0 + 1 - 2 * rim, y1 - y0 + 1 - 2 * rim),
  )
  return pieces.length === 0 ? NONE : s.list(pieces)
}

export const windowOps: readonly Primitive[] = [
  gridStep(
    'clip',
    'Cuts out the smallest rectangle with all cells of a colour, and everything in it.',
    INK,
    (s, g, colour) => clip(s, g, Number(colour)),
  ),
  {
    ...splitStep(
      'windows',
      'Cuts out the rectangle around each object of one colour, with everything in it; `corner` joins over corners.',
      choice('corner', 'side'),
      (s, g, how) => windows(s, g, how === 'corner'),
    ),
    cost: 8,
  },
  {
    ...splitStep(
      'frames',
      'Cuts out every rectangle with a rim of one colour: whole, or only what is inside the rim.',
      choice('inside', 'whole'),
      (s, g, how) => frames(s, g, how === 'inside'),
    ),
    cost: 8,
  },
]
