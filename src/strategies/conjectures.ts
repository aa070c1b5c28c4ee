/**
 * Lemmas that a goal may need, guessed from the functions behind it and from nothing else.
 *
 * Every guess is an equation schema (unit, commutativity, a function that passes through another, ...)
 * filled with those functions wherever the types fit. Wrong guesses cost a failed proof attempt; only what
 * Lean proves is used.
 */
import type { Survey } from '../lean/index.ts'
import { apart, headOf, libraryOperations, type Operation, operationsIn } from './operations.ts'

/** Guesses by what they look like. */
export interface Conjectures {
  /** Small equations: where Lean can compute, it finds these and more by itself. */
  readonly laws: readonly Conjecture[]
  /** Laws with conditions. */
  readonly conditional: readonly Conjecture[]
  /** Equations that are too large to be found by building terms. */
  readonly further: readonly Conjecture[]
}

export interface Conjecture {
  readonly statement: string
  /** Everything bound in front, and the data that an induction may be on. */
  readonly names: readonly string[]
  readonly data: readonly string[]
  /** Calls in it whose recursion an induction may follow. */
  readonly calls: readonly string[]
}

const MOST = 40

export function conjecturesFor(survey: Survey): Conjectures {
  const { unary, binary } = operationsIn(survey)
  const plain = binary.filter((operation) => !operation.fixed.some((binder) => binder.startsWith('(p')))
  // Laws of the functions that others are made of come first: the laws of those need them.
  const laws = [...plain]
    .reverse()
    .flatMap((operation) => [
      ...units(operation, survey),
      ...steps(operation, plain, survey),
      ...commutes(operation),
    ])
  const conditional = [
    ...[...plain].reverse().flatMap((operation) => relations(operation, survey)),
    ...unary.flatMap((test) => [...unary, ...binary].flatMap((made) => preserved(test, made))),
  ]
  const combines = [...plain, ...libraryOperations([...unary, ...plain])]
  const further = [
    ...unary.flatMap((outer) => combines.flatMap((inner) => throughs(outer, inner, combines))),
    ...plain.flatMap((operation) => accumulators(operation, { unary, binary: combines, survey })),
    ...plain.flatMap((outer) => plain.flatMap((inner) => distributes(outer, inner))),
    ...unary.flatMap((outer) => unary.flatMap((inner) => compositions(outer, inner))),
  ]
  return { laws: some(laws), conditional: some(conditional), further: some(further) }
}

function some(all: readonly Conjecture[]): Conjecture[] {
  return distinct(all).slice(0, MOST)
}

function distinct(all: readonly Conjecture[]): Conjecture[] {
  return [...new Map(all.map((conjecture) => [conjecture.statement, conjecture])).values()]
}

/** A law about operations: their parameters and the given variables in front of it. */
function law(
  operations: readonly Operation[],
  variables: Readonly<Record<string, string>>,
  body: string,
): Conjecture {
  const fixed = [...new Set(operations.flatMap((operation) => operation.fixed))]
  const data = Object.keys(variables)
  const binders = [...fixed, ...data.map((name) => `(${name} : ${variables[name]})`)]
  const names = [...fixed.map((binder) => /^\((\S+) :/.exec(binder)?.[1] ?? '_'), ...data]
  const calls = operations.flatMap(({ inputs, write }) => {
    const fits = inputs.every((type, place) => variables[data[place] ?? ''] === type)
    return fits && inputs.length > 1 ? [write(...data)] : []
  })
  return { statement: `∀ ${binders.join(' ')}, ${body}`, names, data, calls: [...new Set(calls)] }
}

/** Constructors that make a value out of one other value: successors. */
function stepsOf(type: string, survey: Survey): ((term: string) => string)[] {
  if (type === 'Nat') return [(term) => `${term} + 1`]
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info?.recursive) return []
  return info.constructors
    .filter((made) => made.fields.length - info.params === 1)
    .map((made) => (term: string) => `${made.name} ${term}`)
}

