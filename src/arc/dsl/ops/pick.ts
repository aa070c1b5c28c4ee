import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { choice, INK, listStep, mergeStep, NO_PARAMETER, type Primitive } from '../op.ts'
import { coloursOf, histogram, mainColour } from './colour.ts'
import { turn } from './grow.ts'
import { boundsOf, enclosed } from './kernel.ts'

function extreme(s: GridStore, list: readonly Value[], attribute: OpAttribute, sign: number): Value[] {
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
  inverse: boolean,
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
  const pieces = s.items(value)
  const counts = pieces.map((g) => histogram(s, g)[colour]!)
  const most = Math.max(...counts)
  return most === 0 ? NONE : pieces[counts.indexOf(most)]!
}

const ink = (s: GridStore, g: Value): number => s.width[g]! * s.height[g]! - histogram(s, g)[0]!

const MIRRORS = ['left-right', 'up-down', 'diagonal'] as const

/** What can be measured of one piece of a list; the list is its surrounding, for what compares. */
const MEASURES = {
  area: (s, g) => s.width[g]! * s.height[g]!,
  ink,
  colours: (s, g) => coloursOf(s, g).length,
  holes: (s, g) => enclosed(s, g, false).count,
  blobs: (s, g) => label(s, g, 'ink', true, s.scratch),
  symmetry: (s, g) => MIRRORS.filter((how) => turn(s, g, how) === g).length,
  gaps: (s, g) => histogram(s, g)[0]!,
  density: (s, g) => Math.round((1000 * ink(s, g)) / (s.width[g]! * s.height[g]!)),
  width: (s, g) => s.width[g]!,
  height: (s, g) => s.height[g]!,
  left: (s, g) => s.left[g]!,
  top: (s, g) => s.top[g]!,
  frequency: (s, g, list) => list.filter((other) => sameCells(s, g, other, false)).length,
  likeness: (s, g, list) => list.filter((other) => sameCells(s, g, other, true)).length,
  'main-colour': (s, g, list) => list.filter((other) => mainColour(s, other) === mainColour(s, g)).length,
  specks: (s, g) => {
    const rarest = coloursOf(s, g).at(-1)
    return rarest === undefined ? 0 : histogram(s, g)[rarest]!
  },
} satisfies Record<string, (s: GridStore, g: Value, list: readonly Value[]) => number>
export type OpAttribute = keyof typeof MEASURES
export const ATTRIBUTES = Object.keys(MEASURES) as OpAttribute[]

/** The number of an attribute for one piece. */
export function measure(s: GridStore, g: Value, attribute: OpAttribute, list: readonly Value[]): number {
  return MEASURES[attribute](s, g, list)
}

/** Equal cells wherever they are; with `shapeOnly` any two colours count as equal. */
function sameCells(s: GridStore, a: Value, b: Value, shapeOnly: boolean): boolean {
  if (a === b) return true
  if (s.width[a] !== s.width[b] || s.height[a] !== s.height[b]) return false
  const [{ area, from }, { from: other }] = [s.box(a), s.box(b)]
  for (let i = 0; i < area; i++) {
    const [x, y] = [s.cells[from + i]!, s.cells[other + i]!]
    if (shapeOnly ? (x === 0) !== (y === 0) : x !== y) return false
  }
  return true
}

const EXTREMES = [['most', 1] as const, ['least', -1] as const]
const attributes = choice(...ATTRIBUTES)
const questions = choice(...Object.keys(QUESTIONS))

export const pickOps: readonly Primitive[] = [
  ...EXTREMES.map(([name, sign]) =>
    mergeStep(
      `pick-${name}`,
      attributes,
      (s, v, by) => extreme(s, s.items(v), by as OpAttribute, sign)[0] ?? NONE,
    ),
  ),
  ...['keep', 'drop'].flatMap((verb) =>
    EXTREMES.map(([name, sign]) =>
      listStep(`${verb}-${name}`, attributes, (s, v, by) =>
        keepExtreme(s, v, by as OpAttribute, sign, verb === 'drop'),
      ),
    ),
  ),
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
