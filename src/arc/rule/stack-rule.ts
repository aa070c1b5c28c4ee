// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import type { Grid, GridStore } from '../grid/index.ts'
import type { Candidate } from './candidate.ts'
import type { Scene } from './scene.ts'
import type { Piece, Search } from './search.ts'
import type { PredictedSize } from './sizes.ts'
import { type Stacked, Stacker } from './stack.ts'

function layOver(store: GridStore, pieces: readonly Piece[], input: number): Grid {
  const grid = store.grid(pieces[0]!.values[input]!)
  for (const piece of pieces.slice(1)) {
    const from = store.start[piece.values[input]!]!
    for (let i = 0; i < grid.cells.length; i++)
      if (grid.cells[i] === 0) grid.cells[i] = store.cells[from + i]!
  }
  return grid
}

/** Greed likes large pieces; a lower limit makes it take simple ones. */
const COST_LIMITS = [6, 8, 10, 12, 14, 16, 18, 20, 22, 26, 64]

/** Single pieces that fit, greedy stacks at rising cost limits, other starts, and stacks that leave one pair out. */
function stacksOf(stacker: Stacker, pairs: number): Stacked[] {
  const all: boolean[] = Array(pairs).fill(true)
  const found: (Stacked | undefined)[] = stacker.singles()
  for (const maxCost of COST_LIMITS) found.push(stacker.stack(maxCost, all))
  for (const start of stacker.starts(64, 12)) found.push(stacker.stack(64, all, start))
  for (let left = 0; pairs > 1 && left < pairs; left++) {
    const rest = all.map((_, i) => i !== left)
    for (const maxCost of [20, 64]) found.push(stacker.stack(maxCost, rest))
  }
  return found.filter((stacked) => stacked !== undefined)
}

export function stackCandidates(scene: Scene, search: Search, size: PredictedSize): Candidate[] {
  const { task, store } = scene
  const stacker = new Stacker(store, search.pieces, scene.outputs)
  return stacksOf(stacker, task.train.length).map((stacked) => ({
    program: {
      view: scene.view,
      stages: [
        ...scene.before,
        { kind: 'stack', size: size.rule, layers: stacked.layers.map((piece) => search.layer(piece)) },
      ],
    },
    outputs: task.tests.map((_, i) => {
      const at = task.train.length + i
      return scene.undo[at]!(layOver(store, stacked.layers, at))
    }),
    solved: stacked.solved,
    pairsSolved: stacked.solved.filter(Boolean).length,
    cost: scene.costBefore + stacked.cost + size.cost,
    nodes: search.nodes,
    why: stacked.layers.length === 1 ? 'one piece' : `${stacked.layers.length} pieces stacked`,
  }))
}
