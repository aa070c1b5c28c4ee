/**
 * Lemmas that a goal may need, guessed from the functions behind it and from nothing else.
 *
 * Every guess is an equation schema (unit, commutativity, a function that passes through another, ...)
 * filled with those functions wherever the types fit. Wrong guesses cost a failed proof attempt; only what
 * Lean proves is used.
 */
import type { Survey } from '../lean/index.ts'
import {
  actionLaws,
  dropLengthLaws,
  flipArguments,
  overlapLaws,
  repetitionLaws,
  zipLaws,
} from './action-laws.ts'
import { type Conjecture, constantsOf, known, type Law, law, stepsOf } from './law.ts'
import { freshenIfClashing, libraryOperations, type Operation, operationsIn } from './operations.ts'
import {
  compositionLaws,
  frontInsertionLaws,
  homomorphismLaws,
  preservationLaws,
  takeLengthLaws,
} from './passing-laws.ts'
import { comparisonLaws, orderLaws, successorLaws, transitivityLaws } from './relation-laws.ts'

/** Guesses by what they look like. */
export interface Conjectures {
  /** Small equations: where Lean can compute, it finds these and more by itself. */
  readonly laws: readonly Conjecture[]
  /** What a test says about its arguments and about other tests. */
  readonly related: readonly Conjecture[]
  /** That a test which holds for a value also holds for the result of a function on it. */
  readonly preserved: readonly Conjecture[]
  /** Other laws with conditions. */
  readonly conditional: readonly Conjecture[]
  /** Equations that are too large to be found by building terms. */
  readonly further: readonly Conjecture[]
}

const MOST = 96

/** `bySecond` names the functions that go by their second argument. */
export function conjecturesFor(survey: Survey, bySecond: ReadonlySet<string>): Conjectures {
  const { unary, binary, plain } = operationsIn(survey)
  // Laws of the functions that others are made of come first: the laws of those need them.
  const behind = plain.filter(({ special }) => !special).reverse()
  const towards = (operation: Operation): Operation =>
    bySecond.has(operation.name) ? flipArguments(operation) : operation
  // What a function makes of constructors is cheap to prove, and what it is in general mostly needs that.
  const laws = [
    ...behind.flatMap((operation) => [
      ...unitLaws(towards(operation), survey),
      ...idempotenceLaws(operation, survey),
      ...stepLaws(towards(operation), plain, survey),
    ]),
    ...behind.flatMap(commutativityLaws),
  ]
  const called = new Set(survey.calls.map((call) => call.function))
  const related = [
    ...behind.flatMap(orderLaws),
    ...behind.flatMap((one) => behind.flatMap((other) => comparisonLaws(one, other))),
    ...behind.flatMap((operation) => successorLaws(operation, survey)),
  ]
  const invariants = nearest(
    unary.flatMap((test) => [...unary, ...binary].flatMap((made) => preservationLaws(test, made))),
    called,
  )
  // Transitivity applies wherever its relation occurs and slows every prover down: it comes last.
  const conditional = behind.flatMap(transitivityLaws)
  const combines = [...plain, ...libraryOperations([...unary, ...plain])]
  const eitherWay = [...binary, ...binary.map(flipArguments)]
  const passing = unary.flatMap((outer) =>
    combines.flatMap((inner) =>
      homomorphismLaws(outer, freshenIfClashing(outer, inner), { combines, survey }),
    ),
  )
  const measures = plain.flatMap((far) =>
    unary.flatMap((measure) => combines.flatMap((join) => takeLengthLaws(far, measure, join))),
  )
  const composites = unary.flatMap((outer) =>
    unary.flatMap((inner) => compositionLaws(outer, freshenIfClashing(outer, inner))),
  )
  /** The families of laws, each with how many of it are taken per round; families that proofs need most come first. */
  const further: readonly (readonly [number, readonly Law[]])[] = [
    [3, passing],
    [2, eitherWay.flatMap((operation) => accumulatorLaws(operation, { unary, binary: combines, survey }))],
    [3, measures],
    [2, composites],
    [
      1,
      unary.flatMap((outer) =>
        plain.flatMap((inner) => frontInsertionLaws(outer, freshenIfClashing(outer, inner), survey)),
      ),
    ],
    [1, eitherWay.flatMap((action) => combines.flatMap((join) => actionLaws(action, join)))],
    [1, plain.flatMap((outer) => plain.flatMap((inner) => distributivityLaws(outer, inner)))],
    [1, eitherWay.flatMap((action) => repetitionLaws(action, survey))],
    [1, eitherWay.flatMap((far) => unary.flatMap((measure) => dropLengthLaws(far, measure, survey)))],
    [
      1,
      eitherWay.flatMap((far) =>
        unary.flatMap((measure) =>
          combines.flatMap((join) =>
            plain.flatMap((difference) => overlapLaws(far, { measure, join, difference })),
          ),
        ),
      ),
    ],
    [
      1,
      plain.flatMap((pair) =>
        unary.flatMap((measure) => combines.flatMap((join) => zipLaws(pair, measure, join))),
      ),
    ],
  ]
  const some = (all: readonly Law[]): Law[] => distinct(all).slice(0, MOST)
  const mixed = inTurn(further.map(([share, family]) => [share, nearest(distinct(family), called)]))
  return {
    laws: some(laws),
    related: some(related),
    preserved: some(invariants),
    conditional: some(conditional),
    further: some(mixed),
  }
}

