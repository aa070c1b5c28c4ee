/** Guesses about relations: what one says of itself, and what it says of another on the same values. */
import type { Survey } from '../lean/index.ts'
import { type Law, law, stepsOf } from './law.ts'
import type { Operation } from './operations.ts'

/** Laws of relations with values in Bool. */
export function orderLaws(operation: Operation): Law[] {
  if (!isRelation(operation)) return []
  const [type = ''] = operation.inputs
  const two = { x: type, y: type }
  const { write } = operation
  const holds = (a: string, b: string): string => `${write(a, b)} = true`
  return [
    law([operation], two, `${holds('x', 'y')} → x = y`),
    law([operation], two, `${write('x', 'y')} = false → ${holds('y', 'x')}`),
    law([operation], two, `${holds('x', 'y')} → ${write('y', 'x')} = false`),
  ]
}

/** `x ≤ y → x ≤ y + 1` and its like. Given to a prover they apply again and again, so they are tried late. */
export function successorLaws(operation: Operation, survey: Survey): Law[] {
  if (!isRelation(operation)) return []
  const [type = ''] = operation.inputs
  const holds = (a: string, b: string): string => `${operation.write(a, b)} = true`
  return stepsOf(type, survey).map((step) =>
    law([operation], { x: type, y: type }, `${holds('x', 'y')} → ${holds('x', step('y'))}`),
  )
}

/** What the outcome of one test says about the outcome of another on the same two values. */
export function comparisonLaws(one: Operation, other: Operation): Law[] {
  const [type = ''] = one.inputs
  if (one.name >= other.name || !isRelation(one) || !isRelation(other) || other.inputs[0] !== type) return []
  const outcomes = ['true', 'false']
  const turned = [other.write('x', 'y'), other.write('y', 'x')]
  return outcomes.flatMap((given) =>
    turned.flatMap((conclusion) =>
      outcomes.map((result) =>
        law(
          [one, other],
          { x: type, y: type },
          `${one.write('x', 'y')} = ${given} → ${conclusion} = ${result}`,
        ),
      ),
    ),
  )
}

/** Steps from one value over a second to a third, and back to the first. */
export function transitivityLaws(operation: Operation): Law[] {
  if (!isRelation(operation)) return []
  const [type = ''] = operation.inputs
  const holds = (a: string, b: string): string => `${operation.write(a, b)} = true`
  return [
    law(
      [operation],
      { x: type, y: type, z: type },
      `${holds('x', 'y')} → ${holds('y', 'z')} → ${holds('x', 'z')}`,
    ),
    law([operation], { x: type, y: type }, `${holds('x', 'y')} → ${holds('y', 'x')} → x = y`),
  ]
}

function isRelation({ inputs, output }: Operation): boolean {
  return output === 'Bool' && inputs.length === 2 && inputs[0] === inputs[1]
}
