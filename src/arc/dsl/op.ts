import { wordTable } from '../../word-table.ts'
import type { GridStore, Value } from '../grid/index.ts'

/** What flows between the steps of a pipeline. A step from `grid` also maps over a list, grid by grid. */
export type Kind = 'grid' | 'list'

/** What a primitive may be told besides its input. */
export type Parameter =
  | { readonly kind: 'none' }
  | { readonly kind: 'colour'; readonly from: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly values: readonly number[] }

export type Argument = string | number

/** One primitive: a verb, at most one argument, no state. */
export interface Primitive {
  readonly name: string
  readonly doc: string
  readonly from: Kind
  readonly to: Kind
  readonly parameter: Parameter
  /** Relative price in the search: 10 is an ordinary step. */
  readonly cost: number
  /** Looks at the whole picture and is slow: the search tries it on the input only. */
  readonly heavy?: true
  /** Called with a grid when `from` is grid, with a list when it is list; NONE when it does not apply. */
  run(store: GridStore, value: Value, argument: Argument): Value
}

/** Makes the rows of the tables of primitives, which share what they take, what they give and their price. */
function rows(from: Kind, to: Kind, usual: number, more: Pick<Primitive, 'heavy'> = {}) {
  return (name: string, parameter: Parameter, run: Primitive['run'], cost = usual): Primitive => {
    const doc = STEP_DOCS[name]
    if (doc === undefined) throw new Error(`The step "${name}" has no entry in the table of steps.`)
    return { name, doc, from, to, parameter, cost, ...more, run }
  }
}

export const gridStep = rows('grid', 'grid', 10)
export const heavyStep = rows('grid', 'grid', 10, { heavy: true })
export const splitStep = rows('grid', 'list', 7)
export const mergeStep = rows('list', 'grid', 7)
export const listStep = rows('list', 'list', 7)

export const NO_PARAMETER: Parameter = { kind: 'none' }
/** Colours 1..9: zero is the empty cell, which most colour verbs leave alone. */
export const INK: Parameter = { kind: 'colour', from: 1 }
export const ANY_COLOUR: Parameter = { kind: 'colour', from: 0 }

export function choice(...values: string[]): Parameter {
  return { kind: 'choice', values }
}

/** Every argument a primitive can take, in a fixed order; a primitive without parameter has the one argument ''. */
export function argumentsOf(parameter: Parameter): readonly Argument[] {
  switch (parameter.kind) {
    case 'none':
      return ['']
    case 'colour':
      return Array.from({ length: 10 - parameter.from }, (_, i) => i + parameter.from)
    case 'choice':
    case 'number':
      return parameter.values
  }
}

