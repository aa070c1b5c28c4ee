// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../../grid/index.ts'
import { label } from '../../objects/index.ts'
import { histogram, mainColour } from './colour.ts'

/** What can be measured of one piece of a list. */
export const ATTRIBUTES = [
  'area',
  'ink',
  'colours',
  'holes',
  'blobs',
  'symmetry',
  'gaps',
  'density',
  'width',
  'height',
  'left',
  'top',
  'frequency',
  'likeness',
  'main-colour',
  'specks',
] as const
export type Attribute = (typeof ATTRIBUTES)[number]

/** The number of an attribute for one piece; `list` is its surrounding, for attributes that compare. */
export function measure(s: GridStore, g: Value, attribute: Attribute, list: readonly Value[]): number {
  const w = s.width[g]!
  const h = s.height[g]!
  switch (attribute) {
    case 'area':
      return w * h
    case 'ink':
      return w * h - histogram(s, g)[0]!
    case 'gaps':
      return histogram(s, g)[0]!
    case 'density':
      return Math.round((1000 * (w * h - histogram(s, g)[0]!)) / (w * h))
    case 'colours': {
      const counts = histogram(s, g)
      let kinds = 0
      for (let c = 1; c < 10; c++) if (counts[c]! > 0) kinds++
      return kinds
    }
    case 'holes':
      return holeCount(s, g)
    case 'blobs':
      return label(s, g, 'ink', true, s.scratch)
    case 'symmetry':
      return symmetryCount(s, g)
    case 'width':
      return w
    case 'height':
      return h
    case 'left':
      return s.left[g]!
    case 'top':
      return s.top[g]!
    case 'frequency':
      return list.filter((other) => sameCells(s, g, other, false)).length
    case 'likeness':
      return list.filter((other) => sameCells(s, g, other, true)).length
    case 'main-colour':
      return list.filter((other) => mainColour(s, other) === mainColour(s, g)).length
    case 'specks': {
      const counts = histogram(s, g)
      let rare = 0
      for (let c = 1; c < 10; c++) if (counts[c]! > 0 && (rare === 0 || counts[c]! < rare)) rare = counts[c]!
      return rare
    }
  }
}

/** Empty regions that do not touch the edge of the grid. */
function holeCount(s: GridStore, g: Value): number {
  const w = s.width[g]!
  const area = w * s.height[g]!
  const labels = s.scratch
  const count = label(s, g, 'empty', false, labels)
  if (count === 0) return 0
  const open = new Uint8Array(count + 1)
  for (let i = 0; i < area; i++) {
    const x = i % w
    if (x === 0 || x === w - 1 || i < w || i >= area - w) open[labels[i]!] = 1
  }
  let holes = 0
  for (let k = 1; k <= count; k++) if (open[k] === 0) holes++
  return holes
}

/** How many of left-right, up-down and the diagonal leave the grid unchanged. */
function symmetryCount(s: GridStore, g: Value): number {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
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