/** Nullary constructors by type: the candidates for units and starting accumulators. */
function constantsOf(type: string, survey: Survey): string[] {
  if (type === 'Nat') return ['0', '1']
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info) return []
  // Without its type an empty list would be one of nobody knows what.
  const typed = (name: string): string => (info.params === 0 ? name : `(${name} : ${type})`)
  return info.constructors
    .filter((made) => made.fields.length === info.params)
    .map((made) => typed(made.name))
}

function units(operation: Operation, survey: Survey): Conjecture[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  return constantsOf(right, survey).flatMap((constant) => [
    ...(left === output ? [law([operation], { x: left }, `${write('x', constant)} = x`)] : []),
    ...constantsOf(output, survey).map((result) =>
      law([operation], { x: left }, `${write('x', constant)} = ${result}`),
    ),
  ])
}

/** What a successor in the argument that the function does not recurse on comes to. */
function steps(operation: Operation, binary: readonly Operation[], survey: Survey): Conjecture[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  const here = (body: string) => law([operation], { x: left, y: right }, body)
  return stepsOf(right, survey).flatMap((step) => {
    const whole = write('x', step('y'))
    return [
      ...(output === right ? [here(`${whole} = ${step(`(${write('x', 'y')})`)}`)] : []),
      ...(left === right ? [here(`${whole} = ${write(step('x'), 'y')}`)] : []),
      ...binary
        .filter(
          (other) => other !== operation && [...other.inputs, other.output].every((type) => type === output),
        )
        .filter(() => left === output)
        .map((other) =>
          law([operation, other], { x: left, y: right }, `${whole} = ${other.write('x', write('x', 'y'))}`),
        ),
    ]
  })
}

function commutes(operation: Operation): Conjecture[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (left !== right) return []
  const swap = law([operation], { x: left, y: left }, `${write('x', 'y')} = ${write('y', 'x')}`)
  if (output !== left) return [swap]
  const three = { x: left, y: left, z: left }
  return [
    law([operation], three, `${write(write('x', 'y'), 'z')} = ${write('x', write('y', 'z'))}`),
    swap,
    law([operation], three, `${write('x', write('y', 'z'))} = ${write('y', write('x', 'z'))}`),
  ]
}

/** Laws of relations with values in Bool. */
function relations(operation: Operation, survey: Survey): Conjecture[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (output !== 'Bool' || left !== right) return []
  const two = { x: left, y: left }
  const holds = (a: string, b: string): string => `${write(a, b)} = true`
  return [
    law([operation], { x: left }, holds('x', 'x')),
    law([operation], two, `${holds('x', 'y')} → x = y`),
    law([operation], two, `${write('x', 'y')} = false → ${holds('y', 'x')}`),
    ...stepsOf(left, survey).map((step) =>
      law([operation], two, `${holds('x', 'y')} → ${holds('x', step('y'))}`),
    ),
    law([operation], { ...two, z: left }, `${holds('x', 'y')} → ${holds('y', 'z')} → ${holds('x', 'z')}`),
  ]
}

/** `g (f x y)` in terms of `g x` and `g y`, in either order, or of `g y` alone. */
function throughs(outer: Operation, inner: Operation, binary: readonly Operation[]): Conjecture[] {
  const [first = '', second = ''] = inner.inputs
  const [carrier = ''] = outer.inputs
  if (inner.output !== carrier) return []
  const both = { x: first, y: second }
  const whole = outer.write(inner.write('x', 'y'))
  const here = (body: string, more: readonly Operation[] = []) =>
    law([outer, inner, ...more], both, `${whole} = ${body}`)
  const found: Conjecture[] = []
  if (first === carrier && second === carrier) {
    for (const combine of binary) {
      if (combine.output !== outer.output || combine.inputs.some((type) => type !== outer.output)) continue
      found.push(here(combine.write(outer.write('x'), outer.write('y')), [combine]))
      found.push(here(combine.write(outer.write('y'), outer.write('x')), [combine]))
    }
    found.push(here(outer.write(inner.write('y', 'x'))))
  }
  if (second === carrier && first !== second) {
    if (outer.output === second) found.push(here(inner.write('x', outer.write('y'))))
    found.push(here(outer.write('y')))
  }
  return found
}