/** What every step does, in a sentence. */
export const STEP_DOCS = wordTable<string>({
  keep: 'Keeps one colour and empties every other cell.',
  drop: 'Empties the cells of one colour.',
  paint: 'Gives every cell that is not empty one colour.',
  invert: 'Empties the cells that are not empty and gives the empty ones a colour.',
  'keep-main': 'Keeps the most frequent colour that is not empty.',
  'keep-rare': 'Keeps the least frequent colour that is not empty.',
  'paint-main': 'Gives every cell that is not empty the most frequent colour.',
  'paint-rare': 'Gives every cell that is not empty the least frequent colour.',
  crop: 'Cuts out the smallest rectangle with every cell that is not empty; it remembers its position.',
  origin: 'Forgets the position: the grid sits at the top left again.',
  part: 'Cuts out a half (left, right, top, bottom), the inside of a one-cell rim, or the middle third.',
  squeeze: 'Removes the rows and columns that are wholly empty.',
  dedupe: 'Removes each row and column that repeats the one before it.',
  turn: 'Flips or turns the grid: left-right, up-down, half-turn, along a diagonal, a quarter right or left.',
  'fill-holes':
    'Fills enclosed empty cells with the colour to their left; `tight` also treats corner gaps as open.',
  holes: 'Keeps only the enclosed empty cells, in the colour to their left.',
  flood: 'Lets a colour flow over all empty cells that are connected with it over sides.',
  solid: 'Fills the whole grid with its main colour.',
  canvas: 'Fills the whole grid with colour 1, whatever it held.',
  frame: 'Draws a one-cell frame along the edge in the main colour and empties the inside.',
  ring: 'Replaces the grid by a one-cell ring just outside it, in colour 1.',
  denoise: 'Empties the objects of a single cell.',
  specks: 'Keeps only the objects of a single cell.',
  rays: 'Sends a ray of its own colour from every coloured cell over empty cells until something is hit.',
  connect:
    'Joins two cells of one colour with nothing between them: across, along, both, on diagonals (cross), or all (star).',
  spread: 'Fills every empty cell with the nearest colour.',
  mirror: 'Puts the mirror image beside (across) or below (along) the grid.',
  repeat: 'Puts a copy beside (across) or below (along) the grid.',
  shrink: 'Turns every even block of one colour into one cell, with the largest block size that fits.',
  fractal: 'Puts a copy of the grid in place of each of its coloured cells (ink) or empty cells (gap).',
  symmetrise:
    'Fills empty cells from the mirror image: left-right, up-down, both, over the diagonals, or all.',
  pour: 'Lets every coloured cell fall to one side over empty cells.',
  attract:
    'Slides the objects of other colours straight towards the nearest object of this colour until they touch it.',
  shift: 'Moves the grid by one cell; what leaves the canvas is lost when it is fitted.',
  dot: 'Shrinks the grid to one cell of its main colour, at its position.',
  'count-ink': 'Draws a bar, square or diagonal as long as the number of coloured cells, in the main colour.',
  'count-colours': 'Draws a bar, square or diagonal as long as the number of colours, in the main colour.',
  ranking:
    'Lists the colours from most to least frequent, one row each: one cell (list) or as many as there are (bars).',
  'count-pieces': 'Draws a bar, square or diagonal as long as the list, in the first piece’s main colour.',
  objects: 'Splits into connected objects of one colour; `corner` joins over corners, `side` does not.',
  blobs: 'Splits into connected objects of any colours; `corner` joins over corners, `side` does not.',
  gaps: 'Splits the empty cells into connected regions, drawn in colour 1.',
  colours: 'Splits into one full-size grid per colour, most frequent first.',
  panels: 'Splits at full lines of one colour into the panels between them, in reading order.',
  parts: 'Splits into equal halves or thirds, a one-cell separator allowed.',
  strips: 'Splits into rows (across) or columns (along).',
  'pick-most': 'Picks the piece with the most of an attribute; the first one on a tie.',
  'pick-least': 'Picks the piece with the least of an attribute; the first one on a tie.',
  'keep-most': 'Keeps every piece that has the most of an attribute.',
  'keep-least': 'Keeps every piece that has the least of an attribute.',
  'drop-most': 'Drops every piece that has the most of an attribute.',
  'drop-least': 'Drops every piece that has the least of an attribute.',
  sort: 'Sorts the pieces by an attribute, least first, ties in their old order.',
  'pick-with': 'Picks the piece with the most cells of a colour; the first one on a tie.',
  sieve: 'Keeps the pieces for which a question is answered yes.',
  'sieve-not': 'Keeps the pieces for which a question is answered no.',
  reverse: 'Turns the order of the pieces round.',
  nth: 'Takes the piece at a place in the list: first, second, third or last.',
  overlay: 'Lays the pieces over each other at their positions, later ones on top.',
  'line-up': 'Puts the pieces side by side (across) or under each other (along), in their order.',
  combine:
    'Combines pieces of equal size cell by cell: ink where all, any, exactly one, or none of them has ink.',
  'smallest-tile':
    'Cuts out the smallest tile whose repetition makes the grid; fitted by tiling, it continues the pattern.',
  continue: 'Lets the pattern go on to one side over the empty rest, with the smallest period that it shows.',
  'complete-tiling':
    'Replaces a colour that hides part of a repeating pattern by what the pattern has there.',
  'complete-symmetry':
    'Replaces a colour that hides part of a symmetric picture by what the mirror image has there.',
  'patch-tiling': 'Gives only the rectangle of a repeating pattern that a colour hides.',
  'patch-symmetry': 'Gives only the rectangle of a symmetric picture that a colour hides.',
  condense:
    'Makes one cell of every panel between full lines, in its main colour: all panels, or those with the most or least ink.',
  balance: 'Completes the ink to a mirror image about the axis it already fits best: across, along or both.',
  whirl: 'Completes the ink so that a quarter turn about the point it already fits best changes nothing.',
  'complete-copies':
    'Completes broken copies of the many-coloured patterns: held as they are (still) or also mirrored and turned.',
  clip: 'Cuts out the smallest rectangle with all cells of a colour, and everything in it.',
  windows:
    'Cuts out the rectangle around each object of one colour, with everything in it; `corner` joins over corners.',
  frames: 'Cuts out every rectangle with a rim of one colour: whole, or only what is inside the rim.',
})
