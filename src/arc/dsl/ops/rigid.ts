// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../../grid/index.ts'
import { choice, gridStep, type Primitive } from '../op.ts'

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
  for (let y = 0; y < newH; y++)
    for (let x = 0; x < newW; x++) s.out[y * newW + x] = s.cells[from + first + across * x + along * y]!
  return s.commit(newW, newH, s.left[g]!, s.top[g]!)
}

export const rigidOps: readonly Primitive[] = [
  gridStep('turn', choice(...RIGID_NAMES), (s, g, how) => turn(s, g, how as Rigid)),
]
