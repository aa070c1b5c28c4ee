import type { GridStore, Value } from '../grid/index.ts'
import { type Bounds, boxAround, label, latticeOf, panelsOf } from './divide.ts'
import { histogramOf, topColour } from './sight.ts'

/** The ways a picture falls into objects for rules that speak of each object. */
export const SEGMENTATIONS = [
  'side',
  'corner',
  'blob-corner',
  'blob-side',
  'colour',
  'gap',
  'cell',
  'panel',
] as const
export type Segmentation = (typeof SEGMENTATIONS)[number]

/** One object of a picture, with what is asked of it most often. */
export interface GridObject extends Bounds {
  readonly index: number
  readonly cells: readonly number[]
  /** Its commonest colour, the smaller one on a tie; 0 for a gap. */
  readonly colour: number
  /** Its cells as text within its box, colours left out: equal shapes are equal strings. */
  readonly shape: string
  /** Cells inside its box that cannot be left without crossing it. */
  readonly holes: readonly number[]
  readonly holeCount: number
}

/** A grid with its objects: what attributes, inks and actions look at. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly cells: Uint8Array
  /** Per cell the index of its object, -1 where there is none. */
  readonly owner: Int32Array
  readonly objects: readonly GridObject[]
}

/** More objects than this are texture. */
const MAX_OBJECTS = 48

/** The objects of a grid, however many there are. */
export function dividedBy(s: GridStore, g: Value, by: Segmentation): Picture {
  const { w: width, h: height, area } = s.box(g)
  const cells = s.cellsOf(g)
  const owner = new Int32Array(area).fill(-1)
  const count = own(s, g, by, cells, owner)
  const members: number[][] = Array.from({ length: count }, () => [])
  for (let i = 0; i < area; i++) if (owner[i]! >= 0) members[owner[i]!]!.push(i)
  const objects = members.map((own, index) => objectOf(own, index, cells, width))
  return { width, height, cells, owner, objects }
}

/** The same; undefined when there are none or too many. */
export function pictureOf(s: GridStore, g: Value, by: Segmentation): Picture | undefined {
  const picture = dividedBy(s, g, by)
  return picture.objects.length === 0 || picture.objects.length > MAX_OBJECTS ? undefined : picture
}

function own(s: GridStore, g: Value, by: Segmentation, cells: Uint8Array, owner: Int32Array): number {
  if (by === 'cell') {
    let count = 0
    for (let i = 0; i < cells.length; i++) if (cells[i] !== 0) owner[i] = count++
    return count
  }
  if (by === 'colour') {
    const number = new Int32Array(10).fill(-1)
    let count = 0
    for (let i = 0; i < cells.length; i++) {
      const c = cells[i]!
      if (c === 0) continue
      if (number[c]! < 0) number[c] = count++
      owner[i] = number[c]!
    }
    return count
  }
  if (by === 'panel') {
    const lattice = latticeOf(s, g)
    const panels = lattice === undefined ? [] : panelsOf(lattice, s.width[g]!)
    panels.forEach((places, k) => {
      for (const i of places) owner[i] = k
    })
    return panels.length
  }
  const member = by === 'gap' ? 'empty' : by.startsWith('blob') ? 'ink' : 'colour'
  const count = label(s, g, member, by.endsWith('corner'), s.scratch)
  for (let i = 0; i < cells.length; i++) owner[i] = s.scratch[i]! - 1
  return count
}

function objectOf(cells: readonly number[], index: number, colours: Uint8Array, width: number): GridObject {
  const box = boxAround(cells, width)
  const colour = topColour(histogramOf(colours, cells))
  return { index, cells, colour, ...box, ...insides(cells, width, box) }
}

/** The shape, and the cells enclosed, by a flood from around the box. */
function insides(
  cells: readonly number[],
  width: number,
  { x0, y0, x1, y1 }: Bounds,
): Pick<GridObject, 'shape' | 'holes' | 'holeCount'> {
  const [w, h] = [x1 - x0 + 1, y1 - y0 + 1]
  const bw = w + 2
  const marks = new Uint8Array(bw * (h + 2))
  for (const i of cells) marks[(Math.floor(i / width) - y0 + 1) * bw + (i % width) - x0 + 1] = 2
  let shape = `${w}:`
  for (let y = 1; y <= h; y++) for (let x = 1; x <= w; x++) shape += marks[y * bw + x] === 2 ? '1' : '0'
  const flood = (start: number): void => {
    const stack = [start]
    marks[start] = 1
    while (stack.length > 0) {
      const i = stack.pop()!
      for (const j of [i - 1, i + 1, i - bw, i + bw]) {
        if (j < 0 || j >= marks.length || marks[j] !== 0) continue
        marks[j] = 1
        stack.push(j)
      }
    }
  }
  if (cells.length === w * h) return { shape, holes: [], holeCount: 0 }
  flood(0)
  const holes: number[] = []
  for (let i = 0; i < marks.length; i++)
    if (marks[i] === 0) holes.push((Math.floor(i / bw) + y0 - 1) * width + (i % bw) + x0 - 1)
  let holeCount = 0
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] !== 0) continue
    holeCount++
    flood(i)
  }
  return { shape, holes, holeCount }
}

/** Cells between two boxes, counted straight where they overlap in a direction; 0 when they touch or overlap. */
export function gapBetween(a: GridObject, b: GridObject): number {
  const dx = Math.max(0, a.x0 - b.x1 - 1, b.x0 - a.x1 - 1)
  const dy = Math.max(0, a.y0 - b.y1 - 1, b.y0 - a.y1 - 1)
  return dx + dy
}

/** The nearest other object that passes a test; the first one on a tie. */
export function nearest(
  picture: Picture,
  object: GridObject,
  test: (other: GridObject) => boolean,
): GridObject | undefined {
  let best: GridObject | undefined
  let least = Number.POSITIVE_INFINITY
  for (const other of picture.objects) {
    if (other === object || !test(other)) continue
    const gap = gapBetween(object, other)
    if (gap >= least) continue
    least = gap
    best = other
  }
  return best
}

export function isInside(inner: GridObject, outer: GridObject): boolean {
  return (
    inner !== outer &&
    inner.x0 >= outer.x0 &&
    inner.x1 <= outer.x1 &&
    inner.y0 >= outer.y0 &&
    inner.y1 <= outer.y1 &&
    inner.cells.length < (outer.x1 - outer.x0 + 1) * (outer.y1 - outer.y0 + 1)
  )
}
