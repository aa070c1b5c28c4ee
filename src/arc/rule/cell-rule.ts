// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Candidate } from './candidate.ts'
import { partialCells } from './cell-partial.ts'
import { CellRuler } from './cells.ts'
import type { PartialRule } from './partial.ts'
import { type CellSpace, cellSpaceOf, type PlaneData, planesOf } from './planes.ts'
import type { Scene } from './scene.ts'
import type { Piece, Search } from './search.ts'
import type { Exploration } from './second.ts'
import type { PredictedSize } from './sizes.ts'

const OTHER_PIECES = 120
const WANTED_RULES = 12

/** Rules that go a part of the way, from the same planes. */
export function cellPartials({ scene, search, size }: Exploration): PartialRule[] {
  const prepared = prepare(scene, search)
  return prepared === undefined
    ? []
    : partialCells(prepared.space, prepared.planes, size, scene.task.train.length)
}

interface Prepared {
  readonly space: CellSpace
  readonly planes: readonly PlaneData[]
  readonly base: Piece
}

function prepare(scene: Scene, search: Search): Prepared | undefined {
  const byCost = [...search.pieces].sort((a, b) => a.cost - b.cost)
  const base = byCost[0]
  if (base === undefined) return undefined
  const space = cellSpaceOf(scene.store, base.values, scene.outputs)
  return { space, planes: planesOf(search, space, base, byCost.slice(1, OTHER_PIECES)), base }
}

/** Lookup rules on the input, or on the cheapest piece of the output's size when the size changes. */
export function cellCandidates(
  scene: Scene,
  search: Search,
  size: PredictedSize,
  lookups: number,
): Candidate[] {
  const { task } = scene
  const prepared = prepare(scene, search)
  if (prepared === undefined) return []
  const { space, planes, base } = prepared
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
