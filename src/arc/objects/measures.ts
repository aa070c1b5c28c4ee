import { type GridObject, gapBetween, isInside, nearest, type Picture } from './picture.ts'
import { histogramOf, seen, topColour, touching } from './sight.ts'

/** What can be asked of an object; the answers are the keys of an object rule. One number per object. */
export type Attribute = (picture: Picture) => readonly number[]

const per =
  (value: (object: GridObject, picture: Picture) => number): Attribute =>
  (picture) =>
    picture.objects.map((object) => value(object, picture))
const is = (test: (object: GridObject, picture: Picture) => boolean): Attribute =>
  per((object, picture) => Number(test(object, picture)))
/** How many others pass a test, and whether one does. */
const count = (test: (object: GridObject, other: GridObject) => boolean): Attribute =>
  per((object, { objects }) => objects.filter((other) => other !== object && test(object, other)).length)
const some = (test: (object: GridObject, other: GridObject) => boolean): Attribute =>
  is((object, { objects }) => objects.some((other) => other !== object && test(object, other)))

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

export function isMost(values: readonly number[]): number[] {
  const most = Math.max(...values)
  return values.map((value) => Number(value === most))
}

/** 1 for every object with the most of something. */
const most =
  (value: (object: GridObject, picture: Picture) => number): Attribute =>
  (picture) =>
    isMost(picture.objects.map((object) => value(object, picture)))

/** How many objects share a property with each, itself included, and whether it is the only one. */
const howMany =
  (value: (object: GridObject) => number | string): Attribute =>
  ({ objects }) => {
    const counts = new Map<number | string, number>()
    for (const t of objects) counts.set(value(t), (counts.get(value(t)) ?? 0) + 1)
    return objects.map((t) => counts.get(value(t))!)
  }
const alone =
  (value: (object: GridObject) => number | string): Attribute =>
  (picture) =>
    howMany(value)(picture).map((n) => Number(n === 1))

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
const isKin = (a: GridObject, b: GridObject): boolean => a.colour === b.colour
const sharesRow = (a: GridObject, b: GridObject): boolean => isKin(a, b) && a.y0 <= b.y1 && b.y0 <= a.y1
const sharesColumn = (a: GridObject, b: GridObject): boolean => isKin(a, b) && a.x0 <= b.x1 && b.x0 <= a.x1
const isOutgrown = (t: GridObject, p: Picture): boolean =>
  p.objects.some((o) => isKin(o, t) && size(o) > size(t))
const nearestColour = (t: GridObject, p: Picture): number => nearest(p, t, () => true)?.colour ?? 0
/** 0, 1 or 2 as a number is less than, equal to or more than another. */
const side = (a: number, b: number): number => Math.sign(a - b) + 1
const half = (t: GridObject, p: Picture): number => side(t.x0 + t.x1 + 1, p.width)
const halfAlong = (t: GridObject, p: Picture): number => side(t.y0 + t.y1 + 1, p.height)
const mirrors = (t: GridObject): number => Number(mirrored(t, 'across')) + 2 * Number(mirrored(t, 'along'))

