import type { Stage } from '../dsl/index.ts'
import { conditionedCells } from './cell-partial.ts'
import { optionsOf } from './object-options.ts'
import { fitObjects } from './object-partial.ts'
import { spacesOf } from './object-ruler.ts'
import { columnsOf } from './object-space.ts'
import { cellTableOf } from './planes.ts'
import type { Proposal } from './ruler.ts'
import type { Scene } from './scene.ts'

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
  const keys = table.planes.filter(({ plane }) =>
    stage.keys.some(
      (key) => key.feature === plane.feature && JSON.stringify(key.layer) === JSON.stringify(plane.layer),
    ),
  )
  return conditionedCells(table, keys, scene.outputs.length).map((proposal) => ({
    edit: 'condition',
    put: proposal.stage.kind === 'cells' ? (proposal.stage.keys.at(-1)?.feature ?? '') : '',
    proposal,
  }))
}
