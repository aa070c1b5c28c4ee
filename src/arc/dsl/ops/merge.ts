// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, MAX_AREA, NONE, type Value } from '../../grid/index.ts'
import { choice, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { boundsOf } from './kernel.ts'

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
    if (how === 'all') s.out[i] = covered === pieces.length ? ink : 0
    else if (how === 'any') s.out[i] = ink
    else if (how === 'one') s.out[i] = covered === 1 ? ink : 0
    else s.out[i] = covered === 0 ? 1 : 0
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
