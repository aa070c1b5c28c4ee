import { describe, expect, it } from 'vitest'
import { strategyRow } from '../test-answers.ts'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./goals-page.tsx')).GoalsPage
const stats = {
  ledger: 'l',
  total_attempts: 0,
  successful_attempts: 0,
  success_rate: 0,
  unique_goals: 0,
  goals: { total: 0, open: 0, claimed: 0, proved: 0, refuted: 0 },
  cached_scripts: 0,
  cache_hit_rate: null,
  cpu_seconds: 0,
  strategies: [strategyRow(), strategyRow({ strategy: 'copilot' })],
}
const shown = (at: string) => showPage(page, {}, { at, answers: { '/api/stats': stats } })
const chosen = (html: string) =>
  [...html.matchAll(/<option[^>]*selected=""[^>]*>([^<]*)/g)].map(([, word]) => word)

describe('the table of goals', () => {
  it('has its filters from the address', async () => {
    const { html } = await shown('/goals?status=refuted&strategy=copilot&q=add')
    expect(chosen(html)).toEqual(['refuted', 'copilot'])
    expect(html).toContain('value="add"')
  })

  it('offers the strategies that have run, and the one of the address whether it has or not', async () => {
    const { html } = await shown('/goals?strategy=gone')
    const names = [...html.matchAll(/<option[^>]*>(\w+)<\/option>/g)].map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(['micro', 'copilot', 'gone']))
    expect(names.filter((name) => name === 'gone')).toHaveLength(1)
  })

  it('says by which column and in which direction it is sorted', async () => {
    const { html, text } = await shown('/goals?sort=difficulty&order=asc')
    expect(html.match(/aria-sort="ascending"/g)).toHaveLength(1)
    expect(text).toContain('Difficulty ↑')
    expect((await shown('/goals?sort=solved')).text).toContain('Settled ↓')
    expect((await shown('/goals')).html).not.toContain('aria-sort')
  })

  it('is loading until it is not', async () => {
    const { text } = await shown('/goals')
    expect(text).toContain('Loading …')
    expect(text).not.toContain('There are no goals yet.')
  })
})

describe('the form of a new goal', () => {
  it('needs a statement and nothing else, and says who takes it up', async () => {
    const { html, text } = await shown('/goals')
    expect(html.match(/required=""/g)).toHaveLength(1)
    expect(html).toMatch(/<textarea[^>]*name="goal"[^>]*required=""/)
    expect(text).toContain('A running orch bg takes it up by itself')
  })
})
