// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { SIDES, type Side, STEP_X, STEP_Y } from '../../objects/index.ts'
import { choice, gridStep, heavyStep, INK, type Primitive } from '../op.ts'
import { place } from './crop.ts'
import { commitLike, membersOf } from './kernel.ts'

/** Every coloured cell falls to one side over empty cells. */
function pour(s: GridStore, g: Value, to: string): Value {
  const { w, h, from } = s.box(g)
  const cells = s.cells
  const out = s.out
  out.fill(0, 0, w * h)
  const across = to === 'left' || to === 'right'
  const lines = across ? h : w
  const length = across ? w : h
  const step = across ? 1 : w
  const reversed = to === 'right' || to === 'down'
  for (let line = 0; line < lines; line++) {
    const base = across ? line * w : line
    let end = 0
    for (let k = 0; k < length; k++) {
      const ink = cells[from + base + (reversed ? length - 1 - k : k) * step]!
      if (ink === 0) continue
      out[base + (reversed ? length - 1 - end : end) * step] = ink
      end++
    }
  }
  return commitLike(s, g)
}

/**
 * Objects that are not of the anchor colour slide straight towards the nearest anchor cell in their rows or columns,
 * until they touch it; objects out of line with every anchor stay.
 */
function attract(s: GridStore, g: Value, anchor: number): Value {
  const { w, h, area } = s.box(g)
  const cells = s.cells.slice(s.start[g]!, s.start[g]! + area)
  const members = membersOf(s, g, 'colour').filter(([first]) => cells[first!] !== anchor)
  let moved = false
  s.out.fill(0, 0, area)
  for (let i = 0; i < area; i++) if (cells[i] === anchor) s.out[i] = anchor
  for (const object of members) {
    let nearest = Number.POSITIVE_INFINITY
    let jump = 0
    for (const side of SIDES) {
      const [dx, dy] = [STEP_X[side], STEP_Y[side]]
      for (const i of object) {
        let x = (i % w) + dx
        let y = Math.floor(i / w) + dy
        let free = 0
        while (x >= 0 && y >= 0 && x < w && y < h && cells[y * w + x] !== anchor) {
          x += dx
          y += dy
          free++
        }
        if (x < 0 || y < 0 || x >= w || y >= h || free >= nearest) continue
        nearest = free
        jump = (dy * w + dx) * free
      }
    }
    if (jump !== 0) moved = true
    for (const i of object) s.out[i + jump] = cells[i]!
  }
  return moved ? commitLike(s, g) : NONE
}

const sides = choice(...SIDES)

export const moveOps: readonly Primitive[] = [
  gridStep('pour', sides, (s, g, to) => pour(s, g, String(to))),
  heavyStep('attract', INK, (s, g, anchor) => attract(s, g, Number(anchor))),
  gridStep('shift', sides, (s, g, to) =>
    place(s, g, s.left[g]! + STEP_X[to as Side], s.top[g]! + STEP_Y[to as Side]),
  ),
]
