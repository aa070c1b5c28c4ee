import { LENGTH } from '../cost.ts'
import { type Grid, isList, MAX_SIDE, type Value } from '../grid/index.ts'
import { type Proposal, proposals, type Ruler } from './ruler.ts'
import type { Exploration, Scene } from './scene.ts'
import type { Piece } from './search.ts'
import { type Stacked, Stacker } from './stacker.ts'

/** The greedy choice prefers large pieces; a lower limit of cost makes it take simple ones. */
const COST_LIMITS = [6, 8, 10, 12, 14, 16, 18, 20, 22, 26, 64]
/** A piece dearer than this is no good start for a further stage. */
const DEAREST_START = 20
/** Pieces kept as partial answers, and greedy stacks that stop where nothing fits any more. */
const CLOSEST_PIECES = 8

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

function layOver({ store }: Scene, pieces: readonly Piece[], input: number): Grid {
  const grid = store.grid(pieces[0]!.values[input]!)
  for (const piece of pieces.slice(1)) {
    const from = store.start[piece.values[input]!]!
    for (let i = 0; i < grid.cells.length; i++)
      if (grid.cells[i] === 0) grid.cells[i] = store.cells[from + i]!
  }
  return grid
}

function proposalOf(
  scene: Scene,
  { search, size }: Exploration,
  pieces: readonly Piece[],
  cost: number,
  why: string,
): Proposal {
  return {
    stage: { kind: 'stack', size: size.rule, layers: pieces.map((piece) => search.layer(piece)) },
    results: scene.inputs.map((_, i) => layOver(scene, pieces, i)),
    cost: cost + size.cost,
    why,
  }
}

/** How many cells of a train output a picture already has right; none when it has another size. */
function rightCells({ store }: Scene, value: Value, output: Value): number {
  const { w, h, area, from } = store.box(output)
  if (store.width[value] !== w || store.height[value] !== h) return 0
  const own = store.start[value]!
  let right = 0
  for (let i = 0; i < area; i++) if (store.cells[own + i] === store.cells[from + i]) right++
  return right
}

/**
 * The pieces that come closest to the outputs: further stages start from them, which a search from the inputs alone
 * could not afford.
 */
function closest(scene: Scene, exploration: Exploration): Proposal[] {
  const scored = exploration.search.pieces
    .filter((piece) => piece.cost <= DEAREST_START && piece.values.some((v, i) => v !== scene.inputs[i]))
    .map((piece) => ({
      piece,
      score: scene.outputs.reduce((sum, o, i) => sum + rightCells(scene, piece.values[i]!, o), 0),
    }))
  scored.sort((a, b) => b.score - a.score || a.piece.cost - b.piece.cost)
  return scored
    .slice(0, CLOSEST_PIECES)
    .map(({ piece }) => proposalOf(scene, exploration, [piece], piece.cost, 'the closest piece'))
}

/** Where no rule gives the size of the outputs: what the search made that has some pair's size and most of its cells. */
function loosePieces(scene: Scene): Proposal[] {
  const { search, store, inputs, outputs } = scene
  const share = (value: Value, output: Value): number =>
    rightCells(scene, value, output) / store.box(output).area
  const isTooLarge = (value: Value): boolean =>
    store.width[value]! > MAX_SIDE || store.height[value]! > MAX_SIDE
  const scored: { state: number; score: number }[] = []
  for (let state = 1; state < search.stateCount; state++) {
    if (isList(search.value(state, 0)) || inputs.some((_, i) => isTooLarge(search.value(state, i)))) continue
    scored.push({ state, score: outputs.reduce((sum, o, i) => sum + share(search.value(state, i), o), 0) })
  }
  scored.sort((a, b) => b.score - a.score || search.costOf(a.state) - search.costOf(b.state))
  return scored.slice(0, CLOSEST_PIECES).map(({ state }) => ({
    stage: { kind: 'pipe', steps: search.steps(state) },
    results: inputs.map((_, i) => store.grid(search.value(state, i))),
    cost: search.costOf(state) + LENGTH.layer,
    why: 'the closest piece of any size',
  }))
}

/** Pieces of the right size, laid over each other. */
export const stackRuler: Ruler = {
  name: 'stack',
  starts: 3,
  propose(scene, nodes) {
    const exploration = scene.explore(nodes)
    if (exploration === undefined) return proposals(scene, [], () => loosePieces(scene))
    const stacker = new Stacker(scene.store, exploration.search.pieces, scene.outputs)
    const stacks = stacksOf(stacker, scene.outputs.length).map(({ layers, cost, solved }) => {
      const why = layers.length === 1 ? 'one piece' : `${layers.length} pieces stacked`
      return { proposal: proposalOf(scene, exploration, layers, cost, why), solved: solved.every(Boolean) }
    })
    const of = (solved: boolean): Proposal[] =>
      stacks.filter((stack) => stack.solved === solved).map(({ proposal }) => proposal)
    return proposals(scene, of(true), () => {
      const cover = stacker.cover()
      const cost = cover.reduce((sum, piece) => sum + piece.cost + LENGTH.layer, 0)
      const open =
        cover.length === 0
          ? []
          : [proposalOf(scene, exploration, cover, cost, 'pieces that leave cells open')]
      return [...closest(scene, exploration), ...of(false), ...open]
    })
  },
}
