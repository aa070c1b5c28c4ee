// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { LENGTH, SIZE_CHANGES, sizeLength } from '../cost.ts'
import { INPUT_SIZE, type OutputSizeRule } from '../dsl/index.ts'
import { type Grid, isList, MAX_SIDE } from '../grid/index.ts'
import type { Search, Sizes } from './search.ts'

export interface PredictedSize {
  readonly rule: OutputSizeRule
  readonly sizes: Sizes
  readonly cost: number
}

/** The index of the change that explains one side on all train pairs, or -1. */
function explain(search: Search, state: number, outputs: readonly Grid[], side: 'width' | 'height'): number {
  const sizes = side === 'width' ? search.store.width : search.store.height
  return SIZE_CHANGES.findIndex(([times, over, plus]) =>
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
  const offer = (rule: OutputSizeRule, widths: number[], heights: number[], cost: number): void => {
    if (widths.some((w) => w < 1 || w > MAX_SIDE) || heights.some((h) => h < 1 || h > MAX_SIDE)) return
    const key = `${widths}/${heights}`
    const known = found.get(key)
    if (known === undefined || cost < known.cost) found.set(key, { rule, sizes: { widths, heights }, cost })
  }
  const store = search.store
  const ofState = (state: number): void => {
    if (isList(search.value(state, 0))) return
    const across = explain(search, state, outputs, 'width')
    if (across < 0) return
    const along = explain(search, state, outputs, 'height')
    if (along < 0) return
    const [tx, ox, px] = SIZE_CHANGES[across]!
    const [ty, oy, py] = SIZE_CHANGES[along]!
    const widths = Array.from(
      { length: count },
      (_, i) => Math.floor((store.width[search.value(state, i)]! * tx) / ox) + px,
    )
    const heights = Array.from(
      { length: count },
      (_, i) => Math.floor((store.height[search.value(state, i)]! * ty) / oy) + py,
    )
    const rule: OutputSizeRule =
      state === 0 && across + along === 0
        ? INPUT_SIZE
        : { kind: 'of', steps: search.steps(state), times: [tx, ty], over: [ox, oy], plus: [px, py] }
    offer(rule, widths, heights, sizeLength(search.costOf(state), state === 0, across, along))
  }
  ofState(0)
  const first = outputs[0]
  if (first !== undefined && outputs.every((o) => o.width === first.width && o.height === first.height)) {
    const { width, height } = first
    offer(
      { kind: 'fixed', width, height },
      Array(count).fill(width),
      Array(count).fill(height),
      outputs.length > 1 ? LENGTH.fixedSize : LENGTH.fixedOnce,
    )
  }
  for (let state = 1; state < search.stateCount; state++) ofState(state)
  return [...found.values()].sort((a, b) => a.cost - b.cost)
}
