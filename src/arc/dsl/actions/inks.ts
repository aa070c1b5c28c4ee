// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
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

/** A colour bound per object: -1 when the object has no such colour. */
export type BoundInk = (picture: Picture, object: GridObject) => number

const found = (colour: number | undefined): number => (colour === undefined || colour === 0 ? -1 : colour)

/** Colours of the whole picture are the same for all its objects. */
interface Whole {
  readonly commonest: number
  readonly rarest: number
  readonly largest: number
  readonly smallest: number
}
const wholes = new WeakMap<Picture, Whole>()

function whole(picture: Picture): Whole {
  let known = wholes.get(picture)
  if (known === undefined) {
    const counts = histogramOf(picture.cells, picture.cells.keys())
    known = {
      commonest: found(topColour(counts)),
      rarest: found(topColour(counts, true)),
      largest: found(largest(picture, 1)?.colour),
      smallest: found(largest(picture, -1)?.colour),
    }
    wholes.set(picture, known)
  }
  return known
}

function largest(picture: Picture, sign: number): GridObject | undefined {
  let best: GridObject | undefined
  for (const object of picture.objects) {
    if (best === undefined || sign * object.cells.length > sign * best.cells.length) best = object
  }
  return best
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

/** Colours that an object gets from itself, from its neighbours or from the picture, the likeliest first. */
export const BOUND_INKS: Readonly<Record<string, BoundInk>> = {
  own: (_, t) => found(t.colour),
  rare: (p, t) => found(topColour(histogramOf(p.cells, t.cells), true)),
  nearest: (p, t) => found(nearest(p, t, () => true)?.colour),
  'nearest-other': (p, t) => found(nearest(p, t, (o) => o.colour !== t.colour)?.colour),
  'nearest-single': (p, t) => found(nearest(p, t, (o) => o.cells.length === 1)?.colour),
  touching: (p, t) => found(topColour(touching(p, t))),
  held: (p, t) => found(p.objects.find((other) => isInside(other, t))?.colour),
  inside: (p, t) => found(topColour(histogramOf(p.cells, t.holes))),
  holder: (p, t) => found(p.objects.find((other) => isInside(t, other))?.colour),
  largest: (p) => whole(p).largest,
  smallest: (p) => whole(p).smallest,
  'same-shape': (p, t) => found(p.objects.find((o) => o.shape === t.shape && o.colour !== t.colour)?.colour),
  'same-size': (p, t) =>
    found(p.objects.find((o) => o.cells.length === t.cells.length && o.colour !== t.colour)?.colour),
  left: (p, t) => found(seen(p, t, 'left')),
  right: (p, t) => found(seen(p, t, 'right')),
  up: (p, t) => found(seen(p, t, 'up')),
  down: (p, t) => found(seen(p, t, 'down')),
  'row-start': (p, t) => endOfLine(p, t, true, false),
  'row-end': (p, t) => endOfLine(p, t, true, true),
  'column-start': (p, t) => endOfLine(p, t, false, false),
  'column-end': (p, t) => endOfLine(p, t, false, true),
  commonest: (p) => whole(p).commonest,
  rarest: (p) => whole(p).rarest,
}

export const BOUND_NAMES: readonly string[] = Object.keys(BOUND_INKS)
