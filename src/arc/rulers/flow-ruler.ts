import { featureLength, LENGTH, MEMORISED, rowLength } from '../cost.ts'
import { INPUT_SIZE, NEIGHBOURS, OUTSIDE, type Plane } from '../dsl/index.ts'
import { type Grid, progress, sameGrid } from '../grid/index.ts'
import { CellFit, type TrainCells } from './cell-fit.ts'
import { type CellRow, cellStage, type PlaneData } from './planes.ts'
import { LEAST_NODES, NOTHING, type Proposal, proposals, type Ruler } from './ruler.ts'
import type { Scene } from './scene.ts'

/** Neighbours that a rule may look at, and the rules and parts of rules that are kept. */
const MOST_KEYS = 3
const WANTED_RULES = 6
const WANTED_PARTIALS = 3
/** As many rounds as the language gives a stage that is repeated. */
const MOST_ROUNDS = 64
const VALUES = OUTSIDE + 1
/** The colours of the four sides may be copied. */
const SIDES = 4

/** A grid whose cells each know their neighbours; `around[k][i]` is a place, -1 beyond the edge. */
interface Field {
  readonly grid: Grid
  readonly around: readonly Int32Array[]
}

function fieldOf(grid: Grid): Field {
  const { width, height } = grid
  const around = NEIGHBOURS.map(([, dx, dy]) =>
    Int32Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [(i % width) + dx, Math.floor(i / width) + dy]
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
    }),
  )
  return { grid, around }
}

const valueAt = (cells: Uint8Array, place: number): number => (place < 0 ? OUTSIDE : cells[place]!)

/** What a rule may ask a cell for: its own colour before, and the neighbours it has when all has come to rest. */
const PLANES = ['colour', ...NEIGHBOURS.map(([name]) => `next-${name}`)].map(
  (feature): Plane => ({ feature, layer: { steps: [], fit: 'place' } }),
)
const [OWN] = PLANES

/** A cell as it was must become what is wanted, and must then stay: both with the neighbours of the wanted output. */
function restingCells(fields: readonly Field[], outputs: readonly Grid[]): [TrainCells, PlaneData[]] {
  const rows = outputs.flatMap(({ cells: wanted }, pair) => {
    const { grid, around } = fields[pair]!
    return Array.from(wanted, (target, i) => {
      const near = around.map((places) => valueAt(wanted, places[i]!))
      return [...new Set([grid.cells[i]!, target])].map((own) => [pair, target, own, ...near])
    }).flat()
  })
  const column = (at: number): Uint8Array => Uint8Array.from(rows, (row) => row[at]!)
  const planes = PLANES.map((plane, k): PlaneData => {
    const raw = column(k + 2)
    const price = featureLength(plane.feature)
    return { plane, copyable: k <= SIDES, price, raw, index: raw, kinds: VALUES }
  })
  return [{ trainCells: rows.length, pairOf: column(0), target: column(1) }, planes]
}

/** A table over the own colour of a cell and some neighbours that has the outputs as its rest. */
interface Rule {
  readonly keys: readonly number[]
  readonly rows: ReadonlyMap<number, CellRow>
}

/** The key of a cell, as tables are fitted: own colour and neighbours as one number. */
function keyOf({ keys }: Rule, cells: Uint8Array, around: Field['around'], i: number): number {
  let key = 0
  for (let k = keys.length - 1; k >= 0; k--) key = key * VALUES + valueAt(cells, around[keys[k]!]![i]!)
  return key * VALUES + cells[i]!
}

/** The grid when nothing changes any more; undefined when that never comes. */
function rest(rule: Rule, { grid, around }: Field): Grid | undefined {
  let now = grid.cells
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = now.slice()
    let changed = false
    for (let i = 0; i < now.length; i++) {
      const row = rule.rows.get(keyOf(rule, now, around, i))
      if (row === undefined || row.from?.plane === OWN) continue
      const side = row.from === undefined ? undefined : around[PLANES.indexOf(row.from.plane) - 1]
      const colour = row.ink.kind === 'colour' ? row.ink.colour : valueAt(now, side?.[i] ?? -1)
      if (colour === OUTSIDE || colour === now[i]) continue
      next[i] = colour
      changed = true
    }
    if (!changed) return { ...grid, cells: now }
    now = next
  }
  return undefined
}

