// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import { topColour } from '../objects/index.ts'
import type { Feature } from './features.ts'

/** Features a cell has through its row and column: what it sees, and what the whole line holds. */
export function featuresOfLines(s: GridStore, g: Value): Feature[] {
  const { w, h, area, from } = s.box(g)
  const colour = s.cells.slice(from, from + area)
  const features: Feature[] = []
  const seen: Uint8Array[] = []
  const see = (way: string, dx: number, dy: number): void => {
    const cells = new Uint8Array(area)
    for (let k = 0; k < area; k++) {
      const i = dx + dy > 0 ? area - 1 - k : k
      const x = i % w
      const nx = x + dx
      const ny = (i - x) / w + dy
      if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue
      const j = ny * w + nx
      cells[i] = colour[j] !== 0 ? colour[j]! : cells[j]!
    }
    seen.push(cells)
    features.push({ name: `sees-${way}`, doc: `first colour it sees, ${way}`, copyable: true, cells })
  }
  see('left', -1, 0)
  see('right', 1, 0)
  see('up', 0, -1)
  see('down', 0, 1)
  const [left, right, up, down] = seen as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const between = (name: string, ways: string, a: Uint8Array, b: Uint8Array): void => {
    const cells = a.map((c, i) => (c === b[i] ? c : 0))
    features.push({ name, doc: `colour it sees on both sides, ${ways}`, copyable: true, cells })
  }
  between('between-across', 'left and right', left, right)
  between('between-along', 'up and down', up, down)
  const surrounded = left.map(
    (c, i) => Number(c !== 0) + Number(right[i] !== 0) + Number(up[i] !== 0) + Number(down[i] !== 0),
  )
  const doc = 'count of sides on which it sees ink'
  features.push({ name: 'sides-seen', doc, copyable: false, cells: surrounded })
  features.push(...lineTotals(colour, w, h, true), ...lineTotals(colour, w, h, false))
  return features
}

/** What a whole row or column holds. */
interface Line {
  readonly ink: number
  readonly kinds: number
  readonly main: number
  readonly first: number
  readonly last: number
  readonly isUniform: boolean
}

/** What a cell is told of its line: name, meaning, whether it is a colour, and the number; `most` is the fullest's ink. */
const TOTALS: readonly (readonly [string, string, boolean, (line: Line, most: number) => number])[] = [
  ['ink', 'count of coloured cells', false, ({ ink }) => ink],
  ['parity-of-ink', 'count of coloured cells, odd or even', false, ({ ink }) => ink % 2],
  ['kinds', 'count of colours', false, ({ kinds }) => kinds],
  ['has-ink', 'having ink', false, ({ ink }) => Number(ink > 0)],
  ['fullest', 'being the fullest', false, ({ ink }, most) => Number(ink === most)],
  ['uniform', 'being of one colour', false, ({ isUniform }) => Number(isUniform)],
  ['main', 'main colour', true, ({ main }) => main],
  ['first', 'first colour', true, ({ first }) => first],
  ['last', 'last colour', true, ({ last }) => last],
]

function lineTotals(colour: Uint8Array, w: number, h: number, row: boolean): Feature[] {
  const [count, length] = row ? [h, w] : [w, h]
  const lines = Array.from({ length: count }, (_, at): Line => {
    const own = Array.from({ length }, (__, k) => colour[row ? at * w + k : k * w + at]!)
    const counts = new Int32Array(10)
    for (const c of own) counts[c]!++
    const kinds = counts.reduce((sum, n, c) => sum + Number(c > 0 && n > 0), 0)
    const isUniform = kinds === 0 || (kinds === 1 && counts[0] === 0)
    const ink = length - counts[0]!
    return { ink, kinds, main: topColour(counts), first: own[0]!, last: own.at(-1)!, isUniform }
  })
  const most = Math.max(...lines.map(({ ink }) => ink))
  const line = row ? 'row' : 'column'
  return TOTALS.map(([name, doc, copyable, value]) => {
    const values = lines.map((own) => value(own, most))
    const cells = colour.map((_, i) => values[row ? Math.floor(i / w) : i % w]!)
    return { name: `${line}-${name}`, doc: `${line}’s ${doc}`, copyable, cells }
  })
}
