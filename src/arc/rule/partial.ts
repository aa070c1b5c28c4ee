import type { Stage } from '../dsl/index.ts'
import { type Grid, gridKey } from '../grid/index.ts'
import type { Scene } from './scene.ts'

/** A first stage that does nothing wrong on the train pairs and leaves a part of the change to a second one. */
export interface PartialRule {
  readonly stage: Stage
  /** What it makes of every input, train and test. */
  readonly results: readonly Grid[]
  /** Train cells that are still to change. */
  readonly open: number
  readonly cost: number
}

const STAGE_COST = 10
/** How many cells still to change weigh as much as one unit of description length. */
const CELLS_PER_UNIT = 4

/** The scenes that start where the best partial rules ended, one per distinct result. */
export function partialScenes(scene: Scene, partials: readonly PartialRule[], wanted: number): Scene[] {
  const weight = ({ open, cost }: PartialRule): number => open / CELLS_PER_UNIT + cost
  const seen = new Set<string>()
  const scenes: Scene[] = []
  for (const { stage, results, cost } of partials.toSorted((a, b) => weight(a) - weight(b))) {
    if (scenes.length === wanted) break
    const key = results.map(gridKey).join('|')
    if (seen.has(key)) continue
    seen.add(key)
    scenes.push({
      ...scene,
      inputs: results.map((grid) => scene.store.add(grid)),
      before: [...scene.before, stage],
      costBefore: scene.costBefore + cost + STAGE_COST,
    })
  }
  return scenes
}
