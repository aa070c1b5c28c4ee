import {
  drawEach,
  featureReader,
  findOperator,
  fitTo,
  type Ink,
  type Layer,
  lensOf,
  OBJECT_MEASURES,
  type OutputSizeRule,
  type Plane,
  type Program,
  pictureOf,
  runOperator,
  type Stage,
  type Step,
} from '../dsl/index.ts'
import { type Grid, GridStore, isList, MAX_SIDE, NONE, type Value } from '../grid/index.ts'

/** Runs a pipeline; NONE when a step does not apply. */
function runSteps(store: GridStore, input: Value, steps: readonly Step[]): Value {
  let value = input
  for (const step of steps) {
    const operator = findOperator(step.argument === '' ? step.op : `${step.op} ${step.argument}`)
    value = operator === undefined ? NONE : runOperator(store, operator, value)
    if (value === NONE) return NONE
  }
  return value
}

function runSize(
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

function runLayer(store: GridStore, input: Value, layer: Layer, width: number, height: number): Value {
  const value = runSteps(store, input, layer.steps)
  return value === NONE || isList(value) ? NONE : fitTo(store, value, layer.fit, width, height)
}

/** Writes every cell by the table: the planes' values at the cell are its key. */
function runCells(store: GridStore, input: Value, stage: Extract<Stage, { kind: 'cells' }>): Value {
  const size = runSize(store, input, stage.size)
  if (size === undefined) return NONE
  const { width, height } = size
  const measure = featureReader(store, input)
  const valuesOf = (plane: Plane): Uint8Array | undefined => {
    const layer = runLayer(store, input, plane.layer, width, height)
    return layer === NONE ? undefined : measure(layer, plane.feature)
  }
  const writer = (ink: Ink): Uint8Array | number | undefined =>
    ink.kind === 'colour' ? ink.colour : valuesOf(ink.plane)
  const keys = stage.keys.map(valuesOf)
  const otherwise = writer(stage.otherwise)
  if (keys.includes(undefined) || otherwise === undefined) return NONE
  const rows = new Map(stage.table.map((row) => [row.key.join(), writer(row.ink)]))
  const area = width * height
  const cells = new Uint8Array(area)
  for (let i = 0; i < area; i++) {
    const key = keys.map((values) => values![i]!).join()
    const ink = rows.has(key) ? rows.get(key) : otherwise
    if (ink === undefined) return NONE
    const colour = typeof ink === 'number' ? ink : ink[i]!
    if (colour > 9) return NONE
    cells[i] = colour
  }
  store.out.set(cells)
  return store.commit(width, height, 0, 0)
}

/** Lets every object act by its row of the table. */
function runEach(store: GridStore, input: Value, stage: Extract<Stage, { kind: 'each' }>): Value {
  const picture = pictureOf(store, input, stage.by)
  if (picture === undefined) return NONE
  const keys = stage.keys.map((name) => OBJECT_MEASURES[name]?.(picture))
  if (keys.includes(undefined)) return NONE
  const rows = new Map(stage.table.map((row) => [row.key.join(), row.action]))
  const actions = picture.objects.map(
    (_, k) => rows.get(keys.map((values) => values![k]!).join()) ?? stage.otherwise,
  )
  store.out.set(drawEach(picture, actions))
  return store.commit(picture.width, picture.height, 0, 0)
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

/** A rule that has not come to rest after so many rounds never will: it goes round in circles. */
const MOST_ROUNDS = 64

/** The same stage until nothing changes; NONE when it changes the size or never comes to rest. */
function runRepeat(store: GridStore, input: Value, stage: Stage): Value {
  let value = input
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = runStage(store, value, stage)
    // A stage that has nothing more to act on has come to rest, too.
    if (next === value || (next === NONE && round > 0)) return value
    if (
      next === NONE ||
      store.width[next] !== store.width[input] ||
      store.height[next] !== store.height[input]
    )
      return NONE
    value = next
  }
  return NONE
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
    case 'repeat':
      return runRepeat(store, input, stage.stage)
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
