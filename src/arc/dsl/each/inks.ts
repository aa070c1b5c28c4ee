// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { isInside, nearest, type Picture, type Thing } from './picture.ts'
import { histogramOf, seen, topColour, touching } from './sight.ts'

/** A colour bound per object: -1 when the object has no such colour. */
export type BoundInk = (picture: Picture, thing: Thing) => number

const found = (colour: number | undefined): number => (colour === undefined || colour === 0 ? -1 : colour)

const whole = (picture: Picture): Int32Array => histogramOf(picture.cells, picture.cells.keys())

function largest(picture: Picture, sign: number, but: Thing | undefined): Thing | undefined {
  let best: Thing | undefined
  for (const thing of picture.things) {
    if (thing === but) continue
    if (best === undefined || sign * thing.cells.length > sign * best.cells.length) best = thing
  }
  return best
}

/** The colour at the end of an object's rows or columns, when its box is one cell there or all rows agree. */
function endOfLine(picture: Picture, thing: Thing, row: boolean, last: boolean): number {
  const { width, height, cells } = picture
  let colour = -1
  const [from, to] = row ? [thing.y0, thing.y1] : [thing.x0, thing.x1]
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
  held: (p, t) => found(p.things.find((other) => isInside(other, t))?.colour),
  inside: (p, t) => found(topColour(histogramOf(p.cells, t.holes))),
  holder: (p, t) => found(p.things.find((other) => isInside(t, other))?.colour),
  largest: (p) => found(largest(p, 1, undefined)?.colour),
  smallest: (p) => found(largest(p, -1, undefined)?.colour),
  'same-shape': (p, t) => found(p.things.find((o) => o.shape === t.shape && o.colour !== t.colour)?.colour),
  'same-size': (p, t) =>
    found(p.things.find((o) => o.cells.length === t.cells.length && o.colour !== t.colour)?.colour),
  left: (p, t) => found(seen(p, t, 'left')),
  right: (p, t) => found(seen(p, t, 'right')),
  up: (p, t) => found(seen(p, t, 'up')),
  down: (p, t) => found(seen(p, t, 'down')),
  'row-start': (p, t) => endOfLine(p, t, true, false),
  'row-end': (p, t) => endOfLine(p, t, true, true),
  'column-start': (p, t) => endOfLine(p, t, false, false),
  'column-end': (p, t) => endOfLine(p, t, false, true),
  commonest: (p) => found(topColour(whole(p))),
  rarest: (p) => found(topColour(whole(p), true)),
}

export const BOUND_NAMES: readonly string[] = Object.keys(BOUND_INKS)
