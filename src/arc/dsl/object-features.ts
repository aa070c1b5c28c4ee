// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import {
  type GridObject,
  histogramOf,
  mirrored,
  type Picture,
  pictureOf,
  type Segmentation,
  topColour,
  touching,
} from '../objects/index.ts'
import type { Feature } from './features.ts'

/** The divisions that cells are asked about, and what their features are called by. */
const DIVISIONS: readonly (readonly [name: string, by: Segmentation])[] = [
  ['object', 'side'],
  ['wide-object', 'corner'],
  ['blob', 'blob-corner'],
  ['gap', 'gap'],
]

const sizeOf = (object: GridObject): number => object.cells.length

/** What each cell inherits from the object it is part of, under each division. */
export function featuresOfObjects(s: GridStore, g: Value): Feature[] {
  const w = s.width[g]!
  const h = s.height[g]!
  const area = w * h
  const none: Picture = {
    width: w,
    height: h,
    cells: s.cells.slice(s.start[g]!, s.start[g]! + area),
    owner: new Int32Array(area).fill(-1),
    objects: [],
  }
  return DIVISIONS.flatMap(([name, by]) => {
    const picture = pictureOf(s, g, by, area) ?? none
    const { objects, owner } = picture
    const countsOf = (object: GridObject): Int32Array => histogramOf(picture.cells, object.cells)
    const sizes = objects.map(sizeOf)
    const most = Math.max(0, ...sizes)
    const least = Math.min(1e6, ...sizes)
    const ranks = [...new Set(sizes)].sort((a, b) => b - a)
    const shapes = new Map<string, number>()
    for (const { shape } of objects) shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
    const commonest = Math.max(0, ...shapes.values())
    const byBox = (what: string, copyable: boolean, value: (box: GridObject) => number): Feature => {
      const values = objects.map(value)
      const cells = new Uint8Array(area).fill(copyable ? 0 : 255)
      for (let i = 0; i < area; i++) if (owner[i]! >= 0) cells[i] = Math.min(254, values[owner[i]!]!)
      return { name: `${name}-${what}`, copyable, cells }
    }
    const byCell = (what: string, value: (box: GridObject, x: number, y: number) => number): Feature => {
      const cells = new Uint8Array(area).fill(255)
      for (let i = 0; i < area; i++) {
        const x = i % w
        if (owner[i]! >= 0) cells[i] = value(objects[owner[i]!]!, x, (i - x) / w)
      }
      return { name: `${name}-${what}`, copyable: false, cells }
    }
    const bw = (box: GridObject): number => box.x1 - box.x0 + 1
    const bh = (box: GridObject): number => box.y1 - box.y0 + 1
    return [
      byBox('size', false, sizeOf),
      byBox('size-rank', false, (box) => ranks.indexOf(sizeOf(box))),
      byBox('largest', false, (box) => Number(sizeOf(box) === most)),
      byBox('smallest', false, (box) => Number(sizeOf(box) === least)),
      byBox('single', false, (box) => Number(sizeOf(box) === 1)),
      byBox('size-parity', false, (box) => sizeOf(box) % 2),
      byBox('holes', false, (box) => box.holeCount),
      byBox('holed', false, (box) => Number(box.holeCount > 0)),
      byBox('width', false, bw),
      byBox('height', false, bh),
      byBox('square', false, (box) => Number(bw(box) === bh(box))),
      byBox('full', false, (box) => Number(bw(box) * bh(box) === sizeOf(box))),
      byBox('full-square', false, (box) => Number(bw(box) === bh(box) && bw(box) * bh(box) === sizeOf(box))),
      byBox('lie', false, (box) => Math.sign(bw(box) - bh(box)) + 1),
      byBox('line', false, (box) => Number(bw(box) === 1 || bh(box) === 1)),
      byBox('on-edge', false, (box) =>
        Number(box.x0 === 0 || box.y0 === 0 || box.x1 === w - 1 || box.y1 === h - 1),
      ),
      byBox('symmetric', false, (box) => Number(mirrored(box, 'across'))),
      byBox('twins', false, (box) => shapes.get(box.shape)!),
      byBox('unique', false, (box) => Number(shapes.get(box.shape) === 1)),
      byBox('commonest', false, (box) => Number(shapes.get(box.shape) === commonest)),
      byBox('kinds', false, (box) => countsOf(box).reduce((kinds, n) => kinds + Number(n > 0), 0)),
      byBox('main', true, (box) => topColour(countsOf(box))),
      byBox('rare', true, (box) => topColour(countsOf(box), true)),
      byBox('touches', true, (box) => topColour(touching(picture, box))),
      byCell('on-rim', (box, x, y) => Number(x === box.x0 || x === box.x1 || y === box.y0 || y === box.y1)),
      byCell('at-corner', (box, x, y) =>
        Number((x === box.x0 || x === box.x1) && (y === box.y0 || y === box.y1)),
      ),
      byCell('depth', (box, x, y) => Math.min(x - box.x0, y - box.y0, box.x1 - x, box.y1 - y)),
      byCell('depth-parity', (box, x, y) => Math.min(x - box.x0, y - box.y0, box.x1 - x, box.y1 - y) % 2),
      byCell('column-in', (box, x) => Math.min(250, x - box.x0)),
      byCell('row-in', (box, _, y) => Math.min(250, y - box.y0)),
      byCell('column-parity-in', (box, x) => (x - box.x0) % 2),
      byCell('row-parity-in', (box, _, y) => (y - box.y0) % 2),
      byCell('top-row-in', (box, _, y) => Number(y === box.y0)),
      byCell('bottom-row-in', (box, _, y) => Number(y === box.y1)),
    ]
  })
}
