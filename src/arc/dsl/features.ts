// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { GridStore, type Value } from '../grid/index.ts'
import { featuresOfLines } from './line-features.ts'
import { featuresOfObjects } from './object-features.ts'
import { OUTSIDE } from './outside.ts'
import { featuresOfPanels } from './panel-features.ts'

/** One measured number per cell. `copyable` ones are colours, so a rule may write them. */
export interface Feature {
  readonly name: string
  readonly copyable: boolean
  readonly cells: Uint8Array
}

/** All features of a grid's cells, always in the same order. */
export function featuresOf(s: GridStore, g: Value): Feature[] {
  return [
    ...featuresOfNeighbours(s, g),
    ...featuresOfLines(s, g),
    ...featuresOfObjects(s, g),
    ...featuresOfPanels(s, g),
  ]
}

const NEIGHBOURS: readonly (readonly [string, number, number])[] = [
  ['left', -1, 0],
  ['right', 1, 0],
  ['up', 0, -1],
  ['down', 0, 1],
  ['up-left', -1, -1],
  ['up-right', 1, -1],
  ['down-left', -1, 1],
  ['down-right', 1, 1],
]

function featuresOfNeighbours(s: GridStore, g: Value): Feature[] {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  const area = w * h
  const colour = s.cells.slice(from, from + area)
  const make = (): Uint8Array => new Uint8Array(area)
  const around = NEIGHBOURS.map(make)
  const sides = make()
  const corners = make()
  const sideMask = make()
  const ringMask = make()
  const alike4 = make()
  const alike8 = make()
  const parity = [make(), make(), make(), make(), make(), make()]
  const turned = [make(), make(), make(), make()]
  const rimDistance = make()
  const counts = new Int32Array(11)
  const mostAround = make()
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
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
      for (let c = 1; c < 10; c++)
        if (counts[c]! > counts[mostAround[i]!]! || mostAround[i] === 0)
          mostAround[i] = counts[c]! > 0 ? c : mostAround[i]!
      parity[0]![i] = x % 2
      parity[1]![i] = y % 2
      parity[2]![i] = (x + y) % 2
      parity[3]![i] = x % 3
      parity[4]![i] = y % 3
      parity[5]![i] = (x + y) % 3
      turned[0]![i] = colour[y * w + w - 1 - x]!
      turned[1]![i] = colour[(h - 1 - y) * w + x]!
      turned[2]![i] = colour[area - 1 - i]!
      turned[3]![i] = x < h && y < w ? colour[x * w + y]! : OUTSIDE
      rimDistance[i] = Math.min(x, y, w - 1 - x, h - 1 - y)
    }
  }
  const names = ['column-parity', 'row-parity', 'checker', 'column-third', 'row-third', 'diagonal-third']
  const mirrors = ['mirror-across', 'mirror-along', 'half-turned', 'mirror-diagonal']
  return [
    { name: 'colour', copyable: true, cells: colour },
    ...NEIGHBOURS.map(([name], k) => ({ name: `next-${name}`, copyable: k < 4, cells: around[k]! })),
    { name: 'ink-beside', copyable: false, cells: sides },
    { name: 'ink-at-corners', copyable: false, cells: corners },
    { name: 'sides-mask', copyable: false, cells: sideMask },
    { name: 'ring-mask', copyable: false, cells: ringMask },
    { name: 'alike-beside', copyable: false, cells: alike4 },
    { name: 'alike-around', copyable: false, cells: alike8 },
    { name: 'most-around', copyable: true, cells: mostAround },
    ...names.map((name, k) => ({ name, copyable: false, cells: parity[k]! })),
    ...mirrors.map((name, k) => ({ name, copyable: true, cells: turned[k]! })),
    { name: 'column', copyable: false, cells: colour.map((_, i) => i % w) },
    { name: 'row', copyable: false, cells: colour.map((_, i) => Math.floor(i / w)) },
    { name: 'rim-distance', copyable: false, cells: rimDistance },
    { name: 'rim-parity', copyable: false, cells: rimDistance.map((d) => d % 2) },
    { name: 'on-rim', copyable: false, cells: rimDistance.map((d) => Number(d === 0)) },
  ]
}

/** Every feature by name, and whether it is a colour that may be copied; the list does not depend on the grid. */
export const CELL_FEATURES: ReadonlyMap<string, boolean> = (() => {
  const store = new GridStore(4)
  const features = featuresOf(store, store.add({ width: 1, height: 1, cells: new Uint8Array(1) }))
  return new Map(features.map(({ name, copyable }) => [name, copyable]))
})()
