/**
 * Lemmas that a goal may need, guessed from the functions in it and from nothing else.
 *
 * Every guess is an equation schema (unit, commutativity, a function that passes through another, ...)
 * filled with the functions that the goal calls, at the types at which it calls them. Wrong guesses cost
 * a failed proof attempt; only what Lean proves is used.
 */
import type { Survey } from '../lean/index.ts'

interface Operation {
  readonly name: string
  readonly inputs: readonly string[]
  readonly output: string
  /** Fixed leading arguments, such as the `f` of `map f`. */
  readonly write: (...data: string[]) => string
}

const MOST = 60

/** Guesses in two portions: the laws that most inductions need, and the rest. */
export interface Conjectures {
  readonly basic: readonly string[]
  readonly further: readonly string[]
}

export function conjecturesFor(survey: Survey): Conjectures {
  const operations = operationsIn(survey)
  const constants = constantsOf(survey)
  const unary = operations.filter((operation) => operation.inputs.length === 1)
  const binary = operations.filter((operation) => operation.inputs.length === 2)
  const basic = new Set([
    ...binary.flatMap((operation) => steps(operation, survey)),
    ...binary.flatMap((operation) => units(operation, constants)),
    ...binary.flatMap((operation) => orders(operation, survey)),
    ...binary.flatMap((operation) => pushes(operation, operation)),
  ])
  const further = [
    ...unary.flatMap((outer) => binary.flatMap((inner) => throughs(outer, inner, binary))),
    ...unary.flatMap((outer) => unary.flatMap((inner) => compositions(outer, inner))),
    ...binary.flatMap((accumulating) => accumulators(accumulating, unary, binary, constants)),
    ...binary.flatMap((outer) => binary.flatMap((inner) => pushes(outer, inner))),
  ].filter((guess) => !basic.has(guess))
  return { basic: [...basic].slice(0, MOST), further: [...new Set(further)].slice(0, MOST) }
}

/** Calls with the arguments that are functions or fixed parameters kept, data arguments left open. */
function operationsIn(survey: Survey): Operation[] {
  const dataTypes = new Set([...survey.types.map((type) => type.name), 'Nat', 'Int', 'List', 'Bool'])
  const isData = (type: string): boolean => !type.includes('→') && dataTypes.has(headOf(type))
  const found = new Map<string, Operation>()
  for (const call of survey.calls) {
    const open = call.arguments.map((argument) => isData(argument.type))
    const write = (...data: string[]): string => {
      let next = 0
      const parts = call.arguments.map((argument, index) => {
        const text = open[index] ? (data[next++] ?? '_') : argument.text
        return wrap(text)
      })
      return `${call.function} ${parts.join(' ')}`
    }
    const inputs = call.arguments.filter((_, index) => open[index]).map((argument) => argument.type)
    const operation = { name: call.function, inputs, output: call.type, write }
    found.set(write('x', 'y', 'z') + inputs.join(), operation)
  }
  return [...found.values()]
}

/** Nullary constructors by type: the candidates for units and starting accumulators. */
function constantsOf(survey: Survey): (type: string) => string[] {
  return (type) => {
    if (type === 'Nat') return ['0', '1']
    const info = survey.types.find((candidate) => candidate.name === headOf(type))
    if (!info) return []
    return info.constructors.filter((made) => made.fields.length === info.params).map((made) => made.name)
  }
}

/** `f x (C y) = …`: what a constructor in the argument that the function does not recurse on comes to. */
function steps({ inputs, output, write }: Operation, survey: Survey): string[] {
  const [left = '', right = ''] = inputs
  return stepsOf(right, survey).flatMap((apply) => {
    const here = `∀ (x : ${left}) (y : ${right}), ${write('x', apply('y'))} = `
    return [
      ...(output === right ? [`${here}${apply(write('x', 'y'))}`] : []),
      ...(left === right ? [`${here}${write(apply('x'), 'y')}`, `${here}${write(apply('y'), 'x')}`] : []),
    ]
  })
}

/** Constructors that make a value out of one other value: successors. */
function stepsOf(type: string, survey: Survey): ((term: string) => string)[] {
  if (type === 'Nat') return [(term) => `${term} + 1`]
  const info = survey.types.find((candidate) => candidate.name === headOf(type))
  if (!info?.recursive) return []
  return info.constructors
    .filter((made) => made.fields.length - info.params === 1)
    .map((made) => (term: string) => `${made.name} (${term})`)
}

function units({ inputs, output, write }: Operation, constants: (type: string) => string[]): string[] {
  const [left = '', right = ''] = inputs
  return constants(right).flatMap((constant) => [
    ...(left === output ? [`∀ x : ${left}, ${write('x', constant)} = x`] : []),
    ...constants(output).map((result) => `∀ x : ${left}, ${write('x', constant)} = ${result}`),
  ])
}

