import { expect, it } from 'vitest'
import { closestOf } from './closest.ts'
import type { SearchNode } from './search-tree.ts'

const node = (id: number, parent: number | null, ...goals: string[]): SearchNode => ({
  id,
  parent,
  goals,
  tactic: parent === null ? null : 'simp',
  price: null,
  cpuSeconds: 0,
  failed: [],
  failures: 0,
})
const record = (...nodes: SearchNode[]) => ({ nodes, leftOut: 0 })

it('takes the state with the fewest goals, then the one with the least text', () => {
  const one = record(node(0, null, '⊢ p ∧ q'), node(1, 0, '⊢ p', '⊢ q'), node(2, 1, 'h : p\n⊢ q'))
  const other = record(node(0, null, '⊢ p ∧ q'), node(1, 0, '⊢ a long one'))
  expect(closestOf([one])).toBe('h : p\n⊢ q')
  expect(closestOf([other, one])).toBe('h : p\n⊢ q')
})

it('has none where nothing led on, where all is closed, or where only a lemma was worked on', () => {
  expect(closestOf([])).toBeUndefined()
  expect(closestOf([record(node(0, null, '⊢ p'), node(1, 0))])).toBeUndefined()
  expect(
    closestOf([record(node(0, null, '⊢ p'), node(1, null, '⊢ lemma'), node(2, 1, '⊢ l'))]),
  ).toBeUndefined()
})
