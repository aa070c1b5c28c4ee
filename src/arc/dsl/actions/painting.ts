import { AROUND_X, AROUND_Y, type GridObject, nearest, type Picture, WAYS } from '../../objects/index.ts'
import { type ObjectAction, paints } from './action.ts'

/** All cells from one corner to the other, both included. */
function block(width: number, x0: number, y0: number, x1: number, y1: number): number[] {
  const cells: number[] = []
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) cells.push(y * width + x)
  return cells
}

const boxCells = ({ width }: Picture, { x0, y0, x1, y1 }: GridObject): number[] =>
  block(width, x0, y0, x1, y1)

/** A neighbour of a cell, -1 beyond the picture: the first four over sides, the others over corners. */
function neighbour({ width, height }: Picture, i: number, k: number): number {
  const x = (i % width) + AROUND_X[k]!
  const y = Math.floor(i / width) + AROUND_Y[k]!
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
}

/** Cells of the picture beside an object; `reach` 4 over sides, 8 over corners too. */
function ring(picture: Picture, object: GridObject, reach: number): number[] {
  const found = new Set<number>()
  for (const i of object.cells) {
    for (let k = 0; k < reach; k++) {
      const j = neighbour(picture, i, k)
      if (j >= 0 && picture.owner[j] !== object.index) found.add(j)
    }
  }
  return [...found]
}

/** Own cells that have all eight (or not all) neighbours within the object. */
function core(picture: Picture, object: GridObject, inner: boolean): number[] {
  return object.cells.filter((i) => {
    for (let k = 0; k < 8; k++) {
      const j = neighbour(picture, i, k)
      if (j < 0 || picture.owner[j] !== object.index) return !inner
    }
    return inner
  })
}

/** The cells of the picture in these columns and these rows. */
function cross({ width, height }: Picture, xs: readonly number[], ys: readonly number[]): number[] {
  const inside = (n: number, end: number): boolean => n >= 0 && n < end
  const columns = [...new Set(xs)].filter((x) => inside(x, width))
  return [...new Set(ys)].filter((y) => inside(y, height)).flatMap((y) => columns.map((x) => y * width + x))
}

/** The corners of an object's box, or those `out` cells beyond them. */
function corners(picture: Picture, { x0, y0, x1, y1 }: GridObject, out: number): number[] {
  return cross(picture, [x0 - out, x1 + out], [y0 - out, y1 + out])
}

function frame(picture: Picture, { x0, y0, x1, y1 }: GridObject): number[] {
  const columns = Array.from({ length: x1 - x0 + 3 }, (_, k) => x0 - 1 + k)
  const rows = Array.from({ length: y1 - y0 + 1 }, (_, k) => y0 + k)
  return [...cross(picture, columns, [y0 - 1, y1 + 1]), ...cross(picture, [x0 - 1, x1 + 1], rows)]
}

function middles({ x0, y0, x1, y1 }: GridObject): { xs: number[]; ys: number[] } {
  const pair = (a: number, b: number): number[] => [...new Set([(a + b) >> 1, (a + b + 1) >> 1])]
  return { xs: pair(x0, x1), ys: pair(y0, y1) }
}

/** The straight cells between an object and another, where they face each other; `inset` leaves out the outer lines. */
function bridge({ width }: Picture, a: GridObject, b: GridObject | undefined, inset: number): number[] {
  if (b === undefined) return []
  const [y0, y1] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
  const [x0, x1] = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)]
  if (y0 <= y1) return block(width, x1 + 1, y0 + inset, x0 - 1, y1 - inset)
  return x0 <= x1 ? block(width, x0 + inset, y1 + 1, x1 - inset, y0 - 1) : []
}

/** From the middle of an object straight to the line of the nearest one's middle, then along that line to it. */
function elbow(picture: Picture, a: GridObject, acrossFirst: boolean): number[] {
  const b = nearest(picture, a, () => true)
  if (b === undefined) return []
  const [ax, ay, bx, by] = [(a.x0 + a.x1) >> 1, (a.y0 + a.y1) >> 1, (b.x0 + b.x1) >> 1, (b.y0 + b.y1) >> 1]
  const [cx, cy] = acrossFirst ? [bx, ay] : [ax, by]
  const way = (x0: number, y0: number, x1: number, y1: number): number[] =>
    block(picture.width, Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))
  return [...way(ax, ay, cx, cy), ...way(cx, cy, bx, by)]
}

const isLarger = (a: GridObject, b: GridObject): boolean => b.cells.length > a.cells.length

const faces = (a: GridObject, b: GridObject): boolean =>
  (a.y0 <= b.y1 && b.y0 <= a.y1) || (a.x0 <= b.x1 && b.x0 <= a.x1)

/** A straight way to the nearest object that it faces and that passes a test. */
function bridgeTo(
  name: string,
  price: number,
  test: (object: GridObject, other: GridObject) => boolean,
  inset = 0,
): ObjectAction {
  return paints(name, price, (p, t) =>
    bridge(
      p,
      t,
      nearest(p, t, (o) => faces(o, t) && test(t, o)),
      inset,
    ),
  )
}