/** Associativity, commutativity, left-commutativity, distributivity: one binary function and another. */
function pushes(outer: Operation, inner: Operation): string[] {
  const [left = '', right = ''] = outer.inputs
  const [first = '', second = ''] = inner.inputs
  const binders = `∀ (x : ${first}) (y : ${second})`
  const found: string[] = []
  if (outer === inner && left === right) {
    found.push(`${binders}, ${outer.write('x', 'y')} = ${outer.write('y', 'x')}`)
    if (outer.output === left) {
      const all = `∀ x y z : ${left}, `
      found.push(
        `${all}${outer.write(outer.write('x', 'y'), 'z')} = ${outer.write('x', outer.write('y', 'z'))}`,
        `${all}${outer.write('x', outer.write('y', 'z'))} = ${outer.write('y', outer.write('x', 'z'))}`,
      )
    }
  }
  if (
    outer !== inner &&
    inner.output === right &&
    first === second &&
    outer.output === right &&
    first === right
  ) {
    found.push(
      `∀ (x : ${left}) (y z : ${first}), ${outer.write('x', inner.write('y', 'z'))} = ${inner.write(outer.write('x', 'y'), outer.write('x', 'z'))}`,
    )
  }
  if (
    outer !== inner &&
    inner.output === left &&
    first === second &&
    outer.output === left &&
    first === left
  ) {
    found.push(
      `∀ (x y : ${first}) (z : ${right}), ${outer.write(inner.write('x', 'y'), 'z')} = ${inner.write(outer.write('x', 'z'), outer.write('y', 'z'))}`,
    )
  }
  return found
}

/** Laws of relations with values in Bool. */
function orders({ inputs, output, write }: Operation, survey: Survey): string[] {
  const [left = '', right = ''] = inputs
  if (output !== 'Bool' || left !== right) return []
  return [
    `∀ x : ${left}, ${write('x', 'x')} = true`,
    `∀ x y : ${left}, ${write('x', 'y')} = true → x = y`,
    `∀ x y : ${left}, ${write('x', 'y')} = false → ${write('y', 'x')} = true`,
    ...stepsOf(left, survey).map(
      (step) => `∀ x y : ${left}, ${write('x', 'y')} = true → ${write('x', step('y'))} = true`,
    ),
    `∀ x y z : ${left}, ${write('x', 'y')} = true → ${write('y', 'z')} = true → ${write('x', 'z')} = true`,
  ]
}

/** `g (f x y)` in terms of `g x` and `g y`, in either order. */
function throughs(outer: Operation, inner: Operation, binary: readonly Operation[]): string[] {
  const [first = '', second = ''] = inner.inputs
  if (inner.output !== outer.inputs[0]) return []
  const whole = `∀ (x : ${first}) (y : ${second}), ${outer.write(inner.write('x', 'y'))} = `
  const combine = binary.filter(
    ({ inputs, output }) => output === outer.output && inputs[0] === output && inputs[1] === output,
  )
  const found: string[] = []
  if (first === outer.inputs[0] && second === outer.inputs[0]) {
    for (const { write } of combine) {
      found.push(`${whole}${write(outer.write('x'), outer.write('y'))}`)
      found.push(`${whole}${write(outer.write('y'), outer.write('x'))}`)
    }
    found.push(`${whole}${outer.write(inner.write('y', 'x'))}`)
  }
  if (first !== second && second === outer.inputs[0] && outer.output === second)
    found.push(`${whole}${inner.write('x', outer.write('y'))}`)
  if (second === outer.inputs[0]) found.push(`${whole}${outer.write('y')}`)
  return found
}

function compositions(outer: Operation, inner: Operation): string[] {
  const [input = ''] = inner.inputs
  if (inner.output !== outer.inputs[0]) return []
  const whole = `∀ x : ${input}, ${outer.write(inner.write('x'))} = `
  return [
    ...(outer.output === input ? [`${whole}x`] : []),
    ...(outer.inputs[0] === input ? [`${whole}${outer.write('x')}`] : []),
    ...(outer !== inner && outer.inputs[0] === input && inner.inputs[0] === outer.output
      ? [`${whole}${inner.write(outer.write('x'))}`]
      : []),
  ]
}

/** What a function with an accumulator computes, for every accumulator. */
function accumulators(
  { inputs, output, write }: Operation,
  unary: readonly Operation[],
  binary: readonly Operation[],
  constants: (type: string) => string[],
): string[] {
  const [input = '', accumulator = ''] = inputs
  if (accumulator !== output) return []
  const all = `∀ (x : ${input}) (y : ${accumulator}), ${write('x', 'y')} = `
  const combine = binary.filter(
    (operation) => operation.inputs.every((type) => type === output) && operation.output === output,
  )
  return combine.flatMap((operation) => [
    ...unary
      .filter((plain) => plain.inputs[0] === input && plain.output === output)
      .flatMap((plain) => [
        `${all}${operation.write(plain.write('x'), 'y')}`,
        `${all}${operation.write('y', plain.write('x'))}`,
      ]),
    ...constants(accumulator).map((start) => `${all}${operation.write(write('x', start), 'y')}`),
  ])
}

function headOf(type: string): string {
  return type.replace(/^\(+/, '').split(/[\s)]/, 1)[0] ?? type
}

function wrap(text: string): string {
  return /^[\w.'✝₀-₉]+$/u.test(text) || /^[([].*[)\]]$/.test(text) ? text : `(${text})`
}
