// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { GridStore, type Value } from '../grid/index.ts'
import { topColour } from '../objects/index.ts'
import { featuresOfInput } from './input-features.ts'
import { featuresOfLines } from './line-features.ts'
import { featuresOfObjects } from './object-features.ts'
import { OUTSIDE } from './outside.ts'
import { featuresOfPanels } from './panel-features.ts'

/** One measured number per cell, and what it means. `copyable` ones are colours, so a rule may write them. */
export interface Feature {
  readonly name: string
  readonly doc: string
  readonly copyable: boolean
  readonly cells: Uint8Array
}

/** All features of the cells of a grid that was made from an input, always in the same order. */
export function featuresOf(s: GridStore, g: Value, input: Value = g): Feature[] {
  return [
    ...featuresOfNeighbours(s, g),
    ...featuresOfLines(s, g),
    ...featuresOfObjects(s, g),
    ...featuresOfPanels(s, g),
    ...featuresOfInput(s, g, input),
  ]
}

/** The cells around a cell: the four sides first. */
export const NEIGHBOURS: readonly (readonly [string, number, number])[] = [
  ['left', -1, 0],
  ['right', 1, 0],
  ['up', 0, -1],
  ['down', 0, 1],
  ['up-left', -1, -1],
  ['up-right', 1, -1],
  ['down-left', -1, 1],
  ['down-right', 1, 1],
]

/** What a cell has through its place alone. */
type AtPlace = (x: number, y: number, w: number, h: number) => number
type PlaceWord = readonly [name: string, doc: string, value: AtPlace]
const rimDistance: AtPlace = (x, y, w, h) => Math.min(x, y, w - 1 - x, h - 1 - y)
const PLACES: readonly PlaceWord[] = [
  ['column', 'column number', (x) => x],
  ['row', 'row number', (_, y) => y],
  ['rim-distance', 'distance from the edge', rimDistance],
  ['rim-parity', 'distance from the edge, odd or even', (x, y, w, h) => rimDistance(x, y, w, h) % 2],
  ['on-rim', 'place on the edge', (x, y, w, h) => Number(rimDistance(x, y, w, h) === 0)],
]
const PARITIES: readonly PlaceWord[] = [
  ['column-parity', 'column number, odd or even', (x) => x % 2],
  ['row-parity', 'row number, odd or even', (_, y) => y % 2],
  ['checker', 'colour on a chessboard', (x, y) => (x + y) % 2],
  ['column-third', 'column number modulo three', (x) => x % 3],
  ['row-third', 'row number modulo three', (_, y) => y % 3],
  ['diagonal-third', 'diagonal number modulo three', (x, y) => (x + y) % 3],
]
/** Which cell a mirror image or a turn puts in the place of a cell; -1 for none. */
const IMAGES: readonly PlaceWord[] = [
  ['mirror-across', 'colour at its mirror image, left and right', (x, y, w) => y * w + w - 1 - x],
  ['mirror-along', 'colour at its mirror image, up and down', (x, y, w, h) => (h - 1 - y) * w + x],
  ['half-turned', 'colour where a half turn takes it', (x, y, w, h) => w * h - 1 - y * w - x],
  [
    'mirror-diagonal',
    'colour at its mirror image, diagonal',
    (x, y, w, h) => (x < h && y < w ? x * w + y : -1),
  ],
]
/** What is counted of the cells around a cell. */
const COUNTS = [
  ['ink-beside', 'count of coloured cells beside it'],
  ['ink-at-corners', 'count of coloured cells at its corners'],
  ['sides-mask', 'pattern of coloured cells beside it'],
  ['ring-mask', 'pattern of coloured cells around it'],
  ['alike-beside', 'count of cells beside it of its own colour'],
  ['alike-around', 'count of cells around it of its own colour'],
] as const

function featuresOfNeighbours(s: GridStore, g: Value): Feature[] {
  const { w, h, area, from } = s.box(g)
  const colour = s.cells.slice(from, from + area)
  const make = (): Uint8Array => new Uint8Array(area)
  const around = NEIGHBOURS.map(make)
  const counted = COUNTS.map(make) as Six
  const [sides, corners, sideMask, ringMask, alike4, alike8] = counted
  const counts = new Int32Array(11)
  const mostAround = make()
  for (let i = 0; i < area; i++) {
    const x = i % w
    const y = (i - x) / w
    counts.fill(0)
    for (let k = 0; k < 8; k++) {
      const nx = x + NEIGHBOURS[k]![1]
      const ny = y + NEIGHBOURS[k]![2]
      const inside = nx >= 0 && ny >= 0 && nx < w && ny < h
      const there = inside ? colour[ny * w + nx]! : OUTSIDE
      around[k]![i] = there
      counts[there]!++
      if (there === colour[i]) {
        alike8[i]!++
        if (k < 4) alike4[i]!++
      }
      if (there === 0 || there === OUTSIDE) continue
      ringMask[i]! |= 1 << k
      if (k < 4) {
        sides[i]!++
        sideMask[i]! |= 1 << k
      } else corners[i]!++
    }
    counts[OUTSIDE] = 0
    mostAround[i] = topColour(counts)
  }
  const byPlace = ([name, doc, value]: PlaceWord): Feature => ({
    name,
    doc,
    copyable: false,
    cells: colour.map((_, i) => value(i % w, Math.floor(i / w), w, h)),
  })
  return [
    { name: 'colour', doc: 'colour', copyable: true, cells: colour },
    ...NEIGHBOURS.map(([name], k) => ({
      name: `next-${name}`,
      doc: `neighbour’s colour, ${name.replace('-', ' ')}`,
      copyable: k < 4,
      cells: around[k]!,
    })),
    ...COUNTS.map(([name, doc], k) => ({ name, doc, copyable: false, cells: counted[k]! })),
    { name: 'most-around', doc: 'commonest colour around it', copyable: true, cells: mostAround },
    ...PARITIES.map(byPlace),
    ...IMAGES.map(([name, doc, image]) => ({
      name,
      doc,
      copyable: true,
      cells: colour.map((_, i) => colour[image(i % w, Math.floor(i / w), w, h)] ?? OUTSIDE),
    })),
    ...PLACES.map(byPlace),
  ]
}

type Six = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

/** Every feature by name, with its meaning and whether it may be copied; the list does not depend on the grid. */
export const CELL_FEATURES: ReadonlyMap<string, Omit<Feature, 'cells'>> = (() => {
  const store = new GridStore(4)
  const features = featuresOf(store, store.add({ width: 1, height: 1, cells: new Uint8Array(1) }))
  return new Map(features.map(({ cells: _, ...feature }) => [feature.name, feature]))
})()
