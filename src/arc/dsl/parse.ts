import { MEASURE_NAMES, SEGMENTATIONS } from '../objects/index.ts'
import { type Action, findObjectAction } from './actions/act.ts'
import { BOUND_NAMES } from './actions/inks.ts'
import { BOX_NAMES } from './box-view.ts'
import { CELL_FEATURES } from './features.ts'
import { FITS, type Fit } from './fit.ts'
import { argumentsOf, type Kind } from './op.ts'
import { RIGID_NAMES } from './ops/rigid.ts'
import type {
  Ink,
  Layer,
  OutputSizeRule,
  Plane,
  Program,
  Relabel,
  Stage,
  Step,
  TableRow,
  Turn,
} from './program.ts'
import { findPrimitive, resultKind } from './registry.ts'
import { Rejection, readTree, showTree, type Tree } from './sexpr.ts'
import { UPRIGHT_NAMES } from './upright-view.ts'

export type ParseResult =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'rejected'; readonly reason: string }

/** Reads and type-checks a program. A bad one is an expected outcome: a rejection with its reason. */
export function parseProgram(text: string): ParseResult {
  try {
    return { kind: 'program', program: toProgram(readTree(text)) }
  } catch (error) {
    if (error instanceof Rejection) return { kind: 'rejected', reason: error.message }
    throw error
  }
}

function form(tree: Tree | undefined, head: string): readonly Tree[] {
  if (typeof tree === 'object' && tree[0] === head) return tree.slice(1)
  throw new Rejection(`Expected (${head} ...) but found ${showTree(tree)}.`)
}

function atom(tree: Tree | undefined, what: string): string {
  if (typeof tree === 'string') return tree
  throw new Rejection(`Expected ${what} but found ${showTree(tree)}.`)
}

function oneOf<T extends string>(tree: Tree | undefined, names: readonly T[], what: string): T {
  const text = atom(tree, what)
  const found = names.find((name) => name === text)
  if (found === undefined) throw new Rejection(`"${text}" is not ${what}; use one of ${names.join(', ')}.`)
  return found
}

function integer(tree: Tree | undefined, what: string, least: number, most: number): number {
  const text = atom(tree, what)
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Rejection(`${what} must be a whole number from ${least} to ${most}, not "${text}".`)
}

function branch(tree: Tree | undefined, what: string): readonly Tree[] {
  if (typeof tree === 'object') return tree
  throw new Rejection(`Expected ${what} in brackets but found ${showTree(tree)}.`)
}

function exactly(items: readonly Tree[], count: number, what: string): void {
  if (items.length !== count) throw new Rejection(`${what} takes ${count} parts, not ${items.length}.`)
}

/** The parts of a form that has a fixed number of them. */
function partsOf(tree: Tree | undefined, head: string, count: number, what: string): readonly Tree[] {
  const parts = form(tree, head)
  exactly(parts, count, what)
  return parts
}

function toProgram(tree: Tree): Program {
  const [view, ...stages] = form(tree, 'program')
  if (stages.length === 0) throw new Rejection('A program needs at least one stage.')
  const parts = partsOf(view, 'view', 2, 'A view')
  const turn = oneOf<Turn>(parts[0], TURN_NAMES, 'a turn')
  return { view: { turn, relabel: toRelabel(parts[1]) }, stages: stages.map(toStage) }
}

const TURN_NAMES: readonly Turn[] = ['none', ...RIGID_NAMES, ...UPRIGHT_NAMES, ...BOX_NAMES, 'panels']

function toRelabel(tree: Tree | undefined): Relabel {
  if (tree === 'as-is' || tree === 'ground') return { kind: tree }
  const colours = form(tree, 'by-count').map((item) => integer(item, 'A colour', 0, 9))
  if (new Set(colours).size !== colours.length) throw new Rejection('A colour is renamed twice.')
  return { kind: 'by-count', colours }
}

function toStage(tree: Tree): Stage {
  const head = typeof tree === 'object' ? tree[0] : tree
  switch (head) {
    case 'pipe':
      return { kind: 'pipe', steps: toSteps(form(tree, 'pipe')) }
    case 'stack': {
      const [size, ...layers] = form(tree, 'stack')
      if (layers.length === 0) throw new Rejection('A stack needs at least one layer.')
      return { kind: 'stack', size: toSize(size), layers: layers.map(toLayer) }
    }
    case 'cells': {
      const [size, keys, otherwise, ...rows] = form(tree, 'cells')
      const planes = form(keys, 'keys').map(toPlane)
      const ink = partsOf(otherwise, 'otherwise', 1, 'otherwise')
      const table = rows.map((row) => toRow(row, planes.length))
      return { kind: 'cells', size: toSize(size), keys: planes, table, otherwise: toInk(ink[0]) }
    }
    case 'each':
      return toEach(form(tree, 'each'))
    case 'repeat': {
      const [inner = ''] = partsOf(tree, 'repeat', 1, 'repeat')
      const stage = toStage(inner)
      if (stage.kind === 'repeat') throw new Rejection('A stage is repeated once, not twice.')
      return { kind: 'repeat', stage }
    }
    default:
      throw new Rejection(`There is no stage ${showTree(tree)}; use pipe, stack, cells, each or repeat.`)
  }
}

const MOST_KEY = 1_000_003

