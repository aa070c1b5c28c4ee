// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { lensOf, OPERATORS, type Program, type View } from '../dsl/index.ts'
import { type Grid, GridStore, type Value } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Candidate } from './candidate.ts'
import { CellRuler } from './cells.ts'
import { cellSpaceOf, planesOf } from './planes.ts'
import { type Piece, Search } from './search.ts'
import { type PredictedSize, predictSizes } from './sizes.ts'
import { type Stacked, Stacker } from './stack.ts'
import { viewsOf } from './views.ts'

export interface TeacherOptions {
  /** Operator applications per view, in lockstep over all inputs. */
  readonly nodes: number
}

/** Everything one view of a task needs: inputs and outputs as the view shows them, and the way back. */
interface Scene {
  readonly view: View
  readonly store: GridStore
  readonly inputs: readonly Value[]
  readonly outputs: readonly Value[]
  readonly outputGrids: readonly Grid[]
  readonly undo: readonly ((grid: Grid) => Grid)[]
}

function sceneOf(task: Task, view: View): Scene {
  const store = new GridStore(1 << 14)
  const inputs: Value[] = []
  const outputs: Value[] = []
  const outputGrids: Grid[] = []
  const undo: ((grid: Grid) => Grid)[] = []
  for (const pair of task.train) {
    const lens = lensOf(view, pair.input)
    inputs.push(store.add(lens.view(pair.input)))
    const output = lens.view(pair.output)
    outputGrids.push(output)
    outputs.push(store.add(output))
    undo.push(lens.undo)
  }
  for (const test of task.tests) {
    const lens = lensOf(view, test)
    inputs.push(store.add(lens.view(test)))
    undo.push(lens.undo)
  }
  return { view, store, inputs, outputs, outputGrids, undo }
}

/** Operator prices for a task: colours that never appear where an operator needs them are left out. */
function prices(scene: Scene): number[] {
  let inInputs = 0
  let inOutputs = 0
  for (const g of scene.inputs) for (const c of scene.store.grid(g).cells) inInputs |= 1 << c
  for (const grid of scene.outputGrids) for (const c of grid.cells) inOutputs |= 1 << c
  return OPERATORS.map(({ primitive, argument }) => {
    if (primitive.parameter.kind === 'colour') {
      const wanted = primitive.name === 'paint' ? inOutputs : inInputs
      if (((wanted >> Number(argument)) & 1) === 0) return -1
    }
    return primitive.cost
  })
}

function layOver(store: GridStore, pieces: readonly Piece[], input: number): Grid {
  const first = pieces[0]!.values[input]!
  const grid = store.grid(first)
  for (const piece of pieces.slice(1)) {
    const from = store.start[piece.values[input]!]!
    for (let i = 0; i < grid.cells.length; i++) if (grid.cells[i] === 0) grid.cells[i] = store.cells[from + i]!
  }
  return grid
}

function stackCandidates(task: Task, scene: Scene, search: Search, size: PredictedSize): Candidate[] {
  const stacker = new Stacker(scene.store, search.pieces, scene.outputs)
  const all = task.train.map(() => true)
  const found: Stacked[] = stacker.singles()
  const offer = (stacked: Stacked | undefined): void => {
    if (stacked !== undefined) found.push(stacked)
  }
  for (const maxCost of [10, 16, 20, 26, 64]) offer(stacker.stack(maxCost, all))
  for (const start of stacker.starts(64, 12)) offer(stacker.stack(64, all, start))
  if (task.train.length > 1) {
    for (let left = 0; left < task.train.length; left++) {
      const pairs = all.map((_, i) => i !== left)
      for (const maxCost of [20, 64]) offer(stacker.stack(maxCost, pairs))
    }
  }
  return found.map((stacked) => {
    const program: Program = {
      view: scene.view,
      stages: [{ kind: 'stack', size: size.rule, layers: stacked.layers.map((piece) => search.layer(piece)) }],
    }
    return {
      program,
      outputs: task.tests.map((_, i) => {
        const at = task.train.length + i
        return scene.undo[at]!(layOver(scene.store, stacked.layers, at))
      }),
      solved: stacked.solved,
      pairsSolved: stacked.solved.filter(Boolean).length,
      cost: stacked.cost + size.cost,
      nodes: search.nodes,
      why: stacked.layers.length === 1 ? 'one piece' : `${stacked.layers.length} pieces stacked`,
    }
  })
}

/** Cell rules on the input, or on the cheapest pieces when the size changes. */
function cellCandidates(task: Task, scene: Scene, search: Search, size: PredictedSize): Candidate[] {
  const byCost = [...search.pieces].sort((a, b) => a.cost - b.cost)
  const base = byCost[0]
  if (base === undefined) return []
  const space = cellSpaceOf(scene.store, base.values, scene.outputs)
  const planes = planesOf(search, space, base, byCost.slice(1, 120))
  const ruler = new CellRuler(space, planes)
  const { widths, heights } = size.sizes
  return ruler.find(12_000_000, 12).map((rule) => ({
    program: {
      view: scene.view,
      stages: [
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
    cost: rule.cost + base.cost + size.cost,
    nodes: search.nodes,
    why: `cells by ${rule.keys.map((data) => data.plane.feature).join(', ')}`,
  }))
}

/** The teacher: ranked candidates for a task, best first. Same task and options, same list. */
export function solve(task: Task, options: TeacherOptions): Candidate[] {
  const candidates: Candidate[] = []
  viewsOf(task).forEach((view, index) => {
    const scene = sceneOf(task, view)
    const search = new Search(scene.store, scene.inputs, prices(scene))
    let size: PredictedSize | undefined
    for (let nodes = 1500; size === undefined && nodes <= 12_000; nodes *= 2) {
      search.run(nodes, 32)
      size = predictSizes(search, scene.outputGrids)[0]
    }
    if (size === undefined) return
    search.aimAt(size.sizes)
    search.run(options.nodes, 32)
    const all = [...stackCandidates(task, scene, search, size), ...cellCandidates(task, scene, search, size)]
    for (const candidate of all) {
      candidates.push({ ...candidate, cost: candidate.cost + index * 6 })
    }
  })
  return rank(candidates)
}

export function rank(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => b.pairsSolved - a.pairsSolved || a.cost - b.cost)
}
