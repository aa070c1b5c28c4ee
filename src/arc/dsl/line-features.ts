// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import type { GridStore, Value } from '../grid/index.ts'
import type { Feature } from './features.ts'

/** Features a cell has through its row and column: what it sees, and what the whole line holds. */
export function featuresOfLines(s: GridStore, g: Value): Feature[] {
  const w = s.width[g]!
  const h = s.height[g]!
  const from = s.start[g]!
  const area = w * h
  const colour = s.cells.slice(from, from + area)
  const features: Feature[] = []
  const seen: Uint8Array[] = []
  const see = (name: string, dx: number, dy: number): void => {
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
    features.push({ name, copyable: true, cells })
  }
  see('sees-left', -1, 0)
  see('sees-right', 1, 0)
  see('sees-up', 0, -1)
  see('sees-down', 0, 1)
  const [left, right, up, down] = seen as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const between = (name: string, a: Uint8Array, b: Uint8Array): void => {
    features.push({ name, copyable: true, cells: a.map((c, i) => (c === b[i] ? c : 0)) })
  }
  between('between-across', left, right)
  between('between-along', up, down)
  const surrounded = left.map(
    (c, i) => Number(c !== 0) + Number(right[i] !== 0) + Number(up[i] !== 0) + Number(down[i] !== 0),
  )
  features.push({ name: 'sides-seen', copyable: false, cells: surrounded })
  features.push(...lineTotals(colour, w, h, true), ...lineTotals(colour, w, h, false))
  return features
}

/** What a whole row (or column) holds, written into each of its cells. */
function lineTotals(colour: Uint8Array, w: number, h: number, row: boolean): Feature[] {
  const which = row ? 'row' : 'column'
  const make = (): Uint8Array => new Uint8Array(w * h)
  const ink = make()
  const main = make()
  const first = make()
  const last = make()
  const even = make()
  const kinds = make()
  const uniform = make()
  const lines = row ? h : w
  const length = row ? w : h
  const totals = new Int32Array(lines)
  const counts = new Int32Array(10)
  for (let line = 0; line < lines; line++) {
    counts.fill(0)
    const at = (k: number): number => (row ? line * w + k : k * w + line)
    for (let k = 0; k < length; k++) counts[colour[at(k)]!]!++
    let best = 0
    let found = 0
    for (let c = 1; c < 10; c++) {
      if (counts[c]! === 0) continue
      found++
      if (best === 0 || counts[c]! > counts[best]!) best = c
    }
    totals[line] = length - counts[0]!
    for (let k = 0; k < length; k++) {
      const i = at(k)
      ink[i] = totals[line]!
      main[i] = best
      first[i] = colour[at(0)]!
      last[i] = colour[at(length - 1)]!
      even[i] = totals[line]! % 2
      kinds[i] = found
      uniform[i] = Number((found === 1 && counts[0] === 0) || found === 0)
    }
  }
  const most = Math.max(...totals)
  return [
    { name: `${which}-ink`, copyable: false, cells: ink },
    { name: `${which}-parity-of-ink`, copyable: false, cells: even },
    { name: `${which}-kinds`, copyable: false, cells: kinds },
    { name: `${which}-has-ink`, copyable: false, cells: ink.map((n) => Number(n > 0)) },
    { name: `${which}-fullest`, copyable: false, cells: ink.map((n) => Number(n === most)) },
    { name: `${which}-uniform`, copyable: false, cells: uniform },
    { name: `${which}-main`, copyable: true, cells: main },
    { name: `${which}-first`, copyable: true, cells: first },
    { name: `${which}-last`, copyable: true, cells: last },
  ]
}
