// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type GridObject, gapBetween, isInside, nearest, type Picture } from './picture.ts'
import { histogramOf, seen, topColour, touching } from './sight.ts'

/** What can be asked of an object; the answers are the keys of an object rule. One number per object. */
export type Attribute = (picture: Picture) => readonly number[]

const per =
  (value: (object: GridObject, picture: Picture) => number): Attribute =>
  (picture) =>
    picture.objects.map((object) => value(object, picture))

const width = (t: GridObject): number => t.x1 - t.x0 + 1
const height = (t: GridObject): number => t.y1 - t.y0 + 1
const size = (t: GridObject): number => t.cells.length

/** Rank of a number among all objects: 0 is the largest, equal ones share a rank. */
const rank =
  (value: (object: GridObject) => number): Attribute =>
  ({ objects }) => {
    const order = [...new Set(objects.map(value))].sort((a, b) => b - a)
    return objects.map((object) => order.indexOf(value(object)))
  }

/** 1 for every object with the most of something, when not all have it. */
const most =
  (value: (object: GridObject, picture: Picture) => number): Attribute =>
  (picture) => {
    const values = picture.objects.map((object) => value(object, picture))
    const top = Math.max(...values)
    return values.map((v) => Number(v === top))
  }

/** 1 for an object that shares a property with no other. */
const alone =
  (value: (object: GridObject, picture: Picture) => number | string): Attribute =>
  (picture) => {
    const values = picture.objects.map((object) => value(object, picture))
    const counts = new Map<number | string, number>()
    for (const v of values) counts.set(v, (counts.get(v) ?? 0) + 1)
    return values.map((v) => Number(counts.get(v) === 1))
  }

const howMany =
  (value: (object: GridObject) => number | string): Attribute =>
  ({ objects }) => {
    const counts = new Map<number | string, number>()
    for (const t of objects) counts.set(value(t), (counts.get(value(t)) ?? 0) + 1)
    return objects.map((t) => counts.get(value(t))!)
  }

function mirrored({ shape }: Pick<GridObject, 'shape'>, axis: 'across' | 'along'): boolean {
  const [head, cells] = shape.split(':') as [string, string]
  const w = Number(head)
  const h = cells.length / w
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const other = axis === 'across' ? y * w + w - 1 - x : (h - 1 - y) * w + x
      if (cells[y * w + x] !== cells[other]) return false
    }
  }
  return true
}

/** A number for a text, the same everywhere, small enough to stand in a program. */
function numberOf(text: string): number {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % 1_000_003
}

const onEdge = (t: GridObject, p: Picture): boolean =>
  t.x0 === 0 || t.y0 === 0 || t.x1 === p.width - 1 || t.y1 === p.height - 1
const colours = (t: GridObject, p: Picture): number =>
  histogramOf(p.cells, t.cells).reduce((kinds, n, c) => kinds + Number(n > 0 && c > 0), 0)
const ink = (t: GridObject, p: Picture): number => t.cells.reduce((n, i) => n + Number(p.cells[i] !== 0), 0)
const overlaps = (a0: number, a1: number, b0: number, b1: number): boolean => a0 <= b1 && b0 <= a1

/** Every attribute by name, the likeliest first: the search takes them in this order. */
export const OBJECT_MEASURES: Readonly<Record<string, Attribute>> = {
  colour: per((t) => t.colour),
  size: per(size),
  'size-rank': rank(size),
  largest: most(size),
  smallest: most((t) => -size(t)),
  single: per((t) => Number(size(t) === 1)),
  holes: per((t) => t.holeCount),
  holed: per((t) => Number(t.holeCount > 0)),
  'on-edge': per((t, p) => Number(onEdge(t, p))),
  shape: per((t) => numberOf(t.shape)),
  'shape-alone': alone((t) => t.shape),
  'shape-count': howMany((t) => t.shape),
  'colour-alone': alone((t) => t.colour),
  'size-alone': alone(size),
  'colour-count': howMany((t) => t.colour),
  width: per(width),
  height: per(height),
  lie: per((t) => Math.sign(width(t) - height(t)) + 1),
  square: per((t) => Number(width(t) === height(t))),
  full: per((t) => Number(width(t) * height(t) === size(t))),
  line: per((t) => Number(width(t) === 1 || height(t) === 1)),
  mirrored: per((t) => Number(mirrored(t, 'across')) + 2 * Number(mirrored(t, 'along'))),
  'mirrored-across': per((t) => Number(mirrored(t, 'across'))),
  symmetric: per((t) => Number(mirrored(t, 'across') || mirrored(t, 'along'))),
  colours: per(colours),
  'most-colours': most(colours),
  'size-odd': per((t) => size(t) % 2),
  touches: per((t, p) => Number(topColour(touching(p, t)) !== 0)),
  'touches-colour': per((t, p) => topColour(touching(p, t))),
  holds: per((t, p) => Number(p.objects.some((other) => isInside(other, t)))),
  held: per((t, p) => Number(p.objects.some((other) => isInside(t, other)))),
  'holds-count': per((t, p) => p.objects.filter((other) => isInside(other, t)).length),
  leftmost: most((t) => -t.x0),
  rightmost: most((t) => t.x1),
  topmost: most((t) => -t.y0),
  lowest: most((t) => t.y1),
  'left-rank': rank((t) => -t.x0),
  'top-rank': rank((t) => -t.y0),
  'sees-left': per((t, p) => Number(seen(p, t, 'left') !== 0)),
  'sees-right': per((t, p) => Number(seen(p, t, 'right') !== 0)),
  'sees-up': per((t, p) => Number(seen(p, t, 'up') !== 0)),
  'sees-down': per((t, p) => Number(seen(p, t, 'down') !== 0)),
  'nearest-colour': per((t, p) => nearest(p, t, () => true)?.colour ?? 0),
  'colour-in-row': per((t, p) =>
    Number(p.objects.some((o) => o !== t && o.colour === t.colour && overlaps(o.y0, o.y1, t.y0, t.y1))),
  ),
  'colour-in-column': per((t, p) =>
    Number(p.objects.some((o) => o !== t && o.colour === t.colour && overlaps(o.x0, o.x1, t.x0, t.x1))),
  ),
  'near-count': per((t, p) => p.objects.filter((o) => o !== t && gapBetween(t, o) <= 1).length),
  'most-holes': most((t) => t.holeCount),
  widest: most(width),
  tallest: most(height),
  'largest-of-colour': per((t, p) =>
    Number(p.objects.every((o) => o.colour !== t.colour || size(o) <= size(t))),
  ),
  'has-larger-kin': per((t, p) => Number(p.objects.some((o) => o.colour === t.colour && size(o) > size(t)))),
  ink: per(ink),
  fullest: most(ink),
  emptiest: most((t, p) => -ink(t, p)),
  half: per((t, p) => Math.sign(t.x0 + t.x1 + 1 - p.width) + 1),
  'half-along': per((t, p) => Math.sign(t.y0 + t.y1 + 1 - p.height) + 1),
}

export const MEASURE_NAMES: readonly string[] = Object.keys(OBJECT_MEASURES)
