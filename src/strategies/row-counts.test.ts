import { expect, it } from 'vitest'
import { RowCounts } from './row-counts.ts'

const tactic = (row: string, text: string) => ({ row, text, price: 1 })

it('counts what was tried, what it cost, and the rows that a proof is made of', () => {
  const rows = new RowCounts()
  rows.used(tactic('grind', 'grind [f]'), 500_000, false)
  rows.used(tactic('grind', 'grind [g]'), 250_000, true)
  rows.used(tactic('structural', 'induction n'), 1_000, true)
  rows.used(tactic('omega', 'omega'), 1_000, false)
  expect(rows.counts('induction n\ngrind [g]\nomega')).toEqual([
    { row: 'grind', uses: 2, solves: 1, cpuSeconds: 0.75 },
    { row: 'structural', uses: 1, solves: 1, cpuSeconds: 0.001 },
    // The script has this tactic, but it did not work when this row tried it.
    { row: 'omega', uses: 1, solves: 0, cpuSeconds: 0.001 },
  ])
  expect(rows.counts().every(({ solves }) => solves === 0)).toBe(true)
})