/** A test that goes on to hold for what a function makes of a value, or that says the function changes nothing. */
function preserved(test: Operation, made: Operation): Conjecture[] {
  const [carrier = ''] = test.inputs
  if (test.output !== 'Bool' || made.output !== carrier || !made.inputs.includes(carrier)) return []
  const holds = (term: string): string => `${test.write(term)} = true`
  return [made, ...(made.fixed.length > 0 && test.fixed.length > 0 ? [apart(made)] : [])].flatMap(
    (function_) => {
      const [first = '', second] = function_.inputs
      if (second === undefined)
        return [
          law([test, function_], { x: first }, `${holds('x')} → ${holds(function_.write('x'))}`),
          law([test, function_], { x: first }, `${holds('x')} → ${function_.write('x')} = x`),
        ]
      const both = { x: first, y: second }
      const conditions = [first, second].flatMap((type, place) =>
        type === carrier ? [holds(place === 0 ? 'x' : 'y')] : [],
      )
      const whole = holds(function_.write('x', 'y'))
      return [law([test, function_], both, [...conditions, whole].join(' → '))]
    },
  )
}

function compositions(outer: Operation, inner: Operation): Conjecture[] {
  const [input = ''] = inner.inputs
  const [carrier = ''] = outer.inputs
  if (inner.output !== carrier) return []
  const here = (body: string) =>
    law([outer, inner], { x: input }, `${outer.write(inner.write('x'))} = ${body}`)
  return [
    ...(outer.output === input ? [here('x')] : []),
    ...(carrier === input ? [here(outer.write('x'))] : []),
    ...(outer !== inner && carrier === input && input === outer.output
      ? [here(inner.write(outer.write('x')))]
      : []),
  ]
}

/** What a function with an accumulator computes, for every accumulator. */
function accumulators(
  operation: Operation,
  { unary, binary, survey }: { unary: readonly Operation[]; binary: readonly Operation[]; survey: Survey },
): Conjecture[] {
  const { inputs, output, write } = operation
  const [input = '', accumulator = ''] = inputs
  if (accumulator !== output) return []
  const both = { x: input, y: accumulator }
  const combines = binary.filter((other) => [...other.inputs, other.output].every((type) => type === output))
  return combines.flatMap((combine) => [
    ...unary
      .filter(
        (plain) => plain.inputs[0] === input && plain.output === output && plain.name !== operation.name,
      )
      .map((plain) =>
        law(
          [operation, plain, combine],
          both,
          `${write('x', 'y')} = ${combine.write(plain.write('x'), 'y')}`,
        ),
      ),
    ...constantsOf(accumulator, survey).map((start) =>
      law([operation, combine], both, `${write('x', 'y')} = ${combine.write(write('x', start), 'y')}`),
    ),
  ])
}

function distributes(outer: Operation, inner: Operation): Conjecture[] {
  const [left = '', right = ''] = outer.inputs
  const same = [left, right, outer.output, ...inner.inputs, inner.output].every((type) => type === left)
  if (outer === inner || !same) return []
  const three = { x: left, y: left, z: left }
  const { write } = outer
  return [
    law(
      [outer, inner],
      three,
      `${write('x', inner.write('y', 'z'))} = ${inner.write(write('x', 'y'), write('x', 'z'))}`,
    ),
    law(
      [outer, inner],
      three,
      `${write(inner.write('x', 'y'), 'z')} = ${inner.write(write('x', 'z'), write('y', 'z'))}`,
    ),
  ]
}