/** Painting an object itself, what it encloses, or what surrounds it. */
export const paintingActions: readonly ObjectAction[] = [
  paints('recolour', 2, (_, t) => t.cells, false),
  paints('fill-holes', 3, (_, t) => t.holes),
  paints('paint-holes', 4, (_, t) => t.holes, false),
  paints('fill-box', 3, boxCells),
  paints('paint-box', 4, boxCells, false),
  paints('ring', 3, (p, t) => ring(p, t, 8)),
  paints('ring-sides', 4, (p, t) => ring(p, t, 4)),
  paints('frame', 3, frame),
  paints('paint-core', 4, (p, t) => core(p, t, true), false),
  paints('paint-edge', 4, (p, t) => core(p, t, false), false),
  paints('paint-corners', 5, (p, t) => corners(p, t, 0).filter((i) => p.owner[i] === t.index), false),
  paints('corner-dots', 4, (p, t) => corners(p, t, 1)),
  paints('side-dots', 4, (p, t) => {
    const { xs, ys } = middles(t)
    return [...cross(p, xs, [t.y0 - 1, t.y1 + 1]), ...cross(p, [t.x0 - 1, t.x1 + 1], ys)]
  }),
  paints('paint-middle', 5, (p, t) => cross(p, middles(t).xs, middles(t).ys), false),
  bridgeTo('bridge-colour', 4, (t, o) => o.colour === t.colour),
  bridgeTo('bridge-larger', 4, isLarger),
  bridgeTo('bridge-inner', 5, () => true, 1),
  ...[true, false].map((across) =>
    paints(`elbow-${across ? 'across' : 'along'}`, 5, (p, t) => elbow(p, t, across)),
  ),
  bridgeTo('bridge-other', 5, (t, o) => o.colour !== t.colour),
]

/** How far a beam goes: through everything to the edge, up to the first ink, or only where it meets ink. */
const REACHES = ['edge', 'contact', 'hit'] as const
type Reach = (typeof REACHES)[number]

/** All cells from a place on in one direction. */
function line(p: Picture, x: number, y: number, way: number): number[] {
  const [dx, dy] = [AROUND_X[way]!, AROUND_Y[way]!]
  const cells: number[] = []
  for (let [cx, cy] = [x, y]; cx >= 0 && cy >= 0 && cx < p.width && cy < p.height; cx += dx, cy += dy)
    cells.push(cy * p.width + cx)
  return cells
}

function ray(p: Picture, x: number, y: number, way: number, reach: Reach): number[] {
  const cells = line(p, x, y, way)
  const met = reach === 'edge' ? -1 : cells.findIndex((i) => p.cells[i] !== 0)
  if (met >= 0) return cells.slice(0, met)
  return reach === 'hit' ? [] : cells
}

/** The cells to one side of an object: as wide as its box, or from the middle of the side only. */
function beam(p: Picture, t: GridObject, way: number, reach: Reach, thin: boolean): number[] {
  const across = AROUND_X[way] !== 0
  const [x, y] = beyond(t, way)
  let [from, to] = across ? [t.y0, t.y1] : [t.x0, t.x1]
  if (thin) [from, to] = [(from + to) >> 1, (from + to + 1) >> 1]
  return Array.from({ length: to - from + 1 }, (_, k) =>
    across ? ray(p, x, from + k, way, reach) : ray(p, from + k, y, way, reach),
  ).flat()
}

/** The first cell beyond the box of an object in one direction. */
function beyond({ x0, y0, x1, y1 }: GridObject, way: number): [x: number, y: number] {
  return [AROUND_X[way]! < 0 ? x0 - 1 : x1 + 1, AROUND_Y[way]! < 0 ? y0 - 1 : y1 + 1]
}

const STRAIGHT = ['left', 'right', 'up', 'down', 'across', 'along', 'plus'] as const
const SLANTED = ['up-left', 'up-right', 'down-left', 'down-right', 'falling', 'rising', 'cross'] as const

/** The first cell of a larger object that each side of an object faces. */
function marks(p: Picture, t: GridObject): number[] {
  return t.cells.flatMap((i) =>
    WAYS.plus.flatMap((way) => {
      const [, ...ahead] = line(p, i % p.width, Math.floor(i / p.width), way)
      const met = ahead.find((j) => p.cells[j] !== 0)
      const other = met === undefined ? undefined : p.objects[p.owner[met]!]
      return met !== undefined && other && isLarger(t, other) ? [met] : []
    }),
  )
}

/** Lines drawn from an object: straight from its sides, or slanting from the corners of its box. */
export const beamActions: readonly ObjectAction[] = [
  paints('mark-faced', 4, marks, false),
  ...STRAIGHT.flatMap((name) =>
    REACHES.flatMap((reach) =>
      [false, true].map((thin) =>
        paints(
          `${thin ? 'thin-beam' : 'beam'}-${name}-${reach}`,
          3 + Number(thin) + Number(reach !== 'edge'),
          (p, t) => WAYS[name].flatMap((way) => beam(p, t, way, reach, thin)),
        ),
      ),
    ),
  ),
  ...SLANTED.flatMap((name) =>
    (['edge', 'contact'] as const).map((reach) =>
      paints(`slant-${name}-${reach}`, 4 + Number(reach !== 'edge'), (p, t) =>
        WAYS[name].flatMap((way) => ray(p, ...beyond(t, way), way, reach)),
      ),
    ),
  ),
]
