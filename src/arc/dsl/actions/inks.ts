import {
  type GridObject,
  histogramOf,
  isInside,
  nearest,
  type Picture,
  seen,
  topColour,
  touching,
} from '../../objects/index.ts'
import { once } from '../../once.ts'

/** A colour bound per object: -1 when the object has no such colour. */
export type BoundInk = (picture: Picture, object: GridObject) => number

const found = (colour: number | undefined): number => (colour === undefined || colour === 0 ? -1 : colour)

/** Colours of the whole picture are the same for all its objects. */
const counts = once(({ cells }: Picture) => histogramOf(cells, cells.keys()))
const sizeOf = (sign: number) => once((picture: Picture) => found(largest(picture, sign)?.colour))

function largest(picture: Picture, sign: number): GridObject | undefined {
  const sizes = picture.objects.map(({ cells }) => sign * cells.length)
  return picture.objects[sizes.indexOf(Math.max(...sizes))]
}

/** The colour at the end of an object's rows or columns, when its box is one cell there or all rows agree. */
function endOfLine(picture: Picture, object: GridObject, row: boolean, last: boolean): number {
  const { width, height, cells } = picture
  let colour = -1
  const [from, to] = row ? [object.y0, object.y1] : [object.x0, object.x1]
  for (let k = from; k <= to; k++) {
    const c = row ? cells[k * width + (last ? width - 1 : 0)]! : cells[(last ? height - 1 : 0) * width + k]!
    if (c !== 0) colour = c
  }
  return colour
}

type Test = (object: GridObject, other: GridObject) => boolean
const isOther: Test = (t, o) => o.colour !== t.colour
const isAsLarge: Test = (t, o) => o.cells.length === t.cells.length && isOther(t, o)
/** The colour of the nearest, or of the first, other object that passes a test. */
const near =
  (test: Test): BoundInk =>
  (p, t) =>
    found(nearest(p, t, (o) => test(t, o))?.colour)
const first =
  (test: Test): BoundInk =>
  (p, t) =>
    found(p.objects.find((o) => test(t, o))?.colour)

/** Colours that an object gets from itself, from its neighbours or from the picture, the likeliest first. */
export const INKS: readonly (readonly [name: string, doc: string, ink: BoundInk])[] = [
  ['own', 'its own colour', (_, t) => found(t.colour)],
  ['rare', 'the rarest of its colours', (p, t) => found(topColour(histogramOf(p.cells, t.cells), true))],
  ['nearest', 'the colour of the nearest object', near(() => true)],
  ['nearest-other', 'the colour of the nearest object of another colour', near(isOther)],
  ['nearest-single', 'the colour of the nearest single cell', near((_, o) => o.cells.length === 1)],
  ['touching', 'the colour it touches most', (p, t) => found(topColour(touching(p, t)))],
  ['held', 'the colour of the first object inside its box', first((t, o) => isInside(o, t))],
  ['inside', 'the commonest colour in its holes', (p, t) => found(topColour(histogramOf(p.cells, t.holes)))],
  ['holder', 'the colour of the first object whose box it lies in', first((t, o) => isInside(t, o))],
  ['largest', 'the colour of the largest object', sizeOf(1)],
  ['smallest', 'the colour of the smallest object', sizeOf(-1)],
  [
    'same-shape',
    'the colour of another object of its shape',
    first((t, o) => o.shape === t.shape && isOther(t, o)),
  ],
  ['same-size', 'the colour of another object of its size', first(isAsLarge)],
  ['left', 'the colour it sees to its left', (p, t) => found(seen(p, t, 'left'))],
  ['right', 'the colour it sees to its right', (p, t) => found(seen(p, t, 'right'))],
  ['up', 'the colour it sees above it', (p, t) => found(seen(p, t, 'up'))],
  ['down', 'the colour it sees below it', (p, t) => found(seen(p, t, 'down'))],
  ['row-start', 'the colour at the left end of its rows', (p, t) => endOfLine(p, t, true, false)],
  ['row-end', 'the colour at the right end of its rows', (p, t) => endOfLine(p, t, true, true)],
  ['column-start', 'the colour at the top of its columns', (p, t) => endOfLine(p, t, false, false)],
  ['column-end', 'the colour at the bottom of its columns', (p, t) => endOfLine(p, t, false, true)],
  ['commonest', 'the commonest colour of the picture', (p) => found(topColour(counts(p)))],
  ['rarest', 'the rarest colour of the picture', (p) => found(topColour(counts(p), true))],
]

export const BOUND_NAMES: readonly string[] = INKS.map(([name]) => name)
export const BOUND_INKS: Readonly<Record<string, BoundInk>> = Object.fromEntries(
  INKS.map(([name, , ink]) => [name, ink]),
)
