/** Guesses about what becomes of a function's result under another function. */
import type { Survey } from '../lean/index.ts'
import { frontsOf, type Law, law, stepsOf } from './law.ts'
import { freshenIfClashing, freshenParameters, type Operation } from './operations.ts'

/** `g (f x y)` in terms of `g x` and `g y`, in either order, or of `g y` alone, or one more than that. */
export function homomorphismLaws(
  outer: Operation,
  inner: Operation,
  { combines, survey }: { combines: readonly Operation[]; survey: Survey },
): Law[] {
  const [first = '', second = ''] = inner.inputs
  const [carrier = ''] = outer.inputs
  if (inner.output !== carrier) return []
  const both = { x: first, y: second }
  const whole = outer.write(inner.write('x', 'y'))
  const here = (body: string, more: readonly Operation[] = []) =>
    law([outer, inner, ...more], both, `${whole} = ${body}`)
  const found: Law[] = []
  if (first === carrier && second === carrier) {
    for (const combine of combines) {
      if (combine.output !== outer.output || combine.inputs.some((type) => type !== outer.output)) continue
      found.push(here(combine.write(outer.write('x'), outer.write('y')), [combine]))
      found.push(here(combine.write(outer.write('y'), outer.write('x')), [combine]))
    }
    found.push(here(outer.write(inner.write('y', 'x'))))
  }
  if (second === carrier && first !== second) {
    if (outer.output === second) found.push(here(inner.write('x', outer.write('y'))))
    found.push(here(outer.write('y')))
    for (const step of stepsOf(outer.output, survey)) found.push(here(step(`(${outer.write('y')})`)))
  }
  return found
}

/** A test that goes on to hold for what a function makes of a value, or that says the function changes nothing. */
export function preservationLaws(test: Operation, made: Operation): Law[] {
  const [carrier = ''] = test.inputs
  if (test.output !== 'Bool' || made.output !== carrier || !made.inputs.includes(carrier)) return []
  const holds = (term: string): string => `${test.write(term)} = true`
  const shared = freshenIfClashing(test, made)
  return [
    shared,
    ...(shared === made && made.fixed.length > 0 && test.fixed.length > 0 ? [freshenParameters(made)] : []),
  ].flatMap((function_) => {
    const [first = '', second] = function_.inputs
    const alone = (conclusion: string): Law =>
      law([test, function_], { x: first }, `${holds('x')} → ${conclusion}`, [test.write('x')])
    if (second === undefined)
      return [alone(holds(function_.write('x'))), alone(`${function_.write('x')} = x`)]
    const both = { x: first, y: second }
    const tested = (['x', 'y'] as const).filter((name) => both[name] === carrier)
    const whole = holds(function_.write('x', 'y'))
    const calls = tested.map((name) => test.write(name))
    return [law([test, function_], both, [...tested.map(holds), whole].join(' → '), calls)]
  })
}

export function compositionLaws(outer: Operation, inner: Operation): Law[] {
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

/** `g (f x (a :: y)) = g (a :: f x y)`: to `g` it is the same whether an element is inserted before or after `f`. */
export function frontInsertionLaws(outer: Operation, inner: Operation, survey: Survey): Law[] {
  const [first = '', second = ''] = inner.inputs
  if (inner.output !== outer.inputs[0] || second !== inner.output) return []
  return frontsOf(second, survey).map((front) =>
    law(
      [outer, inner],
      { x: first, y: second, thing: '_' },
      `${outer.write(inner.write('x', front('thing', 'y')))} = ${outer.write(front('thing', inner.write('x', 'y')))}`,
    ),
  )
}

/** A function that goes as far into `x` followed by `y` as `x` is long. */
export function takeLengthLaws(far: Operation, measure: Operation, join: Operation): Law[] {
  const [distance = '', carrier = ''] = far.inputs
  const fits =
    measure.output === distance &&
    measure.inputs[0] === carrier &&
    [far.output, ...join.inputs, join.output].every((type) => type === carrier) &&
    distance !== carrier &&
    far !== join
  if (!fits) return []
  const whole = far.write(measure.write('x'), join.write('x', 'y'))
  return ['x', 'y', join.write('y', 'x')].map((body) =>
    law([far, measure, join], { x: carrier, y: carrier }, `${whole} = ${body}`),
  )
}
