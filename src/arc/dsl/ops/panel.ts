// biome-ignore-all lint/style/noNonNullAssertion: kernels index inside bounds they computed
import { type GridStore, NONE, type Value } from '../../grid/index.ts'
import { type Lattice, latticeOf, topColour } from '../../objects/index.ts'
import { choice, gridStep, type Primitive } from '../op.ts'

const CHOICES = ['main', 'fullest', 'emptiest'] as const

/** One cell per panel in the panel's main colour; with a choice, only the panels with the most or least ink count. */
export function condense(
  s: GridStore,
  g: Value,
  { rows, columns }: Lattice,
  which: (typeof CHOICES)[number] = 'main',
): Value {
  const { w, from } = s.box(g)
  const inks: number[] = []
  const mains: number[] = []
  const counts = new Int32Array(10)
  for (const [y, height] of rows) {
    for (const [x, width] of columns) {
      counts.fill(0)
      for (let k = 0; k < width * height; k++)
        counts[s.cells[from + (y + Math.floor(k / width)) * w + x + (k % width)]!]!++
      inks.push(width * height - counts[0]!)
      mains.push(topColour(counts))
    }
  }
  const wanted = which === 'fullest' ? Math.max(...inks) : Math.min(...inks)
  mains.forEach((main, k) => {
    s.out[k] = which === 'main' || inks[k] === wanted ? main : 0
  })
  return s.commit(columns.length, rows.length, 0, 0)
}

export const panelOps: readonly Primitive[] = [
  {
    ...gridStep('condense', choice(...CHOICES), (s, g, how) => {
      const lattice = latticeOf(s, g)
      const which = CHOICES.find((name) => name === how)
      return lattice === undefined ? NONE : condense(s, g, lattice, which)
    }),
    cost: 8,
  },
]
