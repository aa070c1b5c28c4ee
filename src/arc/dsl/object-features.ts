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

/** The divisions that cells are asked about, and what their features are called by and told as. */
const DIVISIONS: readonly (readonly [name: string, told: string, by: Segmentation])[] = [
  ['object', 'object', 'side'],
  ['wide-object', 'corner-joined object', 'corner'],
  ['blob', 'many-coloured object', 'blob-corner'],
  ['gap', 'gap', 'gap'],
]

const ask = (attribute: string): Attribute => OBJECT_MEASURES[attribute]!

/** What a cell is told of its object: mostly what objects can be asked anyway. */
const MEASURED: readonly (readonly [what: string, doc: string, answers: Attribute])[] = [
  ['size', 'size', ask('size')],
  ['size-rank', 'place by size', ask('size-rank')],
  ['largest', 'being largest', ask('largest')],
  ['smallest', 'being smallest', ask('smallest')],
  ['single', 'being one cell', ask('single')],
  ['size-parity', 'size, odd or even', ask('size-odd')],
  ['holes', 'count of holes', ask('holes')],
  ['holed', 'having a hole', ask('holed')],
  ['width', 'width', ask('width')],
  ['height', 'height', ask('height')],
  ['square', 'being square', ask('square')],
  ['full', 'being full', ask('full')],
  ['full-square', 'being a full square', (picture) => both(ask('square')(picture), ask('full')(picture))],
  ['lie', 'lying or standing', ask('lie')],
  ['line', 'being a line', ask('line')],
  ['on-edge', 'touching the edge', ask('on-edge')],
  ['symmetric', 'being symmetric', ask('mirrored-across')],
  ['twins', 'count of objects of its shape', ask('shape-count')],
  ['unique', 'being unique', ask('shape-alone')],
  ['commonest', 'having the commonest shape', (picture) => atMost(ask('shape-count')(picture))],
  ['kinds', 'count of colours', ask('colours')],
]

type InBox = (box: GridObject, x: number, y: number) => number
const isAcross = ({ x0, x1 }: GridObject, x: number): boolean => x === x0 || x === x1
const isAlong = ({ y0, y1 }: GridObject, y: number): boolean => y === y0 || y === y1
const depth: InBox = (box, x, y) => Math.min(x - box.x0, y - box.y0, box.x1 - x, box.y1 - y)
/** What a cell is told of its place in the box of its object. */
const IN_BOX: readonly (readonly [what: string, doc: string, value: InBox])[] = [
  ['on-rim', 'place on the rim of its BOX', (box, x, y) => Number(isAcross(box, x) || isAlong(box, y))],
  ['at-corner', 'place at a corner of its BOX', (box, x, y) => Number(isAcross(box, x) && isAlong(box, y))],
  ['depth', 'depth in its BOX', depth],
  ['depth-parity', 'depth in its BOX, odd or even', (box, x, y) => depth(box, x, y) % 2],
  ['column-in', 'column in its BOX', (box, x) => Math.min(250, x - box.x0)],
  ['row-in', 'row in its BOX', (box, _, y) => Math.min(250, y - box.y0)],
  ['column-parity-in', 'column in its BOX, odd or even', (box, x) => (x - box.x0) % 2],
  ['row-parity-in', 'row in its BOX, odd or even', (box, _, y) => (y - box.y0) % 2],
  ['top-row-in', 'place in the top row of its BOX', (box, _, y) => Number(y === box.y0)],
  ['bottom-row-in', 'place in the bottom row of its BOX', (box, _, y) => Number(y === box.y1)],
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
  return DIVISIONS.flatMap(([name, told, by]) => {
    const picture = pictureOf(s, g, by, area) ?? none
    const { objects, owner } = picture
    const countsOf = (object: GridObject): Int32Array => histogramOf(picture.cells, object.cells)
    const perObject = (what: string, doc: string, copyable: boolean, values: readonly number[]): Feature => {
      const cells = new Uint8Array(area).fill(copyable ? 0 : 255)
      for (let i = 0; i < area; i++) if (owner[i]! >= 0) cells[i] = Math.min(254, values[owner[i]!]!)
      return { name: `${name}-${what}`, doc, copyable, cells }
    }
    const colourOf = (counts: (object: GridObject) => Int32Array, rare = false): number[] =>
      objects.map((object) => topColour(counts(object), rare))
    return [
      ...MEASURED.map(([what, doc, answers]) => perObject(what, `${told}’s ${doc}`, false, answers(picture))),
      perObject('main', `${told}’s main colour`, true, colourOf(countsOf)),
      perObject('rare', `${told}’s rare colour`, true, colourOf(countsOf, true)),
      perObject(
        'touches',
        `colour that its ${told} touches most`,
        true,
        colourOf((o) => touching(picture, o)),
      ),
      ...IN_BOX.map(([what, doc, value]): Feature => {
        const cells = new Uint8Array(area).fill(255)
        for (let i = 0; i < area; i++) {
          const x = i % w
          if (owner[i]! >= 0) cells[i] = value(objects[owner[i]!]!, x, (i - x) / w)
        }
        return { name: `${name}-${what}`, doc: doc.replace('BOX', `${told}’s box`), copyable: false, cells }
      }),
    ]
  })
}
