// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label, latticeOf, type Membership } from '../../objects/index.ts'
import { choice, NO_PARAMETER, type Primitive, splitStep } from '../op.ts'
import { cut } from './crop.ts'

/** More pieces than this are noise, not objects. */
const MAX_PIECES = 60
const MAX_APART = 16

/** Each component as its own grid, cropped, at its position. */
function components(s: GridStore, g: Value, member: Membership, eight: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const area = w * h
  const labels = s.scratch
  const count = label(s, g, member, eight, labels)
  if (count === 0 || count > MAX_PIECES) return NONE
  const x0 = new Int32Array(count + 1).fill(w)
  const x1 = new Int32Array(count + 1).fill(-1)
  const y0 = new Int32Array(count + 1).fill(h)
  const y1 = new Int32Array(count + 1).fill(-1)
  for (let i = 0; i < area; i++) {
    const k = labels[i]!
    if (k === 0) continue
    const x = i % w
    const y = (i - x) / w
    if (x < x0[k]!) x0[k] = x
    if (x > x1[k]!) x1[k] = x
    if (y < y0[k]!) y0[k] = y
    if (y > y1[k]!) y1[k] = y
  }
  const pieces: number[] = []
  for (let k = 1; k <= count; k++) {
    const from = s.start[g]!
    const pw = x1[k]! - x0[k]! + 1
    const ph = y1[k]! - y0[k]! + 1
    for (let y = 0; y < ph; y++) {
      for (let x = 0; x < pw; x++) {
        const i = (y0[k]! + y) * w + x0[k]! + x
        s.out[y * pw + x] = labels[i] === k ? (member === 'empty' ? 1 : s.cells[from + i]!) : 0
      }
    }
    pieces.push(s.commit(pw, ph, s.left[g]! + x0[k]!, s.top[g]! + y0[k]!))
  }
  return s.list(pieces)
}

/** Each component alone on a canvas of the grid's size, so that what is done to it can reach beyond its box. */
function apart(s: GridStore, g: Value, member: Membership, eight: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const labels = s.scratch
  const count = label(s, g, member, eight, labels)
  if (count < 2 || count > MAX_APART) return NONE
  const pieces: number[] = []
  for (let k = 1; k <= count; k++) {
    const from = s.start[g]!
    for (let i = 0; i < w * h; i++) s.out[i] = labels[i] === k ? s.cells[from + i]! : 0
    pieces.push(s.commit(w, h, s.left[g]!, s.top[g]!))
  }
  return s.list(pieces)
}

/** One full-size grid per colour, most frequent first. */
function byColour(s: GridStore, g: Value): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const counts = new Int32Array(10)
  for (let i = 0; i < w * h; i++) counts[s.cells[s.start[g]! + i]!]!++
  const colours = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((c) => counts[c]! > 0)
  colours.sort((a, b) => counts[b]! - counts[a]! || a - b)
  const pieces = colours.map((c) => {
    const from = s.start[g]!
    for (let i = 0; i < w * h; i++) s.out[i] = s.cells[from + i] === c ? c : 0
    return s.commit(w, h, s.left[g]!, s.top[g]!)
  })
  return s.list(pieces)
}

/** The panels between full lines of one colour, in reading order; the lines themselves are left out. */
function panels(s: GridStore, g: Value): Value {
  const lattice = latticeOf(s, g)
  if (lattice === undefined || lattice.rows.length * lattice.columns.length > MAX_PIECES) return NONE
  return s.list(lattice.rows.flatMap(([y, ph]) => lattice.columns.map(([x, pw]) => cut(s, g, x, y, pw, ph))))
}

/** Equal parts side by side or on top of each other. */
function parts(s: GridStore, g: Value, how: string): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const across = how.startsWith('across')
  const count = how.endsWith('thirds') ? 3 : 2
  const length = across ? w : h
  const size = Math.floor(length / count)
  const gap = length - size * count
  if (size < 1 || (gap !== 0 && gap !== count - 1)) return NONE
  const step = size + (gap > 0 ? 1 : 0)
  const pieces: number[] = []
  for (let k = 0; k < count; k++) {
    pieces.push(across ? cut(s, g, k * step, 0, size, h) : cut(s, g, 0, k * step, w, size))
  }
  return s.list(pieces)
}

function strips(s: GridStore, g: Value, across: boolean): Value {
  const w = s.width[g]!
  const h = s.height[g]!
  const pieces: number[] = []
  if (across) for (let y = 0; y < h; y++) pieces.push(cut(s, g, 0, y, w, 1))
  else for (let x = 0; x < w; x++) pieces.push(cut(s, g, x, 0, 1, h))
  return pieces.length > MAX_PIECES ? NONE : s.list(pieces)
}

export const splitOps: readonly Primitive[] = [
  splitStep(
    'objects',
    'Splits into connected objects of one colour; `corner` joins over corners, `side` does not.',
    choice('corner', 'side'),
    (s, g, how) => components(s, g, 'colour', how === 'corner'),
  ),
  splitStep(
    'blobs',
    'Splits into connected objects of any colours; `corner` joins over corners, `side` does not.',
    choice('corner', 'side'),
    (s, g, how) => components(s, g, 'ink', how === 'corner'),
  ),
  splitStep(
    'apart',
    'Splits into connected objects, each alone on a canvas of full size: of one colour (objects) or any (blobs).',
    choice('objects', 'blobs'),
    (s, g, how) => apart(s, g, how === 'objects' ? 'colour' : 'ink', true),
  ),
  splitStep(
    'gaps',
    'Splits the empty cells into connected regions, drawn in colour 1.',
    NO_PARAMETER,
    (s, g) => components(s, g, 'empty', false),
  ),
  splitStep(
    'colours',
    'Splits into one full-size grid per colour, most frequent first.',
    NO_PARAMETER,
    byColour,
  ),
  splitStep(
    'panels',
    'Splits at full lines of one colour into the panels between them, in reading order.',
    NO_PARAMETER,
    panels,
  ),
  splitStep(
    'parts',
    'Splits into equal halves or thirds, a one-cell separator allowed.',
    choice('across-halves', 'along-halves', 'across-thirds', 'along-thirds'),
    (s, g, how) => parts(s, g, String(how)),
  ),
  splitStep(
    'strips',
    'Splits into rows (across) or columns (along).',
    choice('across', 'along'),
    (s, g, how) => strips(s, g, how === 'across'),
  ),
]
