import { samePlane } from '../cost.ts'
import type { Stage } from '../dsl/index.ts'
import { optionsOf } from './object-options.ts'
import { fitObjects, spacesOf } from './object-ruler.ts'
import { columnsOf } from './object-space.ts'
import { type CellRow, type CellTable, cellProposal, cellTableOf, keyOf, type PlaneData } from './planes.ts'
import type { Proposal } from './ruler.ts'
import type { Scene } from './scene.ts'

/** Of the rules that do nothing wrong, and of those that mostly do right, the best few are carried out. */
const KEPT = 3
/** A rule with more rows than this lists cells instead of describing them. */
const MAX_ROWS = 8
const MAX_TABLE = 4096

interface Found {
  readonly keys: readonly PlaneData[]
  readonly rows: ReadonlyMap<number, CellRow>
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
  const rows = new Map<number, CellRow>()
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
    rows.set(key, { ink: { kind: 'colour', colour }, isLonely })
    open += total - most
    helped |= seen
  }
  const isRule = rows.size > 0 && rows.size <= MAX_ROWS && open > 0
  return isRule && helped === all ? { keys, rows, open } : undefined
}

/** The best few rules of these sets of keys: those that do nothing wrong, then others, or others alone. */
function bestRules(
  table: CellTable,
  keySets: readonly (readonly PlaneData[])[],
  pairs: number,
  ways: readonly boolean[],
): Proposal[] {
  const tally = new Tally()
  const found = keySets.flatMap((keys) =>
    tally.count(table, keys)
      ? ways.map((strict) => ({ strict, rule: explain(tally, keys, (1 << pairs) - 1, strict) }))
      : [],
  )
  return ways.flatMap((strict) =>
    found
      .flatMap(({ strict: is, rule }) => (is === strict && rule ? [rule] : []))
      .toSorted((a, b) => a.open - b.open || a.rows.size - b.rows.size || a.keys.length - b.keys.length)
      .slice(0, KEPT)
      .map(({ keys, rows }) => cellProposal(table, keys, rows, false)),
  )
}

/** Lookup rules that leave a part of the change to a further stage: those that do nothing wrong, then others. */
export function cellPartials(table: CellTable, pairs: number): Proposal[] {
  const [own] = table.planes
  const keySets = table.planes.flatMap((plane) =>
    own && plane !== own ? [[plane], [own, plane]] : [[plane]],
  )
  return bestRules(table, keySets, pairs, [true, false])
}

/** Tables with one key more than these, by most cells right. */
function conditionedCells(table: CellTable, keys: readonly PlaneData[], pairs: number): Proposal[] {
  const keySets = table.planes.filter((plane) => !keys.includes(plane)).map((plane) => [...keys, plane])
  return bestRules(table, keySets, pairs, [false])
}

/** A table rule fitted anew: with one more key to ask for, or on another division into objects. */
export interface Refinement {
  readonly edit: 'condition' | 'segment'
  /** The key or the division that is new. */
  readonly put: string
  readonly proposal: Proposal
}

/** What becomes of a table rule when it may ask one thing more, or sees other objects. `scene` is where it starts. */
export function refine(scene: Scene, stage: Stage, nodes: number): Refinement[] {
  if (stage.kind === 'each') return scene.keepsSize ? refineObjects(scene, stage) : []
  return stage.kind === 'cells' ? refineCells(scene, stage, nodes) : []
}

function refineObjects(scene: Scene, stage: Extract<Stage, { kind: 'each' }>): Refinement[] {
  return spacesOf(scene).flatMap((space) => {
    const options = optionsOf(space.trainPictures, space.wanted)
    const columns = columnsOf(space)
    const keys = columns.filter(({ name }) => stage.keys.includes(name))
    const fitted = (edit: Refinement['edit'], put: string, of: typeof keys): Refinement[] => {
      const proposal = fitObjects(space, options, of, true)
      return proposal === undefined ? [] : [{ edit, put, proposal }]
    }
    if (space.by !== stage.by) return fitted('segment', space.by, keys)
    return columns
      .filter((column) => !keys.includes(column))
      .flatMap((column) => fitted('condition', column.name, [...keys, column]))
  })
}

function refineCells(scene: Scene, stage: Extract<Stage, { kind: 'cells' }>, nodes: number): Refinement[] {
  const exploration = scene.explore(nodes)
  const table = exploration === undefined ? undefined : cellTableOf(scene, exploration)
  if (table === undefined) return []
  const keys = table.planes.filter(({ plane }) => stage.keys.some((key) => samePlane(key, plane)))
  return conditionedCells(table, keys, scene.outputs.length).map((proposal) => ({
    edit: 'condition',
    put: proposal.stage.kind === 'cells' ? (proposal.stage.keys.at(-1)?.feature ?? '') : '',
    proposal,
  }))
}
