// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { findOperator, fit, type Layer, lensOf, type Program, runOperator, type SizeRule, type Stage, type Step } from '../dsl/index.ts'
import { type Grid, GridStore, isList, MAX_SIDE, NONE, type Value } from '../grid/index.ts'

/** Runs a pipeline; NONE when a step does not apply. */
export function runSteps(store: GridStore, input: Value, steps: readonly Step[]): Value {
  let value = input
  for (const step of steps) {
    const operator = findOperator(step.argument === '' ? step.op : `${step.op} ${step.argument}`)
    value = operator === undefined ? NONE : runOperator(store, operator, value)
    if (value === NONE) return NONE
  }
  return value
}

export function runSize(store: GridStore, input: Value, rule: SizeRule): { width: number; height: number } | undefined {
  if (rule.kind === 'fixed') return rule
  const value = runSteps(store, input, rule.steps)
  if (value === NONE || isList(value)) return undefined
  const width = Math.floor((store.width[value]! * rule.times[0]) / rule.over[0]) + rule.plus[0]
  const height = Math.floor((store.height[value]! * rule.times[1]) / rule.over[1]) + rule.plus[1]
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return undefined
  return { width, height }
}

export function runLayer(store: GridStore, input: Value, layer: Layer, width: number, height: number): Value {
  const value = runSteps(store, input, layer.steps)
  return value === NONE || isList(value) ? NONE : fit(store, value, layer.fit, width, height)
}

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
    default:
      return NONE
  }
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
