// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { findOperator, fitTo, type Layer, type OutputSizeRule, runOperator, type Step } from '../dsl/index.ts'
import { type GridStore, isList, MAX_SIDE, NONE, type Value } from '../grid/index.ts'

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

export function runSize(
  store: GridStore,
  input: Value,
  rule: OutputSizeRule,
): { width: number; height: number } | undefined {
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
  return value === NONE || isList(value) ? NONE : fitTo(store, value, layer.fit, width, height)
}