function toEach([by, keys, otherwise, ...rows]: readonly Tree[]): Stage {
  const names = form(keys, 'keys').map((name) => oneOf(name, MEASURE_NAMES, 'an attribute of objects'))
  const rest = partsOf(otherwise, 'otherwise', 1, 'otherwise')
  return {
    kind: 'each',
    by: oneOf(by, SEGMENTATIONS, 'a way to split into objects'),
    keys: names,
    table: rows.map((row) => {
      const [key, action, ...more] = form(row, 'row')
      const values = branch(key, 'a key')
      exactly(values, names.length, 'A key of this table')
      if (more.length > 0) throw new Rejection(`A row has a key and one action, not ${showTree(row)}.`)
      return { key: values.map((v) => integer(v, 'A key value', 0, MOST_KEY)), action: toAction(action) }
    }),
    otherwise: toAction(rest[0]),
  }
}

function toAction(tree: Tree | undefined): Action {
  const [word, ink, ...rest] = branch(tree, 'an action')
  const action = findObjectAction(atom(word, 'the name of an action'))
  if (action === undefined) throw new Rejection(`There is no action "${showTree(word)}".`)
  if (rest.length > 0 || (ink !== undefined) !== action.ink) {
    throw new Rejection(`${showTree(tree)}: "${action.name}" takes ${action.ink ? 'one ink' : 'no ink'}.`)
  }
  if (ink === undefined) return { name: action.name }
  const text = atom(ink, 'an ink')
  return {
    name: action.name,
    ink: /^-?\d+$/.test(text) ? integer(ink, 'A colour', 0, 9) : oneOf(ink, BOUND_NAMES, 'an ink'),
  }
}

/** Steps that take a grid and end in a grid, with every kind in between checked. */
function toSteps(trees: readonly Tree[]): Step[] {
  let kind: Kind = 'grid'
  const steps = trees.map((tree) => {
    const [name, argument, ...rest] = branch(tree, 'a step')
    const primitive = findPrimitive(atom(name, 'the name of a step'))
    if (primitive === undefined) throw new Rejection(`There is no primitive "${showTree(name)}".`)
    const next = resultKind(primitive, kind)
    if (next === undefined)
      throw new Rejection(`"${primitive.name}" takes a ${primitive.from} but is given a ${kind}.`)
    kind = next
    const allowed = argumentsOf(primitive.parameter)
    const given = argument === undefined ? '' : atom(argument, 'an argument')
    const found = allowed.find((value) => String(value) === given)
    if (found === undefined || rest.length > 0) {
      throw new Rejection(`${showTree(tree)}: "${primitive.name}" takes ${describeArguments(allowed)}.`)
    }
    return { op: primitive.name, argument: found }
  })
  if (kind !== 'grid') throw new Rejection('The steps end in a list of pieces where one grid is needed.')
  return steps
}

function describeArguments(allowed: readonly (string | number)[]): string {
  return allowed[0] === '' ? 'no argument' : `one of ${allowed.join(', ')}`
}

function toLayer(tree: Tree | undefined): Layer {
  const [how, ...steps] = form(tree, 'layer')
  return { fit: oneOf<Fit>(how, FITS, 'a fit'), steps: toSteps(steps) }
}

function toSize(tree: Tree | undefined): OutputSizeRule {
  if (typeof tree === 'object' && tree[0] === 'fixed') {
    exactly(tree, 3, 'A fixed size')
    return {
      kind: 'fixed',
      width: integer(tree[1], 'A width', 1, 30),
      height: integer(tree[2], 'A height', 1, 30),
    }
  }
  const parts = partsOf(tree, 'of', 4, 'A size')
  const pair = (item: Tree | undefined, what: string, least: number): [number, number] => {
    const numbers = branch(item, what)
    exactly(numbers, 2, what)
    return [integer(numbers[0], what, least, 30), integer(numbers[1], what, least, 30)]
  }
  return {
    kind: 'of',
    steps: toSteps(branch(parts[0], 'steps')),
    times: pair(parts[1], 'A factor', 1),
    over: pair(parts[2], 'A divisor', 1),
    plus: pair(parts[3], 'A difference', -30),
  }
}

function toPlane(tree: Tree): Plane {
  const parts = partsOf(tree, 'plane', 2, 'A plane')
  const feature = atom(parts[0], 'a feature')
  if (!CELL_FEATURES.has(feature)) throw new Rejection(`There is no feature "${feature}".`)
  return { feature, layer: toLayer(parts[1]) }
}

function toInk(tree: Tree | undefined): Ink {
  if (typeof tree === 'object' && tree[0] === 'colour') {
    exactly(tree, 2, 'A colour')
    return { kind: 'colour', colour: integer(tree[1], 'A colour', 0, 9) }
  }
  const [copied = ''] = partsOf(tree, 'copy', 1, 'A copy')
  const plane = toPlane(copied)
  if (CELL_FEATURES.get(plane.feature)?.copyable !== true)
    throw new Rejection(`"${plane.feature}" is no colour and cannot be copied.`)
  return { kind: 'copy', plane }
}

function toRow(tree: Tree, keys: number): TableRow {
  const parts = partsOf(tree, 'row', 2, 'A row')
  const key = branch(parts[0], 'a key').map((item) => integer(item, 'A key value', 0, 255))
  exactly(key.map(String), keys, 'A key')
  return { key, ink: toInk(parts[1]) }
}
