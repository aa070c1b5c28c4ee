import { describe, expect, it } from 'vitest'
import type { DojoState, TacticResult } from '../lean/index.ts'
import { SearchTree } from './search-tree.ts'

const timing = { wallMicros: 3_000, cpuMicros: 2_000 }

function state(goals: readonly string[], parent?: DojoState, tactic?: string): DojoState {
  return { goals: goals.map((text) => ({ text, case: null })), parent, tactic }
}

function reached(to: DojoState): TacticResult {
  return { kind: to.goals.length === 0 ? 'closed' : 'open', state: to, messages: [], timing }
}

const refused = { kind: 'timeout', timing } as const

describe('a search tree', () => {
  it('has each state once, below the one it was made from', () => {
    const tree = new SearchTree()
    const root = state(['p'])
    const next = state(['q', 'r'], root, 'constructor')
    tree.add(root, { row: 'constructor', text: 'constructor', price: 2 }, reached(next))
    tree.add(root, 'constructor', reached(next))
    const { nodes, leftOut } = tree.record()
    expect(leftOut).toBe(0)
    expect(nodes.map(({ parent, tactic, goals }) => ({ parent, tactic, goals }))).toEqual([
      { parent: null, tactic: null, goals: ['p'] },
      { parent: 0, tactic: 'constructor', goals: ['q', 'r'] },
    ])
    expect(nodes[1]).toMatchObject({ price: 2, cpuSeconds: 0.002 })
  })

  it('shows the first tactics that led nowhere, and counts all', () => {
    const tree = new SearchTree()
    const root = state(['p'])
    for (let turn = 0; turn < 20; turn++) tree.add(root, `tactic ${turn}`, refused)
    const [node] = tree.record().nodes
    expect(node?.failures).toBe(20)
    expect(node?.failed.length).toBeLessThan(20)
    expect(node?.failed[0]).toEqual({ tactic: 'tactic 0', outcome: 'timeout', cpuSeconds: 0.002 })
  })

  it('is bounded, but for the way to a proof', () => {
    const tree = new SearchTree()
    const root = state(['p'])
    for (let turn = 0; turn < 500; turn++) tree.add(root, 'skip', reached(state(['p'], root, `skip ${turn}`)))
    expect(tree.record().leftOut).toBeGreaterThan(0)
    const full = tree.record().nodes.length
    const half = state(['q'], root, 'half')
    tree.add(half, 'rfl', reached(state([], half, 'rfl')))
    expect(
      tree
        .record()
        .nodes.slice(full)
        .map(({ tactic }) => tactic),
    ).toEqual(['half', 'rfl'])
  })

  it('cuts what is too long to show', () => {
    const tree = new SearchTree()
    tree.add(state(['p'.repeat(5_000)]), 'x'.repeat(5_000), refused)
    const [node] = tree.record().nodes
    expect(node?.goals[0]?.length).toBeLessThan(1_100)
    expect(node?.failed[0]?.tactic.length).toBeLessThan(500)
  })

  it('tells how a finished script went', () => {
    const tree = new SearchTree()
    const root = state(['p'])
    const half = state(['q'], root, 'half')
    tree.add(root, 'half', reached(half))
    tree.add(half, 'rfl', reached(state([], half, 'rfl')))
    expect(tree.pathOf('half\nrfl')).toEqual({
      start: ['p'],
      steps: [
        { tactic: 'half', goals: ['q'], milliseconds: 2 },
        { tactic: 'rfl', goals: [], milliseconds: 2 },
      ],
    })
    expect(tree.pathOf('rfl')).toBeUndefined()
  })
})
