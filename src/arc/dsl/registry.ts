import { type GridStore, isList, NONE, type Value } from '../grid/index.ts'
import { type Argument, argumentsOf, type Kind, type Primitive } from './op.ts'
import { colourOps } from './ops/colour.ts'
import { balanceOps, copyOps } from './ops/complete.ts'
import { cropOps } from './ops/crop.ts'
import { fillOps, spreadOps } from './ops/fill.ts'
import { growOps, rigidOps } from './ops/grow.ts'
import { countOps, mergeOps } from './ops/merge.ts'
import { moveOps, rayOps } from './ops/move.ts'
import { pickOps } from './ops/pick.ts'
import { repairOps } from './ops/repair.ts'
import { panelOps, splitOps, windowOps } from './ops/split.ts'

/** Every primitive of the language, in a fixed order that the search and its priors rely on. */
export const PRIMITIVES: readonly Primitive[] = [
  ...colourOps,
  ...cropOps,
  ...rigidOps,
  ...fillOps,
  ...rayOps,
  ...spreadOps,
  ...growOps,
  ...moveOps,
  ...countOps,
  ...splitOps,
  ...pickOps,
  ...mergeOps,
  ...repairOps,
  ...panelOps,
  ...balanceOps,
  ...copyOps,
  ...windowOps,
]

const byName = new Map(PRIMITIVES.map((primitive) => [primitive.name, primitive]))

export function findPrimitive(name: string): Primitive | undefined {
  return byName.get(name)
}

/** A primitive with its argument bound: what one step of a pipeline does, and one operator of the search. */
export interface Operator {
  readonly index: number
  readonly primitive: Primitive
  readonly argument: Argument
  /** `keep 3`: the name by which priors and memories refer to it. */
  readonly name: string
}

/** All operators, in a fixed order; an operator's index is its id within one version of the language. */
export const OPERATORS: readonly Operator[] = PRIMITIVES.flatMap((primitive) =>
  argumentsOf(primitive.parameter).map((argument) => ({ primitive, argument })),
).map((operator, index) => ({
  ...operator,
  index,
  name:
    operator.argument === '' ? operator.primitive.name : `${operator.primitive.name} ${operator.argument}`,
}))

const operatorsByName = new Map(OPERATORS.map((operator) => [operator.name, operator]))

export function findOperator(name: string): Operator | undefined {
  return operatorsByName.get(name)
}

/** What a step yields for a kind of input, or undefined when it cannot take that kind. */
export function resultKind(primitive: Primitive, input: Kind): Kind | undefined {
  if (primitive.from === input) return primitive.to
  return primitive.from === 'grid' && primitive.to === 'grid' ? 'list' : undefined
}

/** Runs one operator on a value: on the value itself, or on each grid of a list. */
export function runOperator(s: GridStore, operator: Operator, value: Value): Value {
  if (value === NONE) return NONE
  const { primitive, argument } = operator
  if (isList(value) === (primitive.from === 'list')) return primitive.run(s, value, argument)
  if (primitive.from === 'list' || primitive.to === 'list') return NONE
  const mapped: Value[] = []
  for (const item of s.items(value)) {
    const result = primitive.run(s, item, argument)
    if (result !== NONE) mapped.push(result)
  }
  return s.list(mapped)
}
