import type { GridStore, Value } from '../grid/index.ts'
import { STEP_DOCS } from './step-docs.ts'

/** What flows between the steps of a pipeline. A step from `grid` also maps over a list, grid by grid. */
export type Kind = 'grid' | 'list'

/** What a primitive may be told besides its input. */
export type Parameter =
  | { readonly kind: 'none' }
  | { readonly kind: 'colour'; readonly from: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly values: readonly number[] }

export type Argument = string | number

/** One primitive: a verb, at most one argument, no state. */
export interface Primitive {
  readonly name: string
  readonly doc: string
  readonly from: Kind
  readonly to: Kind
  readonly parameter: Parameter
  /** Relative price in the search: 10 is an ordinary step. */
  readonly cost: number
  /** Looks at the whole picture and is slow: the search tries it on the input only. */
  readonly heavy?: true
  /** Called with a grid when `from` is grid, with a list when it is list; NONE when it does not apply. */
  run(store: GridStore, value: Value, argument: Argument): Value
}

/** Makes the rows of the tables of primitives, which share what they take, what they give and their price. */
function rows(from: Kind, to: Kind, cost: number, more: Pick<Primitive, 'heavy'> = {}) {
  return (name: string, parameter: Parameter, run: Primitive['run']): Primitive => {
    const doc = STEP_DOCS[name]
    if (doc === undefined) throw new Error(`The step "${name}" has no entry in the table of steps.`)
    return { name, doc, from, to, parameter, cost, ...more, run }
  }
}

export const gridStep = rows('grid', 'grid', 10)
export const heavyStep = rows('grid', 'grid', 10, { heavy: true })
export const splitStep = rows('grid', 'list', 7)
export const mergeStep = rows('list', 'grid', 7)
export const listStep = rows('list', 'list', 7)

export const NO_PARAMETER: Parameter = { kind: 'none' }
/** Colours 1..9: zero is the empty cell, which most colour verbs leave alone. */
export const INK: Parameter = { kind: 'colour', from: 1 }
export const ANY_COLOUR: Parameter = { kind: 'colour', from: 0 }

export function choice(...values: string[]): Parameter {
  return { kind: 'choice', values }
}

/** Every argument a primitive can take, in a fixed order; a primitive without parameter has the one argument ''. */
export function argumentsOf(parameter: Parameter): readonly Argument[] {
  switch (parameter.kind) {
    case 'none':
      return ['']
    case 'colour':
      return Array.from({ length: 10 - parameter.from }, (_, i) => i + parameter.from)
    case 'choice':
    case 'number':
      return parameter.values
  }
}
