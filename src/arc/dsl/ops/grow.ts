import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, gridStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { commitLike, copyOut, draw, write } from './kernel.ts'

/** The grid beside or above its mirror image or copy. */
function double(s: GridStore, g: Value, across: boolean, mirrored: boolean): Value {
  const { w, h, from } = s.box(g)
  const [newW, newH] = across ? [w * 2, h] : [w, h * 2]
  write(s, newW, newH, (x, y) => {
    const sx = x < w ? x : mirrored ? 2 * w - 1 - x : x - w
    const sy = y < h ? y : mirrored ? 2 * h - 1 - y : y - h
    return s.cells[from + sy * w + sx]!
  })
  return s.commit(newW, newH, s.left[g]!, s.top[g]!)
}

/** A copy of the grid in the place of every cell that is (or is not) empty. */
function fractal(s: GridStore, g: Value, onInk: boolean): Value {
  const { w, h, from } = s.box(g)
  return draw(s, w * w, h * h, (x, y) => {
    const isInk = s.cells[from + Math.floor(y / h) * w + Math.floor(x / w)] !== 0
    return isInk === onInk ? s.cells[from + (y % h) * w + (x % w)]! : 0
  })
}

/** Fills empty cells from the mirror image of the ink within the grid. */
function symmetrise(s: GridStore, g: Value, how: string): Value {
  const { w, h, area } = s.box(g)
  if ((how === 'diagonals' || how === 'all') && w !== h) return NONE
  copyOut(s, g)
  const lay = (turned: (x: number, y: number) => number): void => {
    for (let i = 0; i < area; i++) {
      if (s.out[i] !== 0) continue
      const x = i % w
      s.out[i] = s.out[turned(x, (i - x) / w)]!
    }
  }
  if (how === 'left-right' || how === 'both' || how === 'all') lay((x, y) => y * w + (w - 1 - x))
  if (how === 'up-down' || how === 'both' || how === 'all') lay((x, y) => (h - 1 - y) * w + x)
  if (how === 'diagonals' || how === 'all') lay((x, y) => x * w + y)
  if (how === 'diagonals') lay((x, y) => (w - 1 - x) * w + (w - 1 - y))
  return commitLike(s, g)
}

/** Every block of the largest even partition becomes one cell, when all cells of each block agree. */
function shrink(s: GridStore, g: Value): Value {
  const { w, h, from } = s.box(g)
  const isEven = (k: number): boolean => {
    for (let i = 0; i < w * h; i++) {
      const x = i % w
      const y = (i - x) / w
      if (s.cells[from + i] !== s.cells[from + (y - (y % k)) * w + x - (x % k)]) return false
    }
    return true
  }
  for (let k = Math.min(w, h); k > 1; k--) {
    if (w % k === 0 && h % k === 0 && isEven(k))
      return draw(s, w / k, h / k, (x, y) => s.cells[from + y * k * w + x * k]!)
  }
  return NONE
}

export const growOps: readonly Primitive[] = [
  gridStep('mirror', choice('across', 'along'), (s, g, how) => double(s, g, how === 'across', true)),
  gridStep('repeat', choice('across', 'along'), (s, g, how) => double(s, g, how === 'across', false)),
  gridStep('shrink', NO_PARAMETER, shrink),
  gridStep('fractal', choice('ink', 'gap'), (s, g, how) => fractal(s, g, how === 'ink')),
  gridStep('symmetrise', choice('left-right', 'up-down', 'both', 'diagonals', 'all'), (s, g, how) =>
    symmetrise(s, g, String(how)),
  ),
]

/** Which cell comes first, and how far it is to the next one across and along; `swaps` makes rows of columns. */
type Walk = (
  w: number,
  h: number,
) => { readonly first: number; readonly across: number; readonly along: number; readonly swaps: boolean }

const WALKS = {
  'left-right': (w) => ({ first: w - 1, across: -1, along: w, swaps: false }),
  'up-down': (w, h) => ({ first: (h - 1) * w, across: 1, along: -w, swaps: false }),
  'half-turn': (w, h) => ({ first: w * h - 1, across: -1, along: -w, swaps: false }),
  diagonal: (w) => ({ first: 0, across: w, along: 1, swaps: true }),
  'anti-diagonal': (w, h) => ({ first: w * h - 1, across: -w, along: -1, swaps: true }),
  right: (w, h) => ({ first: (h - 1) * w, across: -w, along: 1, swaps: true }),
  left: (w) => ({ first: w - 1, across: w, along: -1, swaps: true }),
} satisfies Record<string, Walk>
export type Rigid = keyof typeof WALKS
export const RIGID_NAMES = Object.keys(WALKS) as Rigid[]

/** Turns or flips a grid in place: its position stays. */
export function turn(s: GridStore, g: Value, how: Rigid): Value {
  const { w, h, from } = s.box(g)
  const { first, across, along, swaps } = WALKS[how](w, h)
  const [newW, newH] = swaps ? [h, w] : [w, h]
  write(s, newW, newH, (x, y) => s.cells[from + first + across * x + along * y]!)
  return s.commit(newW, newH, s.left[g]!, s.top[g]!)
}

export const rigidOps: readonly Primitive[] = [
  gridStep('turn', choice(...RIGID_NAMES), (s, g, how) => turn(s, g, how as Rigid)),
]
