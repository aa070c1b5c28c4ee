// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { choice, INK, listStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { ATTRIBUTES, type Attribute, measure } from './attribute.ts'
import { histogram } from './colour.ts'

function extreme(s: GridStore, list: readonly Value[], attribute: Attribute, sign: number): readonly Value[] {
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

/** The extreme piece; NONE when the list says nothing about which one is meant. */
function pick(s: GridStore, value: Value, attribute: Attribute, sign: number): Value {
  const list = s.items(value)
  return extreme(s, list, attribute, sign)[0] ?? NONE
}

function keepExtreme(
  s: GridStore,
  value: Value,
  attribute: Attribute,
  sign: number,
  inverse: boolean,
): Value {
  const list = s.items(value)
  const best = extreme(s, list, attribute, sign)
  const kept = inverse ? list.filter((g) => !best.includes(g)) : best
  return kept.length === list.length ? NONE : s.list(kept)
}

function sortBy(s: GridStore, value: Value, attribute: Attribute): Value {
  const list = s.items(value)
  if (list.length < 2) return NONE
  const keyed = list.map((g, i) => ({ g, i, key: measure(s, g, attribute, list) }))
  keyed.sort((a, b) => a.key - b.key || a.i - b.i)
  return s.list(keyed.map((entry) => entry.g))
}

/** A yes-no question about a piece. */
const QUESTIONS = [
  'symmetric',
  'holed',
  'square',
  'full',
  'single',
  'one-colour',
  'wide',
  'tall',
  'edge',
] as const
type Question = (typeof QUESTIONS)[number]

function holds(s: GridStore, g: Value, question: Question, bounds: Bounds): boolean {
  switch (question) {
    case 'symmetric':
      return measure(s, g, 'symmetry', []) > 0
    case 'holed':
      return measure(s, g, 'holes', []) > 0
    case 'square':
      return s.width[g] === s.height[g]
    case 'full':
      return measure(s, g, 'gaps', []) === 0
    case 'single':
      return measure(s, g, 'ink', []) === 1
    case 'one-colour':
      return measure(s, g, 'colours', []) === 1
    case 'wide':
      return s.width[g]! > s.height[g]!
    case 'tall':
      return s.height[g]! > s.width[g]!
    case 'edge':
      return (
        s.left[g] === bounds.left ||
        s.top[g] === bounds.top ||
        s.left[g]! + s.width[g]! === bounds.right ||
        s.top[g]! + s.height[g]! === bounds.bottom
      )
  }
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The rectangle that all pieces of a list span together. */
function boundsOf(s: GridStore, list: readonly Value[]): Bounds {
  const bounds = { left: 999, top: 999, right: -999, bottom: -999 }
  for (const g of list) {
    bounds.left = Math.min(bounds.left, s.left[g]!)
    bounds.top = Math.min(bounds.top, s.top[g]!)
    bounds.right = Math.max(bounds.right, s.left[g]! + s.width[g]!)
    bounds.bottom = Math.max(bounds.bottom, s.top[g]! + s.height[g]!)
  }
  return bounds
}

function sieve(s: GridStore, value: Value, question: Question, wanted: boolean): Value {
  const list = s.items(value)
  const bounds = boundsOf(s, list)
  const kept = list.filter((g) => holds(s, g, question, bounds) === wanted)
  return kept.length === list.length ? NONE : s.list(kept)
}

/** The piece with the most (sign 1) or least (sign -1) cells of one colour, the first on a tie. */
function pickByColour(s: GridStore, value: Value, colour: number, sign: number): Value {
  let best: Value = NONE
  let most = Number.NEGATIVE_INFINITY
  let seen = false
  for (const g of s.items(value)) {
    const count = histogram(s, g)[colour]!
    if (count > 0) seen = true
    if (sign * count <= most) continue
    most = sign * count
    best = g
  }
  return seen ? best : NONE
}

const attributes = choice(...ATTRIBUTES)
const questions = choice(...QUESTIONS)

export const pickOps: readonly Primitive[] = [
  mergeStep(
    'pick-most',
    'Picks the piece with the most of an attribute; the first one on a tie.',
    attributes,
    (s, v, attribute) => pick(s, v, attribute as Attribute, 1),
  ),
  mergeStep(
    'pick-least',
    'Picks the piece with the least of an attribute; the first one on a tie.',
    attributes,
    (s, v, attribute) => pick(s, v, attribute as Attribute, -1),
  ),
  listStep(
    'keep-most',
    'Keeps every piece that has the most of an attribute.',
    attributes,
    (s, v, attribute) => keepExtreme(s, v, attribute as Attribute, 1, false),
  ),
  listStep(
    'keep-least',
    'Keeps every piece that has the least of an attribute.',
    attributes,
    (s, v, attribute) => keepExtreme(s, v, attribute as Attribute, -1, false),
  ),
  listStep(
    'drop-most',
    'Drops every piece that has the most of an attribute.',
    attributes,
    (s, v, attribute) => keepExtreme(s, v, attribute as Attribute, 1, true),
  ),
  listStep(
    'drop-least',
    'Drops every piece that has the least of an attribute.',
    attributes,
    (s, v, attribute) => keepExtreme(s, v, attribute as Attribute, -1, true),
  ),
  listStep(
    'sort',
    'Sorts the pieces by an attribute, least first, ties in their old order.',
    attributes,
    (s, v, attribute) => sortBy(s, v, attribute as Attribute),
  ),
  mergeStep(
    'pick-with',
    'Picks the piece with the most cells of a colour; the first one on a tie.',
    INK,
    (s, v, colour) => pickByColour(s, v, Number(colour), 1),
  ),
  mergeStep(
    'pick-without',
    'Picks the piece with the fewest cells of a colour; the first one on a tie.',
    INK,
    (s, v, colour) => pickByColour(s, v, Number(colour), -1),
  ),
  listStep('keep-with', 'Keeps the pieces that have a cell of a colour.', INK, (s, v, colour) =>
    s.list(s.items(v).filter((g) => histogram(s, g)[Number(colour)]! > 0)),
  ),
  listStep('sieve', 'Keeps the pieces for which a question is answered yes.', questions, (s, v, question) =>
    sieve(s, v, question as Question, true),
  ),
  listStep(
    'sieve-not',
    'Keeps the pieces for which a question is answered no.',
    questions,
    (s, v, question) => sieve(s, v, question as Question, false),
  ),
  listStep('reverse', 'Turns the order of the pieces round.', NO_PARAMETER, (s, v) =>
    s.list(s.items(v).toReversed()),
  ),
  mergeStep(
    'nth',
    'Takes the piece at a place in the list: first, second, third or last.',
    choice('first', 'second', 'third', 'last'),
    (s, v, which) => {
      const list = s.items(v)
      const index = which === 'last' ? -1 : ['first', 'second', 'third'].indexOf(String(which))
      return list.at(index) ?? NONE
    },
  ),
]
