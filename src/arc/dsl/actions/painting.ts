// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here

import { type GridObject, nearest, type Picture } from '../../objects/index.ts'
import { type ObjectAction, paints } from './action.ts'

const AROUND_X = [-1, 1, 0, 0, -1, 1, -1, 1]
const AROUND_Y = [0, 0, -1, 1, -1, -1, 1, 1]

function boxCells({ width }: Picture, { x0, y0, x1, y1 }: GridObject): number[] {
  const cells: number[] = []
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) cells.push(y * width + x)
  return cells
}

/** Cells of the picture beside an object; `reach` 4 over sides, 8 over corners too. */
function ring({ width, height, owner }: Picture, object: GridObject, reach: number): number[] {
  const found = new Set<number>()
  for (const i of object.cells) {
    const x = i % width
    const y = (i - x) / width
    for (let k = 0; k < reach; k++) {
      const [nx, ny] = [x + AROUND_X[k]!, y + AROUND_Y[k]!]
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
      if (owner[ny * width + nx] !== object.index) found.add(ny * width + nx)
    }
  }
  return [...found]
}

/** Own cells that have all eight (or not all) neighbours within the object. */
function core({ width, height, owner }: Picture, object: GridObject, inner: boolean): number[] {
  return object.cells.filter((i) => {
    const x = i % width
    const y = (i - x) / width
    for (let k = 0; k < 8; k++) {
      const [nx, ny] = [x + AROUND_X[k]!, y + AROUND_Y[k]!]
      const mine = nx >= 0 && ny >= 0 && nx < width && ny < height && owner[ny * width + nx] === object.index
      if (!mine) return !inner
    }
    return inner
  })
}

function points({ width, height }: Picture, places: readonly (readonly [number, number])[]): number[] {
  const inside = places.filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
  return [...new Set(inside.map(([x, y]) => y * width + x))]
}

function frame(picture: Picture, { x0, y0, x1, y1 }: GridObject): number[] {
  const places: [number, number][] = []
  for (let x = x0 - 1; x <= x1 + 1; x++) places.push([x, y0 - 1], [x, y1 + 1])
  for (let y = y0; y <= y1; y++) places.push([x0 - 1, y], [x1 + 1, y])
  return points(picture, places)
}

function middles({ x0, y0, x1, y1 }: GridObject): { xs: number[]; ys: number[] } {
  const pair = (a: number, b: number): number[] => [...new Set([(a + b) >> 1, (a + b + 1) >> 1])]
  return { xs: pair(x0, x1), ys: pair(y0, y1) }
}

/** The straight cells between an object and another, where they face each other; `inset` leaves out the outer lines. */
function bridge(picture: Picture, a: GridObject, b: GridObject | undefined, inset = 0): number[] {
  if (b === undefined) return []
  const { width } = picture
  const cells: number[] = []
  const [y0, y1] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
  const [x0, x1] = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)]
  if (y0 <= y1)
    for (let y = y0 + inset; y <= y1 - inset; y++)
      for (let x = Math.min(a.x1, b.x1) + 1; x < Math.max(a.x0, b.x0); x++) cells.push(y * width + x)
  else if (x0 <= x1)
    for (let x = x0 + inset; x <= x1 - inset; x++)
      for (let y = Math.min(a.y1, b.y1) + 1; y < Math.max(a.y0, b.y0); y++) cells.push(y * width + x)
  return cells
}

/** From the middle of an object straight to the line of another's middle, then along that line to it. */
function elbow({ width }: Picture, a: GridObject, b: GridObject | undefined, acrossFirst: boolean): number[] {
  if (b === undefined) return []
  const [ax, ay, bx, by] = [(a.x0 + a.x1) >> 1, (a.y0 + a.y1) >> 1, (b.x0 + b.x1) >> 1, (b.y0 + b.y1) >> 1]
  const [cx, cy] = acrossFirst ? [bx, ay] : [ax, by]
  const cells: number[] = []
  const line = (x0: number, y0: number, x1: number, y1: number): void => {
    for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++)
      for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++) cells.push(y * width + x)
  }
  line(ax, ay, cx, cy)
  line(cx, cy, bx, by)
  return cells
}

const isLarger = (a: GridObject, b: GridObject): boolean => b.cells.length > a.cells.length

const faces = (a: GridObject, b: GridObject): boolean =>
  (a.y0 <= b.y1 && b.y0 <= a.y1) || (a.x0 <= b.x1 && b.x0 <= a.x1)

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
  paints(
    'paint-corners',
    5,
    (p, { x0, y0, x1, y1, index }) =>
      points(p, [
        [x0, y0],
        [x1, y0],
        [x0, y1],
        [x1, y1],
      ]).filter((i) => p.owner[i] === index),
    false,
  ),
  paints('corner-dots', 4, (p, { x0, y0, x1, y1 }) =>
    points(p, [
      [x0 - 1, y0 - 1],
      [x1 + 1, y0 - 1],
      [x0 - 1, y1 + 1],
      [x1 + 1, y1 + 1],
    ]),
  ),
  paints('side-dots', 4, (p, t) => {
    const { xs, ys } = middles(t)
    return points(p, [
      ...xs.flatMap((x): [number, number][] => [
        [x, t.y0 - 1],
        [x, t.y1 + 1],
      ]),
      ...ys.flatMap((y): [number, number][] => [
        [t.x0 - 1, y],
        [t.x1 + 1, y],
      ]),
    ])
  }),
  paints(
    'paint-middle',
    5,
    (p, t) => {
      const { xs, ys } = middles(t)
      return points(
        p,
        ys.flatMap((y) => xs.map((x): [number, number] => [x, y])),
      )
    },
    false,
  ),
  paints('bridge-colour', 4, (p, t) =>
    bridge(
      p,
      t,
      nearest(p, t, (o) => o.colour === t.colour && faces(o, t)),
    ),
  ),
  paints('bridge-larger', 4, (p, t) =>
    bridge(
      p,
      t,
      nearest(p, t, (o) => isLarger(t, o) && faces(o, t)),
    ),
  ),
  paints('bridge-inner', 5, (p, t) =>
    bridge(
      p,
      t,
      nearest(p, t, (o) => faces(o, t)),
      1,
    ),
  ),
  paints('elbow-across', 5, (p, t) =>
    elbow(
      p,
      t,
      nearest(p, t, () => true),
      true,
    ),
  ),
  paints('elbow-along', 5, (p, t) =>
    elbow(
      p,
      t,
      nearest(p, t, () => true),
      false,
    ),
  ),
  paints('bridge-other', 5, (p, t) =>
    bridge(
      p,
      t,
      nearest(p, t, (o) => o.colour !== t.colour && faces(o, t)),
    ),
  ),
]