/** Every attribute with what it means, as the end of "objects are told apart by", the likeliest first. */
export const MEASURES: readonly (readonly [name: string, doc: string, answers: Attribute])[] = [
  ['colour', 'its main colour', per((t) => t.colour)],
  ['size', 'how many cells it has', per(size)],
  ['size-rank', 'its place by size, the largest first', rank(size)],
  ['largest', 'whether none is larger', most(size)],
  ['smallest', 'whether none is smaller', most((t) => -size(t))],
  ['single', 'whether it is one cell', is((t) => size(t) === 1)],
  ['holes', 'how many holes it has', per((t) => t.holeCount)],
  ['holed', 'whether it has a hole', is((t) => t.holeCount > 0)],
  ['on-edge', 'whether it touches the edge of the grid', is(onEdge)],
  ['shape', 'its shape', per((t) => numberOf(t.shape))],
  ['shape-alone', 'whether no other has its shape', alone((t) => t.shape)],
  ['shape-count', 'how many have its shape', howMany((t) => t.shape)],
  ['colour-alone', 'whether no other has its colour', alone((t) => t.colour)],
  ['size-alone', 'whether no other has its size', alone(size)],
  ['colour-count', 'how many have its colour', howMany((t) => t.colour)],
  ['width', 'its width', per(width)],
  ['height', 'its height', per(height)],
  ['lie', 'whether it is tall (0), as wide as high (1) or wide (2)', per((t) => side(width(t), height(t)))],
  ['square', 'whether it is as wide as high', is((t) => width(t) === height(t))],
  ['full', 'whether it fills its box', is((t) => width(t) * height(t) === size(t))],
  ['line', 'whether it is one cell wide or high', is((t) => width(t) === 1 || height(t) === 1)],
  ['mirrored', 'which mirror images of it are itself: left-right counts 1, up-down 2', per(mirrors)],
  ['mirrored-across', 'whether its left-right mirror image is itself', is((t) => mirrored(t, 'across'))],
  ['symmetric', 'whether some mirror image of it is itself', is((t) => mirrors(t) > 0)],
  ['colours', 'how many colours it has', per(colours)],
  ['most-colours', 'whether none has more colours', most(colours)],
  ['size-odd', 'whether it has an odd number of cells', per((t) => size(t) % 2)],
  ['touches', 'whether it touches another colour', is((t, p) => topColour(touching(p, t)) !== 0)],
  ['touches-colour', 'the colour it touches most', per((t, p) => topColour(touching(p, t)))],
  ['holds', 'whether another lies inside its box', some((t, o) => isInside(o, t))],
  ['held', 'whether it lies inside the box of another', some((t, o) => isInside(t, o))],
  ['holds-count', 'how many lie inside its box', count((t, o) => isInside(o, t))],
  ['leftmost', 'whether none begins further left', most((t) => -t.x0)],
  ['rightmost', 'whether none ends further right', most((t) => t.x1)],
  ['topmost', 'whether none begins higher', most((t) => -t.y0)],
  ['lowest', 'whether none ends lower', most((t) => t.y1)],
  ['left-rank', 'its place from the left', rank((t) => -t.x0)],
  ['top-rank', 'its place from the top', rank((t) => -t.y0)],
  ['sees-left', 'whether there is ink to its left', is((t, p) => seen(p, t, 'left') !== 0)],
  ['sees-right', 'whether there is ink to its right', is((t, p) => seen(p, t, 'right') !== 0)],
  ['sees-up', 'whether there is ink above it', is((t, p) => seen(p, t, 'up') !== 0)],
  ['sees-down', 'whether there is ink below it', is((t, p) => seen(p, t, 'down') !== 0)],
  ['nearest-colour', 'the colour of the nearest other', per(nearestColour)],
  ['colour-in-row', 'whether another of its colour shares a row with it', some(sharesRow)],
  ['colour-in-column', 'whether another of its colour shares a column with it', some(sharesColumn)],
  ['near-count', 'how many are at most one cell away', count((t, o) => gapBetween(t, o) <= 1)],
  ['most-holes', 'whether none has more holes', most((t) => t.holeCount)],
  ['widest', 'whether none is wider', most(width)],
  ['tallest', 'whether none is higher', most(height)],
  ['largest-of-colour', 'whether none of its colour is larger', is((t, p) => !isOutgrown(t, p))],
  ['has-larger-kin', 'whether one of its colour is larger', is(isOutgrown)],
  ['ink', 'how many coloured cells it has', per(ink)],
  ['fullest', 'whether none has more coloured cells', most(ink)],
  ['emptiest', 'whether none has fewer coloured cells', most((t, p) => -ink(t, p))],
  ['half', 'whether its middle is left of (0), on (1) or right of (2) the middle of the grid', per(half)],
  [
    'half-along',
    'whether its middle is above (0), on (1) or below (2) the middle of the grid',
    per(halfAlong),
  ],
]

export const MEASURE_NAMES: readonly string[] = MEASURES.map(([name]) => name)
export const OBJECT_MEASURES: Readonly<Record<string, Attribute>> = Object.fromEntries(
  MEASURES.map(([name, , answers]) => [name, answers]),
)
