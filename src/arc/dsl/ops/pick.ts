// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, INK, listStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { ATTRIBUTES, measure, type OpAttribute } from './attribute.ts'
import { histogram } from './colour.ts'
import { boundsOf } from './kernel.ts'

function extreme(
  s: GridStore,
  list: readonly Value[],
  attribute: OpAttribute,
  sign: number,
): readonly Value[] {
  let best = Number.NEGATIVE_INFINITY
  let found: Value[] = []
  for (const g of list) {
    const score = sign * measure(s, g, attribute, list)
    if (score > best) {
      best = score
      found = []
    }
    if (score === best) found.push(g)
  }
  return found
}

/** Keeps every extreme piece, or with `inverse` all others; NONE when that says nothing. */
function keepExtreme(
  s: GridStore,
  value: Value,
  attribute: OpAttribute,
  sign: number,
  inverse = false,
): Value {
  const list = s.items(value)
  const best = extreme(s, list, attribute, sign)
  const kept = inverse ? list.filter((g) => !best.includes(g)) : best
  return kept.length === list.length ? NONE : s.list(kept)
}

function sortBy(s: GridStore, value: Value, attribute: OpAttribute): Value {
  const list = s.items(value)
  if (list.length < 2) return NONE
  const keyed = list.map((g, i) => ({ g, i, key: measure(s, g, attribute, list) }))
  keyed.sort((a, b) => a.key - b.key || a.i - b.i)
  return s.list(keyed.map((entry) => entry.g))
}

/** A yes-no question about a piece, within the rectangle that all pieces span. */
const QUESTIONS = {
  symmetric: (s, g) => measure(s, g, 'symmetry', []) > 0,
  holed: (s, g) => measure(s, g, 'holes', []) > 0,
  square: (s, g) => s.width[g] === s.height[g],
  full: (s, g) => measure(s, g, 'gaps', []) === 0,
  single: (s, g) => measure(s, g, 'ink', []) === 1,
  'one-colour': (s, g) => measure(s, g, 'colours', []) === 1,
  wide: (s, g) => s.width[g]! > s.height[g]!,
  tall: (s, g) => s.height[g]! > s.width[g]!,
  edge: (s, g, { left, top, right, bottom }) =>
    s.left[g] === left ||
    s.top[g] === top ||
    s.left[g]! + s.width[g]! === right ||
    s.top[g]! + s.height[g]! === bottom,
} satisfies Record<string, (s: GridStore, g: Value, bounds: ReturnType<typeof boundsOf>) => boolean>
type Question = keyof typeof QUESTIONS

function sieve(s: GridStore, value: Value, question: Question, wanted: boolean): Value {
  const list = s.items(value)
  const bounds = boundsOf(s, list)
  const kept = list.filter((g) => QUESTIONS[question](s, g, bounds) === wanted)
  return kept.length === list.length ? NONE : s.list(kept)
}

/** The piece with the most cells of one colour, the first on a tie. */
function pickByColour(s: GridStore, value: Value, colour: number): Value {
  let best: Value = NONE
  let most = 0
  for (const g of s.items(value)) {
    const count = histogram(s, g)[colour]!
    if (count <= most) continue
    most = count
    best = g
  }
  return best
}

const attributes = choice(...ATTRIBUTES)
const questions = choice(...Object.keys(QUESTIONS))

export const pickOps: readonly Primitive[] = [
  ...[['most', 1] as const, ['least', -1] as const].map(([name, sign]) =>
    mergeStep(
      `pick-${name}`,
      attributes,
      (s, v, by) => extreme(s, s.items(v), by as OpAttribute, sign)[0] ?? NONE,
    ),
  ),
  listStep('keep-most', attributes, (s, v, by) => keepExtreme(s, v, by as OpAttribute, 1)),
  listStep('keep-least', attributes, (s, v, by) => keepExtreme(s, v, by as OpAttribute, -1)),
  listStep('drop-most', attributes, (s, v, by) => keepExtreme(s, v, by as OpAttribute, 1, true)),
  listStep('drop-least', attributes, (s, v, by) => keepExtreme(s, v, by as OpAttribute, -1, true)),
  listStep('sort', attributes, (s, v, by) => sortBy(s, v, by as OpAttribute)),
  mergeStep('pick-with', INK, (s, v, colour) => pickByColour(s, v, Number(colour))),
  listStep('sieve', questions, (s, v, question) => sieve(s, v, question as Question, true)),
  listStep('sieve-not', questions, (s, v, question) => sieve(s, v, question as Question, false)),
  listStep('reverse', NO_PARAMETER, (s, v) => s.list(s.items(v).toReversed())),
  mergeStep('nth', choice('first', 'second', 'third', 'last'), (s, v, which) => {
    const list = s.items(v)
    const index = which === 'last' ? -1 : ['first', 'second', 'third'].indexOf(String(which))
    return list.at(index) ?? NONE
  }),
]
