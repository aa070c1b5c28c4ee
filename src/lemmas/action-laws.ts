/**
 * Guesses about functions that act on a value with another one, as an accumulator is acted on by a list and a list by
 * the number of elements to leave out: what two actions after each other come to, and one action on a joined value.
 */
import type { Survey } from '../lean/index.ts'
import { constantsOf, type Law, law, stepsOf } from './law.ts'
import { headOf, type Operation } from './operations.ts'

/** The operation with its arguments in the other order: which one comes first is a matter of taste. */
export function flipArguments(operation: Operation): Operation {
  const [left = '', right = ''] = operation.inputs
  return {
    ...operation,
    inputs: [right, left],
    write: (first = '_', second = '_') => operation.write(second, first),
  }
}

function isAction({ inputs, output }: Operation): boolean {
  return inputs[1] === output
}

/** To act with a joined value is to act with its parts one after the other. */
export function actionLaws(action: Operation, join: Operation): Law[] {
  const [actor = '', carrier = ''] = action.inputs
  const joins = [...join.inputs, join.output].every((type) => type === actor)
  if (!isAction(action) || !joins || action.name === join.name) return []
  const three = { x: actor, y: actor, z: carrier }
  const { write } = action
  const whole = write(join.write('x', 'y'), 'z')
  return [
    law([action, join], three, `${whole} = ${write('x', write('y', 'z'))}`, [write('x', 'z')]),
    law([action, join], three, `${whole} = ${write('y', write('x', 'z'))}`, [write('x', 'z')]),
  ]
}

/** To act with a successor is to act with what it succeeds and once more, before or after. */
export function repetitionLaws(action: Operation, survey: Survey): Law[] {
  const [actor = '', carrier = ''] = action.inputs
  const [start] = constantsOf(actor, survey)
  if (!isAction(action) || start === undefined) return []
  const two = { x: actor, y: carrier }
  const { write } = action
  return stepsOf(actor, survey).flatMap((step) => {
    const [whole, once] = [write(step('x'), 'y'), step(start)]
    return [
      law([action], two, `${whole} = ${write('x', write(once, 'y'))}`, [write('x', 'y')]),
      law([action], two, `${whole} = ${write(once, write('x', 'y'))}`, [write('x', 'y')]),
    ]
  })
}

/** An action that goes a distance into `x` followed by `y`: what is left of the distance when `x` is over goes into `y`. */
export function overlapLaws(
  far: Operation,
  { measure, join, difference }: Readonly<Record<'measure' | 'join' | 'difference', Operation>>,
): Law[] {
  const [distance = '', carrier = ''] = far.inputs
  const fits =
    isAction(far) &&
    distance !== carrier &&
    measure.inputs[0] === carrier &&
    [...join.inputs, join.output].every((type) => type === carrier) &&
    [measure.output, ...difference.inputs, difference.output].every((type) => type === distance)
  if (!fits) return []
  const left = difference.write('n', measure.write('x'))
  const body = `${far.write('n', join.write('x', 'y'))} = ${join.write(far.write('n', 'x'), far.write(left, 'y'))}`
  return [
    law([far, join, measure, difference], { n: distance, x: carrier, y: carrier }, body, [
      far.write('n', 'x'),
    ]),
  ]
}

/** An action that goes exactly as far as a value is long leaves all of it, or nothing. */
export function dropLengthLaws(far: Operation, measure: Operation, survey: Survey): Law[] {
  const [distance = '', carrier = ''] = far.inputs
  const fits = measure.inputs[0] === carrier && measure.output === distance && distance !== carrier
  if (!isAction(far) || !fits) return []
  const condition = `${measure.write('x')} = n`
  return ['x', ...constantsOf(carrier, survey)].map((rest) =>
    law([far, measure], { n: distance, x: carrier }, `${condition} → ${far.write('n', 'x')} = ${rest}`, [
      far.write('n', 'x'),
    ]),
  )
}

/** A function of two joined values, part by part, where the first parts are equally long. */
export function zipLaws(pair: Operation, measure: Operation, join: Operation): Law[] {
  const [left = '', right = ''] = pair.inputs
  const [joined = ''] = join.inputs
  const isLike = (type: string): boolean => headOf(type) === headOf(joined)
  const fits =
    [left, right, pair.output].every(isLike) &&
    [...join.inputs, join.output].every((type) => type === joined) &&
    isLike(measure.inputs[0] ?? '') &&
    !isLike(measure.output) &&
    pair.name !== join.name
  if (!fits) return []
  const body =
    `${measure.write('x')} = ${measure.write('u')} → ` +
    `${pair.write(join.write('x', 'y'), join.write('u', 'v'))} = ${join.write(pair.write('x', 'u'), pair.write('y', 'v'))}`
  return [law([pair, measure, join], { x: left, u: right, y: left, v: right }, body, [pair.write('x', 'u')])]
}
