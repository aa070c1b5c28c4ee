// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { LENGTH } from '../cost.ts'
import type { TableRow } from '../dsl/index.ts'
import { type CellTable, gridsOf, keyOf, type PlaneData } from './planes.ts'
import type { Proposal } from './ruler.ts'

/** Of the rules that do nothing wrong, and of those that mostly do right, the best few are carried out. */
const KEPT = 3
/** A rule with more rows than this lists cells instead of describing them. */
const MAX_ROWS = 8
const MAX_TABLE = 4096

interface Found {
  readonly keys: readonly PlaneData[]
  readonly rows: ReadonlyMap<number, number>
  /** Train cells that still have the wrong colour. */
  readonly open: number
}

/** Per key: how many train cells want each colour, how many have theirs already, and in which pairs the key occurs. */
class Tally {
  readonly wanted = new Int32Array(MAX_TABLE * 10)
  readonly kept = new Int32Array(MAX_TABLE)
  readonly pairs = new Int32Array(MAX_TABLE)
  size = 0

  /** Counts a set of keys; false when the table would be too large. */
  count({ space, planes }: CellTable, keys: readonly PlaneData[]): boolean {
    this.size = keys.reduce((product, data) => product * data.kinds, 1)
    if (this.size > MAX_TABLE) return false
    this.wanted.fill(0, 0, this.size * 10)
    this.kept.fill(0, 0, this.size)
    this.pairs.fill(0, 0, this.size)
    const own = planes[0]!.raw
    for (let k = 0; k < space.trainCells; k++) {
      const key = keyOf(keys, k)
      const target = space.target[k]!
      this.wanted[key * 10 + target]!++
      this.pairs[key]! |= 1 << space.pairOf[k]!
      if (target === own[k]) this.kept[key]!++
    }
    return true
  }
}

/**
 * Which colour each key asks for, where that gains cells: all train cells with the key want it (`strict`), or most do.
 * Keys seen in one pair only are no rule. Undefined when some pair is not helped, or too many rows are needed.
 */
function explain(
  { size, wanted, kept, pairs }: Tally,
  keys: readonly PlaneData[],
  all: number,
  strict: boolean,
): Found | undefined {
  const rows = new Map<number, number>()
  let helped = 0
  let open = 0
  for (let key = 0; key < size; key++) {
    const seen = pairs[key]!
    if (seen === 0) continue
    let colour = 0
    let total = 0
    for (let c = 0; c < 10; c++) {
      const n = wanted[key * 10 + c]!
      total += n
      if (n > wanted[key * 10 + colour]!) colour = c
    }
    const most = wanted[key * 10 + colour]!
    const isLonely = (seen & (seen - 1)) === 0
    if (isLonely || most <= kept[key]! || (strict && most < total)) {
      open += total - kept[key]!
      continue
    }
    rows.set(key, colour)
    open += total - most
    helped |= seen
  }
  const isRule = rows.size > 0 && rows.size <= MAX_ROWS && open > 0
  return isRule && helped === all ? { keys, rows, open } : undefined
}

/** Lookup rules that leave a part of the change to a further stage: those that do nothing wrong, then others. */
export function cellPartials(table: CellTable, pairs: number): Proposal[] {
  const own = table.planes[0]
  if (own === undefined) return []
  const strict: Found[] = []
  const loose: Found[] = []
  const tally = new Tally()
  for (const keys of table.planes.flatMap((plane) => (plane === own ? [[own]] : [[plane], [own, plane]]))) {
    if (!tally.count(table, keys)) continue
    const all = (1 << pairs) - 1
    for (const [list, isStrict] of [
      [strict, true],
      [loose, false],
    ] as const) {
      const rule = explain(tally, keys, all, isStrict)
      if (rule !== undefined) list.push(rule)
    }
  }
  const best = (found: readonly Found[]): Found[] =>
    found
      .toSorted((a, b) => a.open - b.open || a.rows.size - b.rows.size || a.keys.length - b.keys.length)
      .slice(0, KEPT)
  return [...best(strict), ...best(loose)].map((rule) => carryOut(table, own, rule))
}

/** Tables with one key more than these, by most cells right. */
export function conditionedCells(table: CellTable, keys: readonly PlaneData[], pairs: number): Proposal[] {
  const own = table.planes[0]
  const tally = new Tally()
  if (own === undefined) return []
  return table.planes
    .filter((plane) => !keys.includes(plane))
    .flatMap((plane) => {
      const more = [...keys, plane]
      return tally.count(table, more) ? (explain(tally, more, (1 << pairs) - 1, false) ?? []) : []
    })
    .toSorted((a, b) => a.open - b.open || a.rows.size - b.rows.size)
    .slice(0, KEPT)
    .map((rule) => carryOut(table, own, rule))
}

function carryOut(table: CellTable, own: PlaneData, { keys, rows }: Found): Proposal {
  const { space, size } = table
  const known = new Map<number, TableRow>()
  for (let k = 0; k < space.total; k++) {
    const key = keyOf(keys, k)
    const colour = rows.get(key)
    if (colour === undefined || known.has(key)) continue
    known.set(key, { key: keys.map((data) => data.raw[k]!), ink: { kind: 'colour', colour } })
  }
  const price = keys.reduce((sum, data) => sum + LENGTH.cellKey + data.price, 0)
  return {
    stage: {
      kind: 'cells',
      size: size.rule,
      keys: keys.map((data) => data.plane),
      table: [...known.values()],
      otherwise: { kind: 'copy', plane: own.plane },
    },
    results: gridsOf(table, (k) => rows.get(keyOf(keys, k)) ?? own.raw[k]!),
    cost: LENGTH.cells + price + LENGTH.row * rows.size + table.baseCost,
    why: `some cells by ${keys.map((data) => data.plane.feature).join(', ')}`,
  }
}