function proposalOf(rule: Rule, fields: readonly Field[]): Proposal | undefined {
  const results = fields.flatMap((field) => rest(rule, field) ?? [])
  if (results.length < fields.length) return undefined
  const keys = [0, ...rule.keys.map((k) => k + 1)].map((k) => PLANES[k]!)
  const written = [...rule.rows].filter(([, { from }]) => from?.plane !== OWN)
  if (written.length === 0) return undefined
  const unknown = new Set(
    results.flatMap(({ cells }, at) =>
      Array.from(cells, (_, i) => keyOf(rule, cells, fields[at]!.around, i)).filter(
        (key) => !rule.rows.has(key),
      ),
    ),
  )
  let cost = LENGTH.repeat + LENGTH.cells + MEMORISED.unknownKey * unknown.size
  for (const { feature } of keys) cost += LENGTH.cellKey + featureLength(feature)
  for (const [, { ink, isLonely }] of written)
    cost += rowLength(ink, false) + (isLonely ? MEMORISED.cellRowOnce : 0)
  const digits = (key: number): number[] => keys.map((_, at) => Math.floor(key / VALUES ** at) % VALUES)
  const place = (key: readonly number[]): number => key.reduce((sum, value) => sum * VALUES + value, 0)
  const table = written
    .map(([key, { ink }]) => ({ key: digits(key), ink }))
    .sort((a, b) => place(a.key) - place(b.key))
  return {
    stage: { kind: 'repeat', stage: cellStage(INPUT_SIZE, keys, table, PLANES[0]!) },
    results,
    cost,
    why: `cells by ${keys.map(({ feature }) => feature).join(', ')} until nothing changes`,
  }
}

/** Every choice of at most so many neighbours. */
function* keySets(from: number, most: number): Generator<number[]> {
  for (let k = from; most > 0 && k < NEIGHBOURS.length; k++) {
    yield [k]
    for (const more of keySets(k + 1, most - 1)) yield [k, ...more]
  }
}

/** Wrong train cells of a result. */
function openCells(scene: Scene, { results }: Proposal): number {
  return scene.outputGrids.reduce(
    (sum, wanted, i) => sum + progress(results[i]!, results[i], wanted).change,
    0,
  )
}

/**
 * Rules of neighbours that go on until nothing changes: what flows, grows and spreads. The wanted outputs are where such
 * a rule comes to rest, so the neighbours a cell has there tell the rule; letting it run from the inputs tells whether
 * it gets there.
 */
export const flowRuler: Ruler = {
  name: 'flow',
  starts: 1,
  propose(scene, nodes) {
    if (nodes < LEAST_NODES || !scene.keepsSize) return NOTHING
    const fields = scene.inputs.map((input) => fieldOf(scene.store.grid(input)))
    const makes = (rule: Rule): boolean =>
      scene.outputGrids.every((wanted, pair) => {
        const made = rest(rule, fields[pair]!)
        return made !== undefined && sameGrid(made, wanted)
      })
    const [cells, planes] = restingCells(fields, scene.outputGrids)
    const fit = new CellFit(cells, planes)
    const rules = [...keySets(0, MOST_KEYS)].flatMap((keys) => {
      const rows = fit.rows([planes[0]!, ...keys.map((k) => planes[k + 1]!)])
      return rows === undefined ? [] : [{ keys, rows }]
    })
    const byCost = (some: readonly Rule[]): Proposal[] =>
      some.flatMap((rule) => proposalOf(rule, fields) ?? []).sort((a, b) => a.cost - b.cost)
    return proposals(scene, byCost(rules.filter(makes)).slice(0, WANTED_RULES), () =>
      byCost(rules)
        .map((proposal) => ({ proposal, open: openCells(scene, proposal) }))
        .sort((a, b) => a.open - b.open)
        .slice(0, WANTED_PARTIALS)
        .map(({ proposal }) => proposal),
    )
  },
}
