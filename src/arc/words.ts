/**
 * The one table of words: every step, object action, ink, object attribute and cell feature with what it means and what
 * it costs. What a word does is found by its name in the tables of `dsl/` and `objects/`; none is without an entry here.
 */

import { wordTable } from '../word-table.ts'
import { actionLength, attributeLength, featureLength, LENGTH } from './cost.ts'
import { BOUND_NAMES, CELL_FEATURES, MEASURE_NAMES, OBJECT_ACTIONS, PRIMITIVES } from './dsl/index.ts'

export type WordKind = 'step' | 'action' | 'ink' | 'attribute' | 'feature'

export interface Word {
  readonly kind: WordKind
  readonly name: string
  readonly doc: string
  /** Description length, without arguments. */
  readonly cost: number
}

/** What is asked of an object, as the end of "objects are told apart by". */
const ATTRIBUTES = wordTable<string>({
  colour: 'its main colour',
  size: 'how many cells it has',
  'size-rank': 'its place by size, the largest first',
  largest: 'whether none is larger',
  smallest: 'whether none is smaller',
  single: 'whether it is one cell',
  holes: 'how many holes it has',
  holed: 'whether it has a hole',
  'on-edge': 'whether it touches the edge of the grid',
  shape: 'its shape',
  'shape-alone': 'whether no other has its shape',
  'shape-count': 'how many have its shape',
  'colour-alone': 'whether no other has its colour',
  'size-alone': 'whether no other has its size',
  'colour-count': 'how many have its colour',
  width: 'its width',
  height: 'its height',
  lie: 'whether it is tall (0), as wide as high (1) or wide (2)',
  square: 'whether it is as wide as high',
  full: 'whether it fills its box',
  line: 'whether it is one cell wide or high',
  mirrored: 'which mirror images of it are itself: left-right counts 1, up-down 2',
  'mirrored-across': 'whether its left-right mirror image is itself',
  symmetric: 'whether some mirror image of it is itself',
  colours: 'how many colours it has',
  'most-colours': 'whether none has more colours',
  'size-odd': 'whether it has an odd number of cells',
  touches: 'whether it touches another colour',
  'touches-colour': 'the colour it touches most',
  holds: 'whether another lies inside its box',
  held: 'whether it lies inside the box of another',
  'holds-count': 'how many lie inside its box',
  leftmost: 'whether none begins further left',
  rightmost: 'whether none ends further right',
  topmost: 'whether none begins higher',
  lowest: 'whether none ends lower',
  'left-rank': 'its place from the left',
  'top-rank': 'its place from the top',
  'sees-left': 'whether there is ink to its left',
  'sees-right': 'whether there is ink to its right',
  'sees-up': 'whether there is ink above it',
  'sees-down': 'whether there is ink below it',
  'nearest-colour': 'the colour of the nearest other',
  'colour-in-row': 'whether another of its colour shares a row with it',
  'colour-in-column': 'whether another of its colour shares a column with it',
  'near-count': 'how many are at most one cell away',
  'most-holes': 'whether none has more holes',
  widest: 'whether none is wider',
  tallest: 'whether none is higher',
  'largest-of-colour': 'whether none of its colour is larger',
  'has-larger-kin': 'whether one of its colour is larger',
  ink: 'how many coloured cells it has',
  fullest: 'whether none has more coloured cells',
  emptiest: 'whether none has fewer coloured cells',
  half: 'whether its middle is left of (0), on (1) or right of (2) the middle of the grid',
  'half-along': 'whether its middle is above (0), on (1) or below (2) the middle of the grid',
})

