// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { featureLength, LENGTH, MEMORISED, rowLength } from '../cost.ts'
import { INPUT_SIZE, type Ink, NEIGHBOURS, OUTSIDE, type Plane } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import { LEAST_NODES, NOTHING, type Proposal, proposals, type Ruler } from './ruler.ts'
import type { Scene } from './scene.ts'

/** Neighbours that a rule may look at, and the rules and parts of rules that are kept. */
const MOST_KEYS = 3
const WANTED_RULES = 6
const WANTED_PARTIALS = 3
/** As many rounds as the language gives a stage that is repeated. */
const MOST_ROUNDS = 64
const VALUES = OUTSIDE + 1
/** The colours of the four sides may be copied: their bits come after those of the ten colours. */
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

/** What a cell has become when all has come to rest, by its own colour before and the neighbours it then has. */
interface Rule {
  readonly keys: readonly number[]
  /** Per key the inks that explain every cell: a bit per colour, then a bit per side that is copied. */
  readonly inks: Int32Array
  readonly pairs: Int32Array
}

const valueAt = (cells: Uint8Array, place: number): number => (place < 0 ? OUTSIDE : cells[place]!)

function keyOf(
  own: number,
  cells: Uint8Array,
  around: Field['around'],
  keys: readonly number[],
  i: number,
): number {
  let key = own
  for (const k of keys) key = key * VALUES + valueAt(cells, around[k]![i]!)
  return key
}

/** The table over these neighbours that has the outputs as its rest; undefined when some key wants two things. */
function restRule(
  inputs: readonly Field[],
  outputs: readonly Grid[],
  keys: readonly number[],
): Rule | undefined {
  const size = 10 * VALUES ** keys.length
  const inks = new Int32Array(size).fill(-1)
  const pairs = new Int32Array(size)
  for (const [pair, { cells: wanted }] of outputs.entries()) {
    const { grid, around } = inputs[pair]!
    for (let i = 0; i < wanted.length; i++) {
      let explained = 1 << wanted[i]!
      for (let k = 0; k < SIDES; k++)
        if (valueAt(wanted, around[k]![i]!) === wanted[i]) explained |= 1 << (10 + k)
      // A cell as it was must become what is wanted, and must then stay.
      for (const own of grid.cells[i] === wanted[i] ? [wanted[i]!] : [grid.cells[i]!, wanted[i]!]) {
        const key = keyOf(own, wanted, around, keys, i)
        inks[key]! &= explained
        pairs[key]! |= 1 << pair
        if (inks[key] === 0) return undefined
      }
    }
  }
  return { keys, inks, pairs }
}

/** One colour before a copy; -1 for leaving the cell alone, which is also what unknown keys do. */
function inkOf(mask: number, own: number): number {
  if (mask === -1 || ((mask >> own) & 1) === 1) return -1
  return 31 - Math.clz32(mask & -mask)
}

/** The grid when nothing changes any more; undefined when that never comes. */
function rest({ keys, inks }: Rule, { grid, around }: Field): Grid | undefined {
  let now = grid.cells
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = now.slice()
    let changed = false
    for (let i = 0; i < now.length; i++) {
      const ink = inkOf(inks[keyOf(now[i]!, now, around, keys, i)]!, now[i]!)
      if (ink < 0) continue
      const colour = ink < 10 ? ink : valueAt(now, around[ink - 10]![i]!)
      if (colour === OUTSIDE || colour === now[i]) continue
      next[i] = colour
      changed = true
    }
    if (!changed) return { ...grid, cells: now }
    now = next
  }
  return undefined
}

const plane = (feature: string): Plane => ({ feature, layer: { steps: [], fit: 'place' } })
const nextTo = (k: number): Plane => plane(`next-${NEIGHBOURS[k]![0]}`)

function proposalOf(rule: Rule, fields: readonly Field[]): Proposal | undefined {
  const results = fields.flatMap((field) => rest(rule, field) ?? [])
  if (results.length < fields.length) return undefined
  const keys = [plane('colour'), ...rule.keys.map(nextTo)]
  let cost = LENGTH.repeat + LENGTH.cells
  for (const { feature } of keys) cost += LENGTH.cellKey + featureLength(feature)
  const table: { key: number[]; ink: Ink }[] = []
  rule.inks.forEach((mask, code) => {
    const key: number[] = []
    let left = code
    for (const _ of rule.keys) {
      key.unshift(left % VALUES)
      left = Math.floor(left / VALUES)
    }
    const ink = inkOf(mask, left)
    if (ink < 0) return
    const pairs = rule.pairs[code]!
    const written: Ink =
      ink < 10 ? { kind: 'colour', colour: ink } : { kind: 'copy', plane: nextTo(ink - 10) }
    cost += rowLength(written, false) + ((pairs & (pairs - 1)) === 0 ? MEMORISED.cellRowOnce : 0)
    table.push({ key: [left, ...key], ink: written })
  })
  if (table.length === 0) return undefined
  const unknown = new Set(
    results.flatMap(({ cells }, at) =>
      Array.from(cells, (own, i) => keyOf(own, cells, fields[at]!.around, rule.keys, i)).filter(
        (key) => rule.inks[key] === -1,
      ),
    ),
  )
  cost += MEMORISED.unknownKey * unknown.size
  return {
    stage: {
      kind: 'repeat',
      stage: {
        kind: 'cells',
        size: INPUT_SIZE,
        keys,
        table,
        otherwise: { kind: 'copy', plane: plane('colour') },
      },
    },
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
    (sum, { cells }, pair) => sum + cells.reduce((n, c, i) => n + Number(c !== results[pair]!.cells[i]), 0),
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
    const rules = [...keySets(0, MOST_KEYS)].flatMap(
      (keys) => restRule(fields, scene.outputGrids, keys) ?? [],
    )
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
