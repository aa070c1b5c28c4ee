// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { latticeOf, type Membership } from '../../objects/index.ts'
import { choice, NO_PARAMETER, type Primitive, splitStep } from '../op.ts'
import { coloursOf } from './colour.ts'
import { boxesOf, cut, redraw } from './kernel.ts'

/** More pieces than this are noise, not objects. */
const MAX_PIECES = 60

/** Each component as its own grid, cropped, at its position. */
function components(s: GridStore, g: Value, member: Membership, eight: boolean): Value {
  const w = s.width[g]!
  const boxes = boxesOf(s, g, member, eight)
  if (boxes.length > MAX_PIECES) return NONE
  const pieces = boxes.map(({ x0, y0, x1, y1 }, k) => {
    const from = s.start[g]!
    const pw = x1 - x0 + 1
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const i = y * w + x
        const ink = member === 'empty' ? 1 : s.cells[from + i]!
        s.out[(y - y0) * pw + x - x0] = s.scratch[i] === k + 1 ? ink : 0
      }
    }
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