/** A colour that an object finds for itself. */
const INKS = wordTable<string>({
  own: 'its own colour',
  rare: 'the rarest of its colours',
  nearest: 'the colour of the nearest object',
  'nearest-other': 'the colour of the nearest object of another colour',
  'nearest-single': 'the colour of the nearest single cell',
  touching: 'the colour it touches most',
  held: 'the colour of the first object inside its box',
  inside: 'the commonest colour in its holes',
  holder: 'the colour of the first object whose box it lies in',
  largest: 'the colour of the largest object',
  smallest: 'the colour of the smallest object',
  'same-shape': 'the colour of another object of its shape',
  'same-size': 'the colour of another object of its size',
  left: 'the colour it sees to its left',
  right: 'the colour it sees to its right',
  up: 'the colour it sees above it',
  down: 'the colour it sees below it',
  'row-start': 'the colour at the left end of its rows',
  'row-end': 'the colour at the right end of its rows',
  'column-start': 'the colour at the top of its columns',
  'column-end': 'the colour at the bottom of its columns',
  commonest: 'the commonest colour of the picture',
  rarest: 'the rarest colour of the picture',
})

const WAY =
  '(up-left|up-right|down-left|down-right|left|right|up|down|across|along|plus|falling|rising|cross|half)'
const REACH = '(edge|contact|hit)'
/** How parts of names are said. */
const SAID = wordTable<string>({
  edge: 'to the edge, under what is in the way',
  contact: 'until something is met',
  hit: 'only where something is met',
  across: 'left and right',
  along: 'up and down',
  plus: 'to all four sides',
  falling: 'along the falling diagonal',
  rising: 'along the rising diagonal',
  cross: 'along both diagonals',
  half: 'by half a turn',
  line: 'a line',
  object: 'object',
  'wide-object': 'corner-joined object',
  blob: 'many-coloured object',
  gap: 'gap',
})

/** What an object does, by the pattern of its name; `$1` and `$2` are the parts that vary. */
const ACTIONS: readonly (readonly [pattern: string, doc: string])[] = [
  ['keep', 'stays as it is'],
  ['remove', 'is taken away'],
  [`slide-hit-${WAY}`, 'moves $1 until another object stops it, if one does'],
  [`slide-${WAY}`, 'moves $1 until something stops it'],
  [`edge-${WAY}`, 'moves $1 to the edge, over whatever is there'],
  [`step-${WAY}-(\\d)`, 'moves $1 by $2'],
  [`leap-${WAY}`, 'moves $1 by its own width or height'],
  [`move-by-size-${WAY}`, 'moves $1 by as many cells as it has'],
  ['approach', 'moves straight until it touches the nearest object it faces'],
  ['approach-largest', 'moves straight until it touches the largest object'],
  ['approach-colour', 'moves straight until it touches an object of its colour'],
  ['dock-colour', 'moves straight, through what is between, beside a larger object of its colour'],
  ['dock-largest', 'moves straight, through what is between, beside the largest object'],
  ['step-nearer', 'moves one cell towards the nearest object'],
  ['dress', 'takes the colours of another object of its shape'],
  [`copy-${WAY}-(\\d)`, 'is drawn once more $1, $2 cells apart'],
  [`repeat-${WAY}-(\\d)`, 'is drawn again and again $1 to the edge, $2 cells apart'],
  [`flip-${WAY}`, 'is mirrored $1 in its box'],
  [`turn-${WAY}`, 'is turned $1 in its box'],
  [`fold-${WAY}`, 'gets its mirror image $1 added within its box'],
  [`mirror-${WAY}`, 'gets its mirror image added on the side: $1'],
  ['stamp', 'has the largest other object drawn around its middle'],
  ['stamp-ink', 'has the shape of the largest other object painted around its middle'],
  [`shade-${WAY}`, 'has its shape painted beside it: $1'],
  ['recolour', 'is painted'],
  ['fill-holes', 'has the empty cells of its holes painted'],
  ['paint-holes', 'has its holes painted, whatever is in them'],
  ['fill-box', 'has the empty cells of its box painted'],
  ['paint-box', 'has its box painted'],
  ['ring', 'gets a ring around it, corners too'],
  ['ring-sides', 'gets a ring around it without corners'],
  ['frame', 'gets a frame around its box'],
  ['paint-core', 'has the cells painted that lie wholly within it'],
  ['paint-edge', 'has the cells painted that do not lie wholly within it'],
  ['paint-corners', 'has the corners of its box painted where they are its own'],
  ['paint-middle', 'has the middle of its box painted'],
  ['corner-dots', 'gets dots beyond the corners of its box'],
  ['side-dots', 'gets dots beyond the middles of the sides of its box'],
  ['bridge-colour', 'gets a straight way to the nearest object of its colour'],
  ['bridge-other', 'gets a straight way to the nearest object of another colour'],
  ['bridge-larger', 'gets a straight way to the nearest larger object'],
  ['bridge-inner', 'gets a straight way to the nearest object, without its outer lines'],
  ['elbow-across', 'gets a way with one corner to the nearest object, left or right first'],
  ['elbow-along', 'gets a way with one corner to the nearest object, up or down first'],
  ['mark-faced', 'has the first cells of larger objects painted that it faces'],
  [`beam-${WAY}-${REACH}`, 'sends lines as wide as itself $1, $2'],
  [`thin-beam-${WAY}-${REACH}`, 'sends a line from the middle of its side $1, $2'],
  [`slant-${WAY}-${REACH}`, 'sends slanting lines from the corners of its box $1, $2'],
]