function distinct(all: readonly Law[]): Law[] {
  const general = all.filter(({ special }) => !special)
  return [...new Map(general.map((conjecture) => [conjecture.statement, conjecture])).values()]
}

/** Some of each family, then the next of each: no family crowds another out. */
function inTurn(families: readonly (readonly [number, readonly Law[]])[]): Law[] {
  const longest = Math.max(...families.map(([, family]) => family.length))
  return Array.from({ length: longest }, (_, turn) =>
    families.flatMap(([share, family]) => family.slice(turn * share, (turn + 1) * share)),
  ).flat()
}

/** Laws of the functions in the goal itself first, then those of the functions behind them. */
function nearest(all: readonly Law[], called: ReadonlySet<string>): Law[] {
  const distance = ({ functions }: Law): number => functions.filter((name) => !called.has(name)).length
  return all.toSorted((one, other) => distance(one) - distance(other))
}

function unitLaws(operation: Operation, survey: Survey): Law[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  return constantsOf(right, survey).flatMap((constant) => [
    ...(left === output ? [law([operation], { x: left }, `${write('x', constant)} = x`)] : []),
    ...constantsOf(output, survey).map((result) =>
      law([operation], { x: left }, `${write('x', constant)} = ${result}`),
    ),
  ])
}

/** What a function makes of a value twice. */
function idempotenceLaws(operation: Operation, survey: Survey): Law[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (left !== right) return []
  const results = [...(left === output ? ['x'] : []), ...constantsOf(output, survey)]
  return results.map((result) => law([operation], { x: left }, `${write('x', 'x')} = ${result}`))
}

/** `f x (y + 1)` in terms of `f x y`, where `f` recurses on its first argument. */
function stepLaws(operation: Operation, binary: readonly Operation[], survey: Survey): Law[] {
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

function commutativityLaws(operation: Operation): Law[] {
  const { inputs, output, write } = operation
  const [left = '', right = ''] = inputs
  if (left !== right) return []
  const swap = law([operation], { x: left, y: left }, `${write('x', 'y')} = ${write('y', 'x')}`)
  if (output !== left) return [swap]
  const three = { x: left, y: left, z: left }
  const associates = law(
    [operation],
    three,
    `${write(write('x', 'y'), 'z')} = ${write('x', write('y', 'z'))}`,
  )
  return [
    known(operation, 'Std.Commutative', swap),
    known(operation, 'Std.Associative', associates),
    law([operation], three, `${write('x', write('y', 'z'))} = ${write('y', write('x', 'z'))}`),
  ]
}

/** What a function with an accumulator computes, for every accumulator. */
function accumulatorLaws(
  operation: Operation,
  { unary, binary, survey }: { unary: readonly Operation[]; binary: readonly Operation[]; survey: Survey },
): Law[] {
  const { inputs, output, write } = operation
  const [input = '', accumulator = ''] = inputs
  if (accumulator !== output) return []
  const both = { x: input, y: accumulator }
  const combines = binary.filter(
    (other) =>
      other.name !== operation.name && [...other.inputs, other.output].every((type) => type === output),
  )
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

function distributivityLaws(outer: Operation, inner: Operation): Law[] {
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
