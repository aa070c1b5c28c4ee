// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Candidate } from './candidate.ts'
import { CellRuler } from './cells.ts'
import { cellSpaceOf, planesOf } from './planes.ts'
import type { Scene } from './scene.ts'
import type { Search } from './search.ts'
import type { PredictedSize } from './sizes.ts'

const OTHER_PIECES = 120
const WANTED_RULES = 12

/** Lookup rules on the input, or on the cheapest piece of the output's size when the size changes. */
export function cellCandidates(
  scene: Scene,
  search: Search,
  size: PredictedSize,
  lookups: number,
): Candidate[] {
  const { task } = scene
  const byCost = [...search.pieces].sort((a, b) => a.cost - b.cost)
  const base = byCost[0]
  if (base === undefined) return []
  const space = cellSpaceOf(scene.store, base.values, scene.outputs)
  const planes = planesOf(search, space, base, byCost.slice(1, OTHER_PIECES))
  const ruler = new CellRuler(space, planes)
  const { widths, heights } = size.sizes
  return ruler.find(lookups, WANTED_RULES).map((rule) => ({
    program: {
      view: scene.view,
      stages: [
        ...scene.before,
        {
          kind: 'cells',
          size: size.rule,
          keys: rule.keys.map((data) => data.plane),
          table: rule.table,
          otherwise: { kind: 'copy', plane: planes[0]!.plane },
        },
      ],
    },
    outputs: task.tests.map((_, t) => {
      const at = task.train.length + t
      const start = space.testStart[t]! - space.trainCells
      const width = widths[at]!
      const height = heights[at]!
      return scene.undo[at]!({ width, height, cells: rule.predicted.slice(start, start + width * height) })
    }),
    solved: task.train.map(() => true),
    pairsSolved: task.train.length,
    cost: scene.costBefore + rule.cost + base.cost + size.cost,
    nodes: search.nodes,
    why: `cells by ${rule.keys.map((data) => data.plane.feature).join(', ') || 'nothing'}`,
  }))
}
