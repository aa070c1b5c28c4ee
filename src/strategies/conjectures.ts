/**
 * Lemmas that a goal may need, guessed from the functions behind it and from nothing else.
 *
 * Every guess is an equation schema (unit, commutativity, a function that passes through another, ...)
 * filled with those functions wherever the types fit. Wrong guesses cost a failed proof attempt; only what
 * Lean proves is used.
 */
import type { Survey } from '../lean/index.ts'
import { type Conjecture, constantsOf, type Law, law, stepsOf } from './law.ts'
import { beside, libraryOperations, type Operation, operationsIn } from './operations.ts'
import { compositions, measured, preserved, pulled, throughs } from './passing-laws.ts'

/** Guesses by what they look like. */
export interface Conjectures {
  /** Small equations: where Lean can compute, it finds these and more by itself. */
  readonly laws: readonly Conjecture[]
  /** Laws with conditions. */
  readonly conditional: readonly Conjecture[]
  /** Equations that are too large to be found by building terms. */
  readonly further: readonly Conjecture[]
}

const MOST = 48

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
    // A prover that knows of chains looks for them everywhere: they come last.
    ...[...plain].reverse().flatMap(chains),
  ]
  const combines = [...plain, ...libraryOperations([...unary, ...plain])]
  const further = [
    plain.flatMap((operation) => accumulators(operation, { unary, binary: combines, survey })),
    unary.flatMap((outer) => combines.flatMap((inner) => throughs(outer, beside(outer, inner), combines))),
    unary.flatMap((outer) => plain.flatMap((inner) => pulled(outer, beside(outer, inner), survey))),
    plain.flatMap((far) =>
      unary.flatMap((measure) => combines.flatMap((join) => measured(far, measure, join))),
    ),
    unary.flatMap((outer) => unary.flatMap((inner) => compositions(outer, beside(outer, inner)))),
    plain.flatMap((outer) => plain.flatMap((inner) => distributes(outer, inner))),
  ]
  const called = new Set(survey.calls.map((call) => call.function))
  const some = (all: readonly Law[]): Law[] => distinct(all).slice(0, MOST)
  const mixed = inTurn(further.map((family) => nearest(family, called)))
  return { laws: some(laws), conditional: some(nearest(conditional, called)), further: some(mixed) }
}

function distinct(all: readonly Law[]): Law[] {
  return [...new Map(all.map((conjecture) => [conjecture.statement, conjecture])).values()]
}

/** One of each family, then the next of each: no family crowds another out. */
function inTurn(families: readonly (readonly Law[])[]): Law[] {
  const longest = Math.max(...families.map((family) => family.length))
  return Array.from({ length: longest }, (_, turn) =>
    families.flatMap((family) => family.slice(turn, turn + 1)),
  ).flat()
}

/** Laws of the functions in the goal itself first, then those of the functions behind them. */
function nearest(all: readonly Law[], called: ReadonlySet<string>): Law[] {
  const distance = ({ functions }: Law): number => functions.filter((name) => !called.has(name)).length
  return all.toSorted((one, other) => distance(one) - distance(other))
}

function units(operation: Operation, survey: Survey): Law[] {
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
function steps(operation: Operation, binary: readonly Operation[], survey: Survey): Law[] {
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

function commutes(operation: Operation): Law[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (left !== right) return []
  const swap = law([operation], { x: left, y: left }, `${write('x', 'y')} = ${write('y', 'x')}`)
  if (output !== left) return [swap]
  const three = { x: left, y: left, z: left }
  return [
    swap,
    law([operation], three, `${write(write('x', 'y'), 'z')} = ${write('x', write('y', 'z'))}`),
    law([operation], three, `${write('x', write('y', 'z'))} = ${write('y', write('x', 'z'))}`),
  ]
}

/** Laws of relations with values in Bool. */
function relations(operation: Operation, survey: Survey): Law[] {
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
  ]
}

function chains(operation: Operation): Law[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (output !== 'Bool' || left !== right) return []
  const chain = `${write('x', 'y')} = true → ${write('y', 'z')} = true → ${write('x', 'z')} = true`
  return [law([operation], { x: left, y: left, z: left }, chain)]
}

/** What a function with an accumulator computes, for every accumulator. */
function accumulators(
  operation: Operation,
  { unary, binary, survey }: { unary: readonly Operation[]; binary: readonly Operation[]; survey: Survey },
): Law[] {
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

function distributes(outer: Operation, inner: Operation): Law[] {
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
