// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'

/** What counts as one object: cells of one colour, any cells that are not empty, or empty cells. */
export type Membership = 'colour' | 'ink' | 'empty'

/**
 * Labels connected components 1..n in `labels` (0 elsewhere), in reading order of their first cell.
 * Returns n. `eight` joins over corners too.
 */
export function label(
  s: GridStore,
  g: Value,
  member: Membership,
  eight: boolean,
  labels: Int32Array,
): number {
  const { w, h, area, from } = s.box(g)
  const cells = s.cells
  const stack = s.stack
  labels.fill(0, 0, area)
  const reach = eight ? 8 : 4
  let count = 0
  for (let seed = 0; seed < area; seed++) {
    if (labels[seed] !== 0) continue
    const ink = cells[from + seed]!
    if (member === 'empty' ? ink !== 0 : ink === 0) continue
    count++
    labels[seed] = count
    let depth = 0
    stack[depth++] = seed
    while (depth > 0) {
      const i = stack[--depth]!
      const x = i % w
      const y = (i - x) / w
      for (let k = 0; k < reach; k++) {
        const nx = x + STEP_X[k]!
        const ny = y + STEP_Y[k]!
        if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue
        const j = ny * w + nx
        if (labels[j] !== 0) continue
        const other = cells[from + j]!
        if (member === 'ink' ? other === 0 : other !== ink) continue
        labels[j] = count
        stack[depth++] = j
      }
    }
  }
  return count
}

const STEP_X = [-1, 1, 0, 0, -1, 1, -1, 1]
const STEP_Y = [0, 0, -1, 1, -1, -1, 1, 1]
