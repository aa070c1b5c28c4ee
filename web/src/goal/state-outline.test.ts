import { expect, it } from 'vitest'
import type { SearchNodeAnswer } from '../data/api.ts'
import { openAtFirst, outline } from './state-outline.ts'

const node = (id: number, parent: number | null, goals = 1): SearchNodeAnswer => ({
  id,
  parent,
  tactic: parent === null ? null : `step ${id}`,
  price: null,
  cpu_seconds: 0,
  goals: Array.from({ length: goals }, () => '⊢ p'),
  failed: [],
  failures: 0,
})

const TREE = [node(0, null), node(1, 0), node(2, 0), node(3, 2), node(4, 3, 0), node(5, 1)]
const ids = (open: ReadonlySet<number>, root?: number) =>
  outline(TREE, open, root).rows.map(({ node, level }) => `${'.'.repeat(level)}${node.id}`)

it('opens the way to the proof and folds the rest', () => {
  expect(ids(openAtFirst(TREE))).toEqual(['.0', '..1', '..2', '...3', '....4'])
})

it('shows the part below one state alone, counts what is folded, and marks the proof', () => {
  expect(ids(new Set(), 2)).toEqual(['.2'])
  const [row] = outline(TREE, new Set(), 2).rows
  expect(row).toMatchObject({ below: 2, children: 1, isOnProof: true, isOpen: false })
  expect(outline(TREE, new Set(), 1).rows[0]?.isOnProof).toBe(false)
})

it('opens only where it begins when nothing was proved', () => {
  expect(openAtFirst(TREE.slice(0, 4))).toEqual(new Set([0]))
})
