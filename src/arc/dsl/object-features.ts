import type { GridStore, Value } from '../grid/index.ts'
import {
  type Attribute,
  dividedBy,
  type GridObject,
  histogramOf,
  isMost,
  OBJECT_MEASURES,
  type Segmentation,
  topColour,
} from '../objects/index.ts'
import type { Feature } from './features.ts'

type Division = readonly [name: string, told: string, by: Segmentation]
/** The divisions that cells are asked about, and what their features are called by and told as. */
export const DIVISIONS: readonly Division[] = [
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
  ['commonest', 'having the commonest shape', (picture) => isMost(ask('shape-count')(picture))],
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

const rarest: Attribute = ({ cells, objects }) =>
  objects.map((object) => topColour(histogramOf(cells, object.cells), true))

/** What each cell inherits from the object it is part of, under one division. */
export function featuresOfObjects(s: GridStore, g: Value, [name, told, by]: Division): Feature[] {
  const { w } = s.box(g)
  const picture = dividedBy(s, g, by)
  const { objects, owner } = picture
  /** What the cells of objects are told; all others get the number of none. */
  const feature = (
    what: string,
    doc: string,
    copyable: boolean,
    ask: () => (object: number, x: number, y: number) => number,
  ): Feature => {
    const cells = (): Uint8Array => {
      const value = ask()
      return Uint8Array.from(owner, (object, i) => {
        if (object < 0) return copyable ? 0 : 255
        return Math.min(254, value(object, i % w, Math.floor(i / w)))
      })
    }
    return { name: `${name}-${what}`, doc, copyable, cells }
  }
  const perObject = (what: string, doc: string, copyable: boolean, answers: Attribute): Feature =>
    feature(what, doc, copyable, () => {
      const values = answers(picture)
      return (object) => values[object]!
    })
  return [
    ...MEASURED.map(([what, doc, answers]) => perObject(what, `${told}’s ${doc}`, false, answers)),
    perObject('main', `${told}’s main colour`, true, ask('colour')),
    perObject('rare', `${told}’s rare colour`, true, rarest),
    perObject('touches', `colour that its ${told} touches most`, true, ask('touches-colour')),
    ...IN_BOX.map(([what, doc, value]) =>
      feature(
        what,
        doc.replace('BOX', `${told}’s box`),
        false,
        () => (object, x, y) => value(objects[object]!, x, y),
      ),
    ),
  ]
}
