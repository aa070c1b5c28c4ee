import { CellFit } from './cell-fit.ts'
import { type CellTable, cellProposal, cellTableOf, keysLength, type PlaneData } from './planes.ts'
import { cellPartials } from './refine.ts'
import { NOTHING, type Proposal, proposals, type Ruler } from './ruler.ts'

const WANTED_RULES = 12
/** Table lookups that are worth one node of the search. */
const LOOKUPS_PER_NODE = 600

/** Every cell looks up what a few planes say about it. */
export const cellRuler: Ruler = {
  name: 'cells',
  starts: 2,
  propose(scene, nodes) {
    const exploration = scene.explore(nodes)
    const table = exploration === undefined ? undefined : cellTableOf(scene, exploration)
    if (table === undefined) return NOTHING
    const solutions = findRules(table, nodes * LOOKUPS_PER_NODE, WANTED_RULES)
    return proposals(scene, solutions, () => cellPartials(table, scene.outputs.length))
  },
}

/** Rules of one, two and three planes, cheapest first; stops after `lookups` table lookups. */
export function findRules(table: CellTable, lookups: number, wanted: number): Proposal[] {
  const { space, planes } = table
  const fit = new CellFit(space, planes)
  const found: Proposal[] = []
  const own = planes[0]!
  let worst = Number.POSITIVE_INFINITY
  const test = (keys: readonly PlaneData[]): void => {
    const rows = keysLength(table, keys) >= worst ? undefined : fit.rows(keys)
    if (rows === undefined) return
    found.push(cellProposal(table, keys, rows, true))
    if (found.length < 2 * wanted) return
    found.sort((a, b) => a.cost - b.cost).splice(wanted)
    worst = found[wanted - 1]?.cost ?? worst
  }
  test([])
  for (const p of planes) test([p])
  for (let i = 1; i < planes.length; i++) test([own, planes[i]!])
  const isEnough = found.length >= wanted
  for (let i = 1; !isEnough && i < planes.length && fit.lookups <= lookups; i++) {
    for (let j = i + 1; j < planes.length; j++) {
      test([planes[i]!, planes[j]!])
      test([own, planes[i]!, planes[j]!])
    }
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, wanted)
}
