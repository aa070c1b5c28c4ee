import { GridStore, type Value } from '../grid/index.ts'
import { AROUND_X, AROUND_Y, label, topColour } from '../objects/index.ts'
import { featuresOfLines, featuresOfPanels } from './line-features.ts'
import { DIVISIONS, featuresOfObjects } from './object-features.ts'
import { coloursOf, histogram } from './ops/colour.ts'
import { enclosed } from './ops/kernel.ts'

/** A number per cell, measured when asked for, and what it means. `copyable` ones are colours, so a rule may write them. */
export interface Feature {
  readonly name: string
  readonly doc: string
  readonly copyable: boolean
  readonly cells: () => Uint8Array
}

/** Features that share what is found out first. */
type Group = (s: GridStore, g: Value, input: Value) => Feature[]

/** All features of the cells of a grid that was made from an input, always in the same order. */
export function featuresOf(s: GridStore, g: Value, input: Value = g): Feature[] {
  return GROUPS.flatMap((group) => group(s, g, input))
}

/** Measures features of grids that were made from an input, by name: a rule asks for few of the many. */
export function featureReader(
  s: GridStore,
  input: Value,
): (g: Value, name: string) => Uint8Array | undefined {
  const known = new Map<string, readonly Feature[]>()
  return (g, name) => {
    const group = CELL_FEATURES.get(name)?.group ?? -1
    const features = known.get(`${g} ${group}`) ?? GROUPS[group]?.(s, g, input) ?? []
    known.set(`${g} ${group}`, features)
    return features.find((feature) => feature.name === name)?.cells()
  }
}

/** The value of a neighbour beyond the edge of the grid: a colour no cell has. */
export const OUTSIDE = 10

/** The cells around a cell: the four sides first. */
export const NEIGHBOURS: readonly (readonly [name: string, dx: number, dy: number])[] = AROUND_X.map(
  (dx, k) => {
    const dy = AROUND_Y[k]!
    const names = [dy < 0 ? 'up' : dy > 0 ? 'down' : '', dx < 0 ? 'left' : dx > 0 ? 'right' : '']
    return [names.filter(Boolean).join('-'), dx, dy]
  },
)

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
  const { w, h, area } = s.box(g)
  const colour = s.cellsOf(g)
  const make = (): Uint8Array => new Uint8Array(area)
  const around = NEIGHBOURS.map(make)
  const counted = [make(), make(), make(), make(), make(), make()] as const
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
  return [
    ...NEIGHBOURS.map(([name], k) => ({
      name: `next-${name}`,
      doc: `neighbour’s colour, ${name.replace('-', ' ')}`,
      copyable: k < 4,
      cells: () => around[k]!,
    })),
    ...COUNTS.map(([name, doc], k) => ({ name, doc, copyable: false, cells: () => counted[k]! })),
    { name: 'most-around', doc: 'commonest colour around it', copyable: true, cells: () => mostAround },
  ]
}

function featuresOfPlaces(s: GridStore, g: Value): Feature[] {
  const { w, h } = s.box(g)
  const colour = s.cellsOf(g)
  const byPlace = ([name, doc, value]: PlaceWord): Feature => ({
    name,
    doc,
    copyable: false,
    cells: () => colour.map((_, i) => value(i % w, Math.floor(i / w), w, h)),
  })
  return [
    ...PARITIES.map(byPlace),
    ...IMAGES.map(([name, doc, image]) => ({
      name,
      doc,
      copyable: true,
      cells: () => colour.map((_, i) => colour[image(i % w, Math.floor(i / w), w, h)] ?? OUTSIDE),
    })),
    ...PLACES.map(byPlace),
  ]
}

/** A number beyond this is as good as this. */
const MOST = 250

/** The ink of a grid as a number that only few other patterns share. */
function patternOf(s: GridStore, g: Value): number {
  const { w, area, from } = s.box(g)
  let hash = w
  for (let i = 0; i < area; i++) hash = Math.imul(hash, 31) + Number(s.cells[from + i] !== 0)
  return (hash >>> 0) % MOST
}

/** What every cell is told of the whole input: by these a rule chooses one of several outputs. */
const OF_INPUT: readonly (readonly [name: string, doc: string, value: (s: GridStore, g: Value) => number])[] =
  [
    ['pieces', 'input’s count of objects', (s, g) => label(s, g, 'colour', false, s.scratch)],
    ['blobs', 'input’s count of many-coloured objects', (s, g) => label(s, g, 'ink', true, s.scratch)],
    ['colours', 'input’s count of colours', (s, g) => coloursOf(s, g).length],
    ['ink', 'input’s count of coloured cells', (s, g) => s.box(g).area - histogram(s, g)[0]!],
    ['holes', 'input’s count of holes', (s, g) => enclosed(s, g, false).count],
    ['pattern', 'input’s pattern of coloured cells', patternOf],
  ]

/** The place of each cell of a grid in reading order, and what it is told of the input that the grid was made from. */
function featuresOfInput(s: GridStore, g: Value, input: Value): Feature[] {
  const { area } = s.box(g)
  const place = Uint8Array.from({ length: area }, (_, i) => Math.min(MOST, i))
  return [
    { name: 'place', doc: 'place in reading order', copyable: false, cells: () => place },
    ...OF_INPUT.map(([name, doc, value]) => ({
      name: `input-${name}`,
      doc,
      copyable: false,
      cells: () => new Uint8Array(area).fill(Math.min(MOST, value(s, input))),
    })),
  ]
}

const GROUPS: readonly Group[] = [
  (s, g) => [{ name: 'colour', doc: 'colour', copyable: true, cells: () => s.cellsOf(g) }],
  featuresOfNeighbours,
  featuresOfPlaces,
  featuresOfLines,
  ...DIVISIONS.map(
    (division): Group =>
      (s, g) =>
        featuresOfObjects(s, g, division),
  ),
  featuresOfPanels,
  featuresOfInput,
]

/** Every feature by name, with its meaning, whether it may be copied and its group; the list does not depend on the grid. */
export const CELL_FEATURES: ReadonlyMap<string, Omit<Feature, 'cells'> & { readonly group: number }> =
  (() => {
    const store = new GridStore(4)
    const dot = store.add({ width: 1, height: 1, cells: new Uint8Array(1) })
    const named = GROUPS.flatMap((of, group) =>
      of(store, dot, dot).map(({ cells: _, ...feature }) => ({ ...feature, group })),
    )
    return new Map(named.map((feature) => [feature.name, feature]))
  })()
