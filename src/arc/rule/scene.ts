import { lensOf, OPERATORS, type Stage, type View } from '../dsl/index.ts'
import { type Grid, GridStore, type Value } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { CHEAPEST_STEP } from './search.ts'

/** Everything one view of a task needs: inputs and outputs as the view shows them, and the way back. */
export interface Scene {
  readonly task: Task
  readonly view: View
  readonly store: GridStore
  /** Train inputs, then test inputs. */
  readonly inputs: readonly Value[]
  readonly outputs: readonly Value[]
  readonly outputGrids: readonly Grid[]
  /** Turns a grid made for the input of that index back to what the task shows. */
  readonly undo: readonly ((grid: Grid) => Grid)[]
  /** Stages already behind the inputs, and what they cost. */
  readonly before: readonly Stage[]
  readonly costBefore: number
}

export function sceneOf(task: Task, view: View): Scene {
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
  return { task, view, store, inputs, outputs, outputGrids, undo, before: [], costBefore: 0 }
}

/** Operator prices for a scene: its own cost less the prior's weight; colours that cannot matter are left out. */
export function pricesOf(scene: Scene, weights: ArrayLike<number>): number[] {
  let inInputs = 0
  let inOutputs = 0
  for (const g of scene.inputs) for (const c of scene.store.grid(g).cells) inInputs |= 1 << c
  for (const grid of scene.outputGrids) for (const c of grid.cells) inOutputs |= 1 << c
  return OPERATORS.map(({ primitive, argument, index }) => {
    if (primitive.parameter.kind === 'colour') {
      const wanted = primitive.name === 'paint' ? inOutputs : inInputs
      if (((wanted >> Number(argument)) & 1) === 0) return -1
    }
    return Math.max(CHEAPEST_STEP, Math.round(primitive.cost - (weights[index] ?? 0)))
  })
}
