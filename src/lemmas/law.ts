/** A guess written down: the variables in front, and what an induction may be on. */
import type { Survey } from '../lean/index.ts'
import { headOf, type Operation, wrap } from './operations.ts'

export interface Conjecture {
  readonly statement: string
  /** Everything bound in front, and the data that an induction may be on. */
  readonly names: readonly string[]
  readonly data: readonly string[]
  /** Calls in it whose recursion an induction may follow. */
  readonly calls: readonly string[]
  /** The class by which Lean's solvers know such a law (`Std.Associative`), and the variables bound before it. */
  readonly instance?: { readonly type: string; readonly parameters: readonly string[] }
}

/** A guess with the functions that it is about. */
export interface Law extends Conjecture {
  readonly functions: readonly string[]
  /** Whether its functions are polymorphic ones at a concrete type: the same law is guessed for every type as well. */
  readonly special: boolean
}

/** A law about operations: their parameters and the given variables in front of it. */
export function law(
  operations: readonly Operation[],
  variables: Readonly<Record<string, string>>,
  body: string,
  /** Calls besides those of all operations on the first variables. */
  more: readonly string[] = [],
): Law {
  const fixed = [...new Set(operations.flatMap((operation) => operation.fixed))]
  const data = Object.keys(variables)
  const binders = [...fixed, ...data.map((name) => `(${name} : ${variables[name]})`)]
  const names = [...fixed.map((binder) => /^\((\S+) :/.exec(binder)?.[1] ?? '_'), ...data]
  const calls = operations.flatMap(({ inputs, write }) => {
    const fits = inputs.every((type, place) => variables[data[place] ?? ''] === type)
    return fits && inputs.length > 1 ? [write(...data)] : []
  })
  const functions = [...new Set(operations.map(({ name }) => name))]
  return {
    statement: `∀ ${binders.join(' ')}, ${body}`,
    names,
    data,
    calls: [...new Set([...more, ...calls])],
    functions,
    special: operations.every((operation) => operation.special),
  }
}

/** The law under the name that Lean has for it, if nothing but types stands in front of it. */
export function known(operation: Operation, className: string, found: Law): Law {
  const parameters = operation.fixed.map((binder) => /^\((\S+) : Type\)$/.exec(binder)?.[1])
  if (!parameters.every((parameter) => parameter !== undefined)) return found
  const front = parameters.length === 0 ? '' : `∀ ${operation.fixed.join(' ')}, `
  const type = `${front}${className} (α := ${operation.output}) ${operation.name}`
  return { ...found, instance: { type, parameters } }
}

/** Constructors that make a value out of one other value: successors. */
export function stepsOf(type: string, survey: Survey): ((term: string) => string)[] {
  if (type === 'Nat') return [(term) => `${term} + 1`]
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info?.recursive) return []
  return info.constructors
    .filter((made) => made.fields.length - info.params === 1)
    .map((made) => (term: string) => `${made.name} ${term}`)
}

/** Nullary constructors by type: the candidates for units and starting accumulators. */
export function constantsOf(type: string, survey: Survey): string[] {
  if (type === 'Nat') return ['0', '1']
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info) return []
  // Lean cannot infer the type of the elements of an empty list, so the type is written out.
  const typed = (name: string): string => (info.params === 0 ? name : `(${name} : ${type})`)
  return info.constructors
    .filter((made) => made.fields.length === info.params)
    .map((made) => typed(made.name))
}

/** Constructors that add one element in front of a value, like `List.cons`. */
export function frontsOf(type: string, survey: Survey): ((thing: string, value: string) => string)[] {
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info) return []
  return info.constructors.flatMap(({ name, fields }) => {
    const own = fields.slice(info.params)
    const isValue = own.map(({ shape }) => 'const' in shape && shape.const === info.name)
    if (own.length !== 2 || isValue[0] === isValue[1]) return []
    return [
      (thing: string, value: string) =>
        [name, ...(isValue[0] ? [value, thing] : [thing, value]).map(wrap)].join(' '),
    ]
  })
}
