// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, INK, mergeStep, type Primitive } from '../op.ts'
import { ATTRIBUTES, type Attribute, measure } from './attribute.ts'
import { histogram } from './colour.ts'

/** The piece with the most (sign 1) or least (sign -1) of what is measured, the first on a tie. */
function pick(
  s: GridStore,
  value: Value,
  measured: (g: Value, list: readonly Value[]) => number,
  sign: number,
): Value {
  const list = s.items(value)
  let best: Value = NONE
  let most = Number.NEGATIVE_INFINITY
  for (const g of list) {
    const score = sign * measured(g, list)
    if (score <= most) continue
    most = score
    best = g
  }
  return best
}

/** The same by cells of one colour; NONE where no piece has it. */
function pickWith(s: GridStore, value: Value, colour: number): Value {
  const best = pick(s, value, (g) => histogram(s, g)[colour]!, 1)
  return best === NONE || histogram(s, best)[colour] === 0 ? NONE : best
}

const attributes = choice(...ATTRIBUTES)
export const pickOps: readonly Primitive[] = [
  mergeStep(
    'pick-most',
    'Picks the piece with the most of an attribute; the first one on a tie.',
    attributes,
    (s, v, attribute) => pick(s, v, (g, list) => measure(s, g, attribute as Attribute, list), 1),
  ),
  mergeStep(
    'pick-least',
    'Picks the piece with the least of an attribute; the first one on a tie.',
    attributes,
    (s, v, attribute) => pick(s, v, (g, list) => measure(s, g, attribute as Attribute, list), -1),
  ),
  mergeStep(
    'pick-with',
    'Picks the piece with the most cells of a colour; the first one on a tie.',
    INK,
    (s, v, colour) => pickWith(s, v, Number(colour)),
  ),
]
