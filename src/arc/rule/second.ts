// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Scene } from './scene.ts'
import type { Piece, Search } from './search.ts'
import type { PredictedSize } from './sizes.ts'

/** One search on one scene, aimed at the size of the output. */
export interface Exploration {
  readonly scene: Scene
  readonly search: Search
  readonly size: PredictedSize
}

const SECOND_SCENES = 3
const STAGE_COST = 10

/** How many train cells a piece already has right. */
function rightCells({ scene }: Exploration, piece: Piece): number {
  const { store } = scene
  let right = 0
  scene.outputs.forEach((output, pair) => {
    const area = store.width[output]! * store.height[output]!
    const target = store.start[output]!
    const from = store.start[piece.values[pair]!]!
    for (let i = 0; i < area; i++) if (store.cells[from + i] === store.cells[target + i]) right++
  })
  return right
}

/**
 * Scenes that start where a first search got closest: its best pieces become the inputs of a second one.
 * Half the way found by being nearly right is what a deeper blind search could not pay for.
 */
export function secondScenes(exploration: Exploration): Scene[] {
  const { scene, search, size } = exploration
  const scored = search.pieces
    .filter((piece) => piece.cost <= 20 && piece.values.some((value, i) => value !== scene.inputs[i]))
    .map((piece) => ({ piece, score: rightCells(exploration, piece) }))
  scored.sort((a, b) => b.score - a.score || a.piece.cost - b.piece.cost)
  return scored.slice(0, SECOND_SCENES).map(({ piece }) => ({
    ...scene,
    inputs: piece.values,
    before: [...scene.before, { kind: 'stack', size: size.rule, layers: [search.layer(piece)] }],
    costBefore: scene.costBefore + piece.cost + size.cost + STAGE_COST,
  }))
}
