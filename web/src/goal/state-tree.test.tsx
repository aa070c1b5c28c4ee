import { describe, expect, it } from 'vitest'
import type { SearchNodeAnswer, SearchTreeAnswer } from '../data/api.ts'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./state-tree.tsx')).StateTrees

function node(id: number, parent: number | null, part: Partial<SearchNodeAnswer> = {}): SearchNodeAnswer {
  return {
    id,
    parent,
    tactic: parent === null ? null : `step ${id}`,
    price: null,
    cpu_seconds: 0.01,
    goals: ['⊢ p'],
    failed: [],
    failures: 0,
    ...part,
  }
}

function tree(
  strategy: string,
  nodes: SearchNodeAnswer[],
  part: Partial<SearchTreeAnswer> = {},
): SearchTreeAnswer {
  return {
    strategy,
    run_id: null,
    updated_at: '2026-08-01T10:15:00.000Z',
    live: false,
    nodes,
    left_out: 0,
    ...part,
  }
}

const shown = (items: SearchTreeAnswer[]) =>
  showPage(page, { goalKey: 'k1' }, { answers: { '/api/goals/k1/states': { goal_hash: 'k1', items } } })

describe('the states of a search', () => {
  it('that left none are explained', async () => {
    expect((await shown([])).text).toContain('No search has left its states here.')
  })

  it('are those of the strategy that found a proof, else of the largest', async () => {
    const large = tree('copilot', [node(0, null), node(1, 0), node(2, 1)])
    const proof = tree('micro', [node(0, null), node(1, 0, { goals: [] })])
    const pressed = (html: string) => /aria-pressed="true">(\w+)/.exec(html)?.[1]
    expect(pressed((await shown([large, proof])).html)).toBe('micro')
    expect(pressed((await shown([tree('refute', [node(0, null)]), large])).html)).toBe('copilot')
  })

  it('mark the way to the proof and what was closed', async () => {
    const { html, text } = await shown([
      tree('micro', [node(0, null), node(1, 0), node(2, 0, { goals: [] })], { left_out: 7, live: true }),
    ])
    expect(text).toContain('3 states, 7 more not kept')
    expect(text).toContain('micro 3 running')
    expect(html.match(/on-proof/g)).toHaveLength(2)
    expect(text).toContain('step 2 closed')
  })

  it('show their price, their time and how many tactics led nowhere', async () => {
    const failed = [{ tactic: 'ring', outcome: 'rejected', cpu_seconds: 0.2 } as const]
    const { text } = await shown([
      tree('micro', [
        node(0, null, { price: 2.25, cpu_seconds: 1.5, failed, failures: 4, goals: ['⊢ p', '⊢ q'] }),
      ]),
    ])
    expect(text).toContain('start 2 goals 2.3 1.5 s 4 ✗')
    expect(text).toContain('4 tactics led nowhere ring rejected, 200 ms and 3 more')
  })

  it('begin with the root, which the keyboard reaches', async () => {
    const { html } = await shown([tree('micro', [node(0, null), node(1, 0)])])
    expect(html).toContain('aria-level="1" aria-selected="true"')
    expect(html.match(/role="treeitem"[^>]*tabindex="0"/gi)).toHaveLength(1)
  })

  it('show of a tactic of many lines the first in the outline, and all beside it', async () => {
    const { html } = await shown([tree('micro', [node(0, null, { tactic: 'cases n with\n| zero => rfl' })])])
    const outline = html.slice(html.indexOf('role="tree"'), html.indexOf('state-detail'))
    expect(outline).not.toContain('zero')
    expect(html).toContain('zero')
  })
})
