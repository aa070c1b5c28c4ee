// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../../grid/index.ts'
import { choice, gridStep, type Primitive } from '../op.ts'

export const RIGID_NAMES = [
  'left-right',
  'up-down',
  'half-turn',
  'diagonal',
  'anti-diagonal',
  'right',
  'left',
] as const
export type Rigid = (typeof RIGID_NAMES)[number]

/** Turns or flips a grid in place: its position stays. */
export function turn(s: GridStore, g: Value, how: Rigid): Value {
  const { w, h, from } = s.box(g)
  const cells = s.cells
  const out = s.out
  const area = w * h
  switch (how) {
    case 'left-right':
      for (let y = 0; y < h; y++) {
        const row = from + y * w
        const to = y * w + w - 1
        for (let x = 0; x < w; x++) out[to - x] = cells[row + x]!
      }
      return s.commit(w, h, s.left[g]!, s.top[g]!)
    case 'up-down':
      for (let y = 0; y < h; y++) {
        const row = from + (h - 1 - y) * w
        for (let x = 0; x < w; x++) out[y * w + x] = cells[row + x]!
      }
      return s.commit(w, h, s.left[g]!, s.top[g]!)
    case 'half-turn':
      for (let i = 0; i < area; i++) out[area - 1 - i] = cells[from + i]!
      return s.commit(w, h, s.left[g]!, s.top[g]!)
    case 'diagonal':
      for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) out[x * h + y] = cells[from + y * w + x]!
      return s.commit(h, w, s.left[g]!, s.top[g]!)
    case 'anti-diagonal':
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) out[(w - 1 - x) * h + (h - 1 - y)] = cells[from + y * w + x]!
      }
      return s.commit(h, w, s.left[g]!, s.top[g]!)
    case 'right':
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) out[x * h + (h - 1 - y)] = cells[from + y * w + x]!
      }
      return s.commit(h, w, s.left[g]!, s.top[g]!)
    case 'left':
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) out[(w - 1 - x) * h + y] = cells[from + y * w + x]!
      }
      return s.commit(h, w, s.left[g]!, s.top[g]!)
  }
}

export const rigidOps: readonly Primitive[] = [
  gridStep('turn', choice(...RIGID_NAMES), (s, g, how) => turn(s, g, how as Rigid)),
]
