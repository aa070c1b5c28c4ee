import type { GridObject, Picture } from './picture.ts'

export const SIDES = ['left', 'right', 'up', 'down'] as const
export type Side = (typeof SIDES)[number]
export const STEP_X: Readonly<Record<Side, number>> = { left: -1, right: 1, up: 0, down: 0 }
export const STEP_Y: Readonly<Record<Side, number>> = { left: 0, right: 0, up: -1, down: 1 }

/** Directions by name, as places among the neighbours of a cell. */
export const WAYS = {
  left: [0],
  right: [1],
  up: [2],
  down: [3],
  across: [0, 1],
  along: [2, 3],
  plus: [0, 1, 2, 3],
  'up-left': [4],
  'down-right': [7],
  'down-left': [6],
  'up-right': [5],
  falling: [4, 7],
  rising: [6, 5],
  cross: [4, 7, 6, 5],
  star: [0, 1, 2, 3, 4, 7, 6, 5],
} satisfies Record<string, readonly number[]>

/**
 * How far an object can slide to a side over empty cells, and what stops it: a cell, or -1 for the edge. Without
 * `edgeStops` it is only looked for ink.
 */
export function slide(
  { width, height, cells, owner }: Picture,
  object: GridObject,
  dx: number,
  dy: number,
  edgeStops = true,
): { free: number; stop: number } {
  let free = 60
  let stop = -1
  for (const i of object.cells) {
    let x = (i % width) + dx
    let y = Math.floor(i / width) + dy
    for (let step = 0; step < free || (step === free && stop < 0); step++) {
      if (x < 0 || y < 0 || x >= width || y >= height) {
        if (edgeStops && step < free) {
          free = step
          stop = -1
        }
        break
      }
      const j = y * width + x
      if (cells[j] !== 0 && owner[j] !== object.index) {
        free = step
        stop = j
        break
      }
      x += dx
      y += dy
    }
  }
  return { free, stop }
}

/** The colour of the first other ink that an object sees to a side, looking from all its cells; 0 for none. */
export function seen(picture: Picture, object: GridObject, side: Side): number {
  const { stop } = slide(picture, object, STEP_X[side], STEP_Y[side], false)
  return stop < 0 ? 0 : picture.cells[stop]!
}

/** For every cell the colour of the first ink beyond it in a direction; 0 for none. */
export function sightsOf(cells: Uint8Array, w: number, h: number, dx: number, dy: number): Uint8Array {
  const seen = new Uint8Array(cells.length)
  const jump = dy * w + dx
  for (let k = 0; k < cells.length; k++) {
    const i = jump > 0 ? cells.length - 1 - k : k
    const x = (i % w) + dx
    const y = Math.floor(i / w) + dy
    if (x >= 0 && y >= 0 && x < w && y < h) seen[i] = cells[i + jump]! || seen[i + jump]!
  }
  return seen
}

/** How often each colour lies beside an object, over sides. */
export function touching({ width, height, cells, owner }: Picture, object: GridObject): Int32Array {
  const counts = new Int32Array(10)
  for (const i of object.cells) {
    const x = i % width
    const y = (i - x) / width
    if (x > 0 && owner[i - 1] !== object.index) counts[cells[i - 1]!]!++
    if (x < width - 1 && owner[i + 1] !== object.index) counts[cells[i + 1]!]!++
    if (y > 0 && owner[i - width] !== object.index) counts[cells[i - width]!]!++
    if (y < height - 1 && owner[i + width] !== object.index) counts[cells[i + width]!]!++
  }
  return counts
}

/** The commonest colour of a count but zero, or the least common with `rare`; 0 when there is none. */
export function topColour(counts: Int32Array, rare = false): number {
  let best = 0
  for (let c = 1; c < 10; c++) {
    if (counts[c] === 0) continue
    if (best === 0 || (rare ? counts[c]! < counts[best]! : counts[c]! > counts[best]!)) best = c
  }
  return best
}

export function histogramOf(cells: Uint8Array, which: Iterable<number>): Int32Array {
  const counts = new Int32Array(10)
  for (const i of which) counts[cells[i]!]!++
  return counts
}