/** What is measured of a cell; `$1` is the part that varies. */
const FEATURES: readonly (readonly [pattern: string, doc: string])[] = [
  ['colour', 'colour'],
  ['next-(.+)', 'neighbour’s colour, $1'],
  ['ink-beside', 'count of coloured cells beside it'],
  ['ink-at-corners', 'count of coloured cells at its corners'],
  ['sides-mask', 'pattern of coloured cells beside it'],
  ['ring-mask', 'pattern of coloured cells around it'],
  ['alike-beside', 'count of cells beside it of its own colour'],
  ['alike-around', 'count of cells around it of its own colour'],
  ['most-around', 'commonest colour around it'],
  ['(column|row)-parity', '$1 number, odd or even'],
  ['checker', 'colour on a chessboard'],
  ['(column|row|diagonal)-third', '$1 number modulo three'],
  ['mirror-(across|along|diagonal)', 'colour at its mirror image, $1'],
  ['half-turned', 'colour where a half turn takes it'],
  ['(column|row)', '$1 number'],
  ['rim-distance', 'distance from the edge'],
  ['rim-parity', 'distance from the edge, odd or even'],
  ['on-rim', 'place on the edge'],
  ['sees-(.+)', 'first colour it sees, $1'],
  ['between-(across|along)', 'colour it sees on both sides, $1'],
  ['sides-seen', 'count of sides on which it sees ink'],
  ['(row|column)-ink', '$1’s count of coloured cells'],
  ['(row|column)-parity-of-ink', '$1’s count of coloured cells, odd or even'],
  ['(row|column)-kinds', '$1’s count of colours'],
  ['(row|column)-has-ink', '$1’s having ink'],
  ['(row|column)-fullest', '$1’s being the fullest'],
  ['(row|column)-uniform', '$1’s being of one colour'],
  ['(row|column)-main', '$1’s main colour'],
  ['(row|column)-first', '$1’s first colour'],
  ['(row|column)-last', '$1’s last colour'],
  ['DIVISION-size', '$1’s size'],
  ['DIVISION-size-rank', '$1’s place by size'],
  ['DIVISION-(largest|smallest|square|full|line|symmetric|unique)', '$1’s being $2'],
  ['DIVISION-single', '$1’s being one cell'],
  ['DIVISION-holed', '$1’s having a hole'],
  ['DIVISION-full-square', '$1’s being a full square'],
  ['DIVISION-size-parity', '$1’s size, odd or even'],
  ['DIVISION-holes', '$1’s count of holes'],
  ['DIVISION-(width|height)', '$1’s $2'],
  ['DIVISION-lie', '$1’s lying or standing'],
  ['DIVISION-on-edge', '$1’s touching the edge'],
  ['DIVISION-twins', '$1’s count of objects of its shape'],
  ['DIVISION-commonest', '$1’s having the commonest shape'],
  ['DIVISION-kinds', '$1’s count of colours'],
  ['DIVISION-(main|rare)', '$1’s $2 colour'],
  ['DIVISION-touches', 'colour that its $1 touches most'],
  ['DIVISION-on-rim', 'place on the rim of its $1’s box'],
  ['DIVISION-at-corner', 'place at a corner of its $1’s box'],
  ['DIVISION-depth', 'depth in its $1’s box'],
  ['DIVISION-depth-parity', 'depth in its $1’s box, odd or even'],
  ['DIVISION-(column|row)-in', '$2 in its $1’s box'],
  ['DIVISION-(column|row)-parity-in', '$2 in its $1’s box, odd or even'],
  ['DIVISION-(top|bottom)-row-in', 'place in the $2 row of its $1’s box'],
  ['panel-ink', 'panel’s count of coloured cells'],
  ['panel-ink-rank', 'panel’s place by coloured cells'],
  ['panel-(fullest|emptiest)', 'panel’s being the $1'],
  ['panel-kinds', 'panel’s count of colours'],
  ['panel-(most|fewest)-kinds', 'panel’s having the $1 colours'],
  ['panel-alone', 'panel’s being unlike all others'],
  ['panel-(row|column)', 'panel’s $1'],
  ['panel-checker', 'panel’s colour on a chessboard'],
  ['panel-main', 'panel’s main colour'],
  ['panel-(column|row)-in', '$1 in its panel'],
  ['panel-ink-here', 'count of panels with ink at its place'],
  ['panel-on-line', 'place on a line between panels'],
  ['panel-as-(.+)', 'colour at its place in one panel ($1)'],
  ['panel-mapped-(.+)', 'colour for its panel on one panel ($1), read as a map'],
]

