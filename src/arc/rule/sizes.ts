// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { INPUT_SIZE, type SizeRule } from '../dsl/index.ts'
import { type Grid, isList, MAX_SIDE } from '../grid/index.ts'
import type { Search, Sizes } from './search.ts'

export interface PredictedSize {
  readonly rule: SizeRule
  readonly sizes: Sizes
  readonly cost: number
}

/** Small affine changes of a size, most likely first: [times, over, plus]. */
const CHANGES: readonly (readonly [number, number, number])[] = [
  [1, 1, 0],
  [2, 1, 0],
  [3, 1, 0],
  [1, 2, 0],
  [1, 3, 0],
  [4, 1, 0],
  [1, 1, 2],
  [1, 1, -2],
  [1, 1, 1],
  [1, 1, -1],
  [2, 1, -1],
  [2, 1, 1],
  [1, 4, 0],
  [5, 1, 0],
  [6, 1, 0],
]

/** The index of the change that explains one side on all train pairs, or -1. */
function explain(search: Search, state: number, outputs: readonly Grid[], side: 'width' | 'height'): number {
  const sizes = side === 'width' ? search.store.width : search.store.height
  return CHANGES.findIndex(([times, over, plus]) =>
    outputs.every(
      (output, i) => Math.floor((sizes[search.value(state, i)]! * times) / over) + plus === output[side],
    ),
  )
}

/**
 * Size rules that hold on every train pair, cheapest first, one per distinct prediction:
 * the input's size, one fixed size, then sizes of what the search has met, changed by small factors.
 */
export function predictSizes(search: Search, outputs: readonly Grid[]): PredictedSize[] {
  const found = new Map<string, PredictedSize>()
  const count = search.inputs.length
  const offer = (rule: SizeRule, widths: number[], heights: number[], cost: number): void => {
    if (widths.some((w) => w < 1 || w > MAX_SIDE) || heights.some((h) => h < 1 || h > MAX_SIDE)) return
    const key = `${widths}/${heights}`
    const known = found.get(key)
    if (known === undefined || cost < known.cost) found.set(key, { rule, sizes: { widths, heights }, cost })
  }
  const store = search.store
  const ofState = (state: number, extra: number): void => {
    if (isList(search.value(state, 0))) return
    const across = explain(search, state, outputs, 'width')
    if (across < 0) return
    const along = explain(search, state, outputs, 'height')
    if (along < 0) return
    const [tx, ox, px] = CHANGES[across]!
    const [ty, oy, py] = CHANGES[along]!
    const widths = Array.from(
      { length: count },
      (_, i) => Math.floor((store.width[search.value(state, i)]! * tx) / ox) + px,
    )
    const heights = Array.from(
      { length: count },
      (_, i) => Math.floor((store.height[search.value(state, i)]! * ty) / oy) + py,
    )
    const rule: SizeRule =
      state === 0 && across + along === 0
        ? INPUT_SIZE
        : { kind: 'of', steps: search.steps(state), times: [tx, ty], over: [ox, oy], plus: [px, py] }
    offer(rule, widths, heights, search.costOf(state) + (state === 0 ? 1 : 4) * (across + along) + extra)
  }
  ofState(0, 0)
  const first = outputs[0]
  if (first !== undefined && outputs.every((o) => o.width === first.width && o.height === first.height)) {
    const { width, height } = first
    offer(
      { kind: 'fixed', width, height },
      Array(count).fill(width),
      Array(count).fill(height),
      outputs.length > 1 ? 2 : 12,
    )
  }
  for (let state = 1; state < search.stateCount; state++) ofState(state, 2)
  return [...found.values()].sort((a, b) => a.cost - b.cost)
}
