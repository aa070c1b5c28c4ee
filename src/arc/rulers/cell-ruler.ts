// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { cellPartials } from './cell-partial.ts'
import { CellSearch } from './cell-search.ts'
import { cellTableOf, gridsOf } from './planes.ts'
import { NOTHING, proposals, type Ruler } from './ruler.ts'

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
    const { space, planes, size, baseCost } = table
    const rules = new CellSearch(space, planes).find(nodes * LOOKUPS_PER_NODE, WANTED_RULES)
    const solutions = rules.map((rule) => ({
      stage: {
        kind: 'cells' as const,
        size: size.rule,
        keys: rule.keys.map((data) => data.plane),
        table: rule.table,
        otherwise: { kind: 'copy' as const, plane: planes[0]!.plane },
      },
      results: gridsOf(table, (k) =>
        k < space.trainCells ? space.target[k]! : rule.predicted[k - space.trainCells]!,
      ),
      cost: rule.cost + baseCost,
      why: `cells by ${rule.keys.map((data) => data.plane.feature).join(', ') || 'nothing'}`,
    }))
    return proposals(scene, solutions, () => cellPartials(table, scene.outputs.length))
  },
}
