/**
 * The one table of words: every step, object action, ink, object attribute and cell feature with what it means and what
 * it costs. Meanings stand beside what a word does, in `dsl/` and `objects/`; actions come in families, described here.
 */

import { wordTable } from '../word-table.ts'
import { actionLength, attributeLength, featureLength, LENGTH } from './cost.ts'
import { CELL_FEATURES, INKS, MEASURES, OBJECT_ACTIONS, PRIMITIVES } from './dsl/index.ts'

export type WordKind = 'step' | 'action' | 'ink' | 'attribute' | 'feature'

export interface Word {
  readonly kind: WordKind
  readonly name: string
  readonly doc: string
  /** Description length, without arguments. */
  readonly cost: number
}

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

/** What the action of this name does: the entry it fits, its parts filled in. */
function actionDoc(name: string): string {
  const say = (part: string): string => SAID[part] ?? part.replaceAll('-', ' ')
  for (const [pattern, doc] of ACTIONS) {
    const match = new RegExp(`^${pattern}$`).exec(name)
    if (match !== null) return doc.replace(/\$(\d)/g, (_, part) => say(match[Number(part)] ?? ''))
  }
  throw new Error(`The action "${name}" has no entry in the table of words.`)
}

const inkLength = (ink: string): number =>
  actionLength({ name: 'keep', ink }) - actionLength({ name: 'keep' })

export const WORDS: readonly Word[] = [
  ...PRIMITIVES.map(({ name, doc, cost }) => ({ kind: 'step' as const, name, doc, cost })),
  ...OBJECT_ACTIONS.map(({ name }) => ({
    kind: 'action' as const,
    name,
    doc: actionDoc(name),
    cost: actionLength({ name: name }),
  })),
  ...INKS.map(([name, doc]) => ({ kind: 'ink' as const, name, doc, cost: inkLength(name) })),
  ...MEASURES.map(([name, doc]) => ({ kind: 'attribute' as const, name, doc, cost: attributeLength(name) })),
  ...[...CELL_FEATURES.values()].map(({ name, doc }) => ({
    kind: 'feature' as const,
    name,
    doc,
    cost: LENGTH.cellKey + featureLength(name),
  })),
]

const byName = new Map(WORDS.map((entry) => [`${entry.kind} ${entry.name}`, entry]))

/** What a word means; the word itself when there is no such word. */
export function meaningOf(kind: WordKind, name: string): string {
  return byName.get(`${kind} ${name}`)?.doc ?? name
}
