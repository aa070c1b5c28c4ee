// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { coloursOf, histogram, mainColour } from './colour.ts'
import { enclosed } from './kernel.ts'

const ink = (s: GridStore, g: Value): number => s.width[g]! * s.height[g]! - histogram(s, g)[0]!

/** What can be measured of one piece of a list; the list is its surrounding, for what compares. */
const MEASURES = {
  area: (s, g) => s.width[g]! * s.height[g]!,
  ink,
  colours: (s, g) => coloursOf(s, g).length,
  holes: (s, g) => enclosed(s, g, false).count,
  blobs: (s, g) => label(s, g, 'ink', true, s.scratch),
  symmetry: symmetryCount,
  gaps: (s, g) => histogram(s, g)[0]!,
  density: (s, g) => Math.round((1000 * ink(s, g)) / (s.width[g]! * s.height[g]!)),
  width: (s, g) => s.width[g]!,
  height: (s, g) => s.height[g]!,
  left: (s, g) => s.left[g]!,
  top: (s, g) => s.top[g]!,
  frequency: (s, g, list) => list.filter((other) => sameCells(s, g, other, false)).length,
  likeness: (s, g, list) => list.filter((other) => sameCells(s, g, other, true)).length,
  'main-colour': (s, g, list) => list.filter((other) => mainColour(s, other) === mainColour(s, g)).length,
  specks: (s, g) => {
    const rarest = coloursOf(s, g).at(-1)
    return rarest === undefined ? 0 : histogram(s, g)[rarest]!
  },
} satisfies Record<string, (s: GridStore, g: Value, list: readonly Value[]) => number>
export type OpAttribute = keyof typeof MEASURES
export const ATTRIBUTES = Object.keys(MEASURES) as OpAttribute[]

/** The number of an attribute for one piece. */
export function measure(s: GridStore, g: Value, attribute: OpAttribute, list: readonly Value[]): number {
  return MEASURES[attribute](s, g, list)
}

/** How many of left-right, up-down and the diagonal leave the grid unchanged. */
function symmetryCount(s: GridStore, g: Value): number {
  const { w, h, from } = s.box(g)
  let across = true
  let along = true
  let diagonal = w === h
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = s.cells[from + y * w + x]
      if (here !== s.cells[from + y * w + w - 1 - x]) across = false
      if (here !== s.cells[from + (h - 1 - y) * w + x]) along = false
      if (diagonal && here !== s.cells[from + x * w + y]) diagonal = false
    }
  }
  return Number(across) + Number(along) + Number(diagonal)
}

/** Equal cells wherever they are; with `shapeOnly` any two colours count as equal. */
function sameCells(s: GridStore, a: Value, b: Value, shapeOnly: boolean): boolean {
  if (a === b) return true
  if (s.width[a] !== s.width[b] || s.height[a] !== s.height[b]) return false
  const area = s.width[a]! * s.height[a]!
  const fromA = s.start[a]!
  const fromB = s.start[b]!
  for (let i = 0; i < area; i++) {
    const x = s.cells[fromA + i]!
    const y = s.cells[fromB + i]!
    if (shapeOnly ? (x === 0) !== (y === 0) : x !== y) return false
  }
  return true
}
