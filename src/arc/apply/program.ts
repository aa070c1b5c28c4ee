// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { lensOf, type Program, type Stage } from '../dsl/index.ts'
import { type Grid, GridStore, isList, MAX_SIDE, NONE, type Value } from '../grid/index.ts'
import { runCells } from './cells.ts'
import { runEach } from './each.ts'
import { runLayer, runSize, runSteps } from './pieces.ts'

function runStack(store: GridStore, input: Value, stage: Extract<Stage, { kind: 'stack' }>): Value {
  const size = runSize(store, input, stage.size)
  if (size === undefined) return NONE
  const layers = stage.layers.map((layer) => runLayer(store, input, layer, size.width, size.height))
  const area = size.width * size.height
  store.out.fill(0, 0, area)
  for (const layer of layers) {
    if (layer === NONE) continue
    const from = store.start[layer]!
    for (let i = 0; i < area; i++) if (store.out[i] === 0) store.out[i] = store.cells[from + i]!
  }
  return store.commit(size.width, size.height, 0, 0)
}

function runStage(store: GridStore, input: Value, stage: Stage): Value {
  switch (stage.kind) {
    case 'pipe': {
      const value = runSteps(store, input, stage.steps)
      return value === NONE || isList(value) ? NONE : value
    }
    case 'stack':
      return runStack(store, input, stage)
    case 'cells':
      return runCells(store, input, stage)
    case 'each':
      return runEach(store, input, stage)
  }
}

/** What one stage makes of a grid, whatever view it is seen through. */
export function applyStage(stage: Stage, grid: Grid): Grid | undefined {
  const store = new GridStore(64)
  const value = runStage(store, store.add(grid), stage)
  return value === NONE ? undefined : store.grid(value)
}

/** What a program makes of an input; undefined when it does not apply or the result is no ARC grid. */
export function applyProgram(program: Program, input: Grid): Grid | undefined {
  const store = new GridStore(64)
  const lens = lensOf(program.view, input)
  let value = store.add(lens.view(input))
  for (const stage of program.stages) {
    value = runStage(store, value, stage)
    if (value === NONE) return undefined
  }
  const output = lens.undo(store.grid(value))
  return output.width > MAX_SIDE || output.height > MAX_SIDE ? undefined : output
}
