// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import { label } from '../objects/index.ts'
import type { Feature } from './features.ts'
import { coloursOf, histogram } from './ops/colour.ts'
import { enclosed } from './ops/kernel.ts'

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
export function featuresOfInput(s: GridStore, g: Value, input: Value): Feature[] {
  const { area } = s.box(g)
  const place = Uint8Array.from({ length: area }, (_, i) => Math.min(MOST, i))
  return [
    { name: 'place', doc: 'place in reading order', copyable: false, cells: place },
    ...OF_INPUT.map(([name, doc, value]) => ({
      name: `input-${name}`,
      doc,
      copyable: false,
      cells: new Uint8Array(area).fill(Math.min(MOST, value(s, input))),
    })),
  ]
}
