// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { TableRow } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { PartialRule } from './partial.ts'
import type { CellSpace, PlaneData } from './planes.ts'
import type { PredictedSize } from './sizes.ts'

const STAGE_COST = 10
const ROW_COST = 2
/** Of all partial rules, only the best few are carried out. */
const KEPT = 3
/** A rule with more rows than this lists cells instead of describing them. */
const MAX_ROWS = 8
const MIXED = 255

interface Found {
  readonly keys: readonly PlaneData[]
  readonly rows: ReadonlyMap<number, number>
  readonly open: number
}

const keyOf = (keys: readonly PlaneData[], k: number): number =>
  keys.reduceRight((key, data) => key * data.kinds + data.index[k]!, 0)

/**
 * Which colour each key asks for, where all train cells with that key want one colour and some of them change. Keys
 * seen in one pair only are no rule. Undefined when some pair is not helped, or too many rows are needed.
 */
function explain(
  space: CellSpace,
  own: PlaneData,
  keys: readonly PlaneData[],
  pairs: number,
): Found | undefined {
  const size = keys.reduce((product, data) => product * data.kinds, 1)
  if (size > 4096) return undefined
  const wanted = new Int16Array(size).fill(-1)
  const seen = new Int32Array(size)
  const changes = new Int32Array(size)
  for (let k = 0; k < space.trainCells; k++) {
    const key = keyOf(keys, k)
    const target = space.target[k]!
    if (wanted[key] === -1) wanted[key] = target
    else if (wanted[key] !== target) wanted[key] = MIXED
    seen[key]! |= 1 << space.pairOf[k]!
    if (target !== own.raw[k]) changes[key]!++
  }
  const rows = new Map<number, number>()
  let helped = 0
  let open = 0
  for (let key = 0; key < size; key++) {
    if (changes[key] === 0) continue
    const lonely = (seen[key]! & (seen[key]! - 1)) === 0
    if (wanted[key] === MIXED || lonely) {
      open += changes[key]!
      continue
    }
    rows.set(key, wanted[key]!)
    helped |= seen[key]!
  }
  if (rows.size === 0 || rows.size > MAX_ROWS || open === 0 || helped !== (1 << pairs) - 1) return undefined
  return { keys, rows, open }
}

/** Lookup rules that change only cells which must change, to what they must become, and leave others to a second stage. */
export function partialCells(
  space: CellSpace,
  planes: readonly PlaneData[],
  size: PredictedSize,
  pairs: number,
): PartialRule[] {
  const own = planes[0]
  if (own === undefined) return []
  const found = planes
    .flatMap((plane) => (plane === own ? [[own]] : [[plane], [own, plane]]))
    .flatMap((keys) => explain(space, own, keys, pairs) ?? [])
  found.sort((a, b) => a.open - b.open || a.rows.size - b.rows.size || a.keys.length - b.keys.length)
  return found.slice(0, KEPT).map((rule) => carryOut(space, own, size, rule))
}

function carryOut(
  space: CellSpace,
  own: PlaneData,
  size: PredictedSize,
  { keys, rows, open }: Found,
): PartialRule {
  const { widths, heights } = size.sizes
  const flat = new Uint8Array(space.total)
  const table = new Map<number, TableRow>()
  for (let k = 0; k < space.total; k++) {
    const key = keyOf(keys, k)
    const colour = rows.get(key)
    flat[space.order[k]!] = colour ?? own.raw[k]!
    if (colour !== undefined && !table.has(key))
      table.set(key, { key: keys.map((data) => data.raw[k]!), ink: { kind: 'colour', colour } })
  }
  let start = 0
  const results = widths.map((width, i): Grid => {
    const height = heights[i]!
    const cells = flat.slice(start, start + width * height)
    start += width * height
    return { width, height, cells }
  })
  const price = keys.reduce((sum, data) => sum + 4 + data.price, 0)
  return {
    stage: {
      kind: 'cells',
      size: size.rule,
      keys: keys.map((data) => data.plane),
      table: [...table.values()],
      otherwise: { kind: 'copy', plane: own.plane },
    },
    results,
    open,
    cost: STAGE_COST + price + ROW_COST * rows.size + size.cost,
  }
}