/** The entry of a list of patterns that a name fits, its parts filled in. */
function filled(patterns: readonly (readonly [string, string])[], name: string): string | undefined {
  const say = (part: string): string => SAID[part] ?? part.replaceAll('-', ' ')
  for (const [pattern, doc] of patterns) {
    const match = new RegExp(`^${pattern.replace('DIVISION', '(wide-object|object|blob|gap)')}$`).exec(name)
    if (match !== null) return doc.replace(/\$(\d)/g, (_, part) => say(match[Number(part)] ?? ''))
  }
  return undefined
}

function docOf(kind: WordKind, name: string): string | undefined {
  switch (kind) {
    case 'step':
      return PRIMITIVES.find((primitive) => primitive.name === name)?.doc
    case 'attribute':
      return ATTRIBUTES[name]
    case 'ink':
      return INKS[name]
    case 'action':
      return filled(ACTIONS, name)
    case 'feature':
      return filled(FEATURES, name)
  }
}

function word(kind: WordKind, name: string, cost: number): Word {
  const doc = docOf(kind, name)
  if (doc === undefined) throw new Error(`The ${kind} "${name}" has no entry in the table of words.`)
  return { kind, name, doc, cost }
}

export const WORDS: readonly Word[] = [
  ...PRIMITIVES.map(({ name, cost }) => word('step', name, cost)),
  ...OBJECT_ACTIONS.map(({ name }) => word('action', name, actionLength({ deed: name }))),
  ...BOUND_NAMES.map((name) =>
    word('ink', name, actionLength({ deed: 'keep', ink: name }) - actionLength({ deed: 'keep' })),
  ),
  ...MEASURE_NAMES.map((name) => word('attribute', name, attributeLength(name))),
  ...[...CELL_FEATURES.keys()].map((name) => word('feature', name, LENGTH.cellKey + featureLength(name))),
]

const byName = new Map(WORDS.map((entry) => [`${entry.kind} ${entry.name}`, entry]))

/** What a word means; the word itself when there is no such word. */
export function meaningOf(kind: WordKind, name: string): string {
  return byName.get(`${kind} ${name}`)?.doc ?? name
}
