// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import {
  type Attribute,
  type GridObject,
  histogramOf,
  OBJECT_MEASURES,
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

const ask = (attribute: string): Attribute => OBJECT_MEASURES[attribute]!

/** What a cell is told of its object: mostly what objects can be asked anyway. */
const MEASURED: readonly (readonly [what: string, answers: Attribute])[] = [
  ['size', ask('size')],
  ['size-rank', ask('size-rank')],
  ['largest', ask('largest')],
  ['smallest', ask('smallest')],
  ['single', ask('single')],
  ['size-parity', ask('size-odd')],
  ['holes', ask('holes')],
  ['holed', ask('holed')],
  ['width', ask('width')],
  ['height', ask('height')],
  ['square', ask('square')],
  ['full', ask('full')],
  ['full-square', (picture) => both(ask('square')(picture), ask('full')(picture))],
  ['lie', ask('lie')],
  ['line', ask('line')],
  ['on-edge', ask('on-edge')],
  ['symmetric', ask('mirrored-across')],
  ['twins', ask('shape-count')],
  ['unique', ask('shape-alone')],
  ['commonest', (picture) => atMost(ask('shape-count')(picture))],
  ['kinds', ask('colours')],
]

const both = (a: readonly number[], b: readonly number[]): number[] => a.map((is, k) => is * b[k]!)

function atMost(values: readonly number[]): number[] {
  const most = Math.max(...values)
  return values.map((value) => Number(value === most))
}

/** What each cell inherits from the object it is part of, under each division. */
export function featuresOfObjects(s: GridStore, g: Value): Feature[] {
  const { w, h, area } = s.box(g)
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
    const perObject = (what: string, copyable: boolean, values: readonly number[]): Feature => {
      const cells = new Uint8Array(area).fill(copyable ? 0 : 255)
      for (let i = 0; i < area; i++) if (owner[i]! >= 0) cells[i] = Math.min(254, values[owner[i]!]!)
      return { name: `${name}-${what}`, copyable, cells }
    }
    const byColour = (what: string, value: (box: GridObject) => number): Feature =>
      perObject(what, true, objects.map(value))
    const byCell = (what: string, value: (box: GridObject, x: number, y: number) => number): Feature => {
      const cells = new Uint8Array(area).fill(255)
      for (let i = 0; i < area; i++) {
        const x = i % w
        if (owner[i]! >= 0) cells[i] = value(objects[owner[i]!]!, x, (i - x) / w)
      }
      return { name: `${name}-${what}`, copyable: false, cells }
    }
    return [
      ...MEASURED.map(([what, answers]) => perObject(what, false, answers(picture))),
      byColour('main', (box) => topColour(countsOf(box))),
      byColour('rare', (box) => topColour(countsOf(box), true)),
      byColour('touches', (box) => topColour(touching(picture, box))),
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
