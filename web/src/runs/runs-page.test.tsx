import { describe, expect, it } from 'vitest'
import { HOSTILE, HOSTILE_SHOWN, pulseAnswer, runAnswer } from '../test-answers.ts'
import { problem, Refusal, SILENCE, showPage } from '../test-page.tsx'

const LIST = '/api/runs?limit=100'
const page = async () => (await import('./runs-page.tsx')).RunsPage
const shown = (
  items: unknown[],
  { at = '/runs', ...answers }: Record<string, unknown> & { at?: string } = {},
) => showPage(page, {}, { at, answers: { [LIST]: { items, next: null }, ...answers } })

describe('the list of runs', () => {
  it('says what a run is while there is none', async () => {
    const { text, asked } = await shown([])
    expect(asked).toEqual([LIST])
    expect(text).toContain('No run yet.')
    expect(text).toContain('orch bank')
  })

  it('has a row for each, with a link and two choices that can be told apart by ear', async () => {
    const { html, text } = await shown([
      runAnswer(),
      runAnswer({ run_id: 'bg-2', command: 'bg', state: 'lost' }),
    ])
    expect(html).toContain('href="/runs/bank-20260801T101500-0a1b2c3d"')
    expect(html).toContain('aria-label="Run 0a1b2c3d as A"')
    expect(html).toContain('aria-label="Run bg-2 as B"')
    expect(text).toContain('bg lost')
    expect(text).toContain('Choose a run A and a run B.')
  })

  it.each([
    ['a bank', { goals_solved: 60, goals_total: 64, goals_refuted: 2 }, '60 of 64, 2 refuted'],
    ['a bank that refuted nothing', { goals_solved: 3, goals_total: 4, goals_refuted: 0 }, '3 of 4'],
    ['one that counts no whole', { goals_solved: 2 }, '2'],
    ['one that died before it could say', null, '—'],
    ['one whose summary is something else', { goals_solved: 'many' }, '—'],
  ])('tells what %s solved', async (_, summary, words) => {
    const { text } = await shown([runAnswer({ summary })])
    expect(text).toContain(`90 s ${words} Comparison`)
  })

  it('tells of an ARC batch how many tasks', async () => {
    const { text } = await shown([runAnswer({ command: 'arc run', summary: { solved: 5, tasks: 10 } })])
    expect(text).toContain('90 s 5 of 10 tasks Comparison')
  })

  it('lets a run that goes on speak for itself, and gives it no length', async () => {
    const pulse = pulseAnswer({ goals: { total: 64, processed: 10, solved: 7 } })
    const { text } = await shown([runAnswer({ state: 'running', ended_at: null, pulse })])
    expect(text).toContain('— 7 of 64')
  })

  it('marks the chosen ones and does not compare a run with itself', async () => {
    const id = runAnswer().run_id
    const { html, text, asked } = await shown([runAnswer()], { at: `/runs?left=${id}&right=${id}` })
    expect(html).toContain('<tr class="chosen">')
    expect(html.match(/checked=""/g)).toHaveLength(2)
    expect(text).toContain('A and B are the same run.')
    expect(asked).toEqual([LIST])
  })

  it('shows what the server says when it refuses, and that nobody answers when nobody does', async () => {
    const refused = new Refusal(503, problem('busy', 'The ledger is being moved.', 'Ask again in a minute.'))
    const answers = { [LIST]: refused }
    expect((await showPage(page, {}, { answers })).text).toBe(
      'Runs The ledger is being moved. Ask again in a minute.',
    )
    expect((await showPage(page, {}, { answers: { [LIST]: SILENCE } })).text).toBe(
      'Runs The server does not answer.',
    )
  })

  it('does not believe an answer of another form', async () => {
    const { text } = await shown([{ ...runAnswer(), state: 'dancing' }])
    expect(text).toContain('The server sent something that this page does not understand: items.0.state')
    expect(text).toContain('Reload the page')
  })

  it('shows hidden letters of a name as what they are', async () => {
    const { html } = await shown([runAnswer({ command: HOSTILE })])
    expect(html).toContain(HOSTILE_SHOWN)
    expect(html).not.toContain('\u202E')
  })
})

describe('two runs side by side', () => {
  const left = runAnswer({
    run_id: 'a',
    goals_solved: 10,
    goals_refuted: 1,
    cpu_seconds: 100,
    settings: { bank: 'bank.jsonl', profile: 1 },
    strategies: [
      { strategy: 'micro', attempts: 10, solved: 8, refuted: 0, rate: 0.8 },
      { strategy: 'copilot', attempts: 4, solved: 2, refuted: 0, rate: 0.5 },
    ].map((row) => ({
      ...row,
      mean_time_seconds: 1,
      cpu_seconds: 1,
      cpu_seconds_per_solve: null,
      cache_hit_rate: null,
      unique_solves: 0,
    })),
  })
  const right = { ...left, run_id: 'b', goals_solved: 7, goals_refuted: 4, cpu_seconds: 40, strategies: [] }
  const COMPARE = '/api/runs/compare?left=a&right=b'
  const goals = [{ goal_hash: 'k1', id: 'add_comm', goal: 'a + b = b + a' }]
  const compared = (part: Record<string, unknown> = {}) =>
    shown([left, right], {
      at: '/runs?left=a&right=b',
      [COMPARE]: { left, right, only_left: goals, only_right: [], both: 7, ...part },
    })

  it('gives the differences with their signs', async () => {
    const { text, asked } = await compared()
    expect(asked).toContain(COMPARE)
    expect(text).toContain('−3 proved, +3 refuted, −60 s of CPU')
    expect(text).toContain('7 goals settled by both')
    expect(text).not.toContain('They differ in more')
  })

  it('says first what makes them hard to compare', async () => {
    const other = { ...right, command: 'bg', settings: { profile: 2 } }
    const { text } = await compared({ right: other })
    expect(text).toContain(
      'They differ in more than their results: A is a run of bank, B one of bg; bank: bank.jsonl and none; profile: 1 and 2.',
    )
  })

  it('says so where they did not try the same goals', async () => {
    const { text } = await compared({
      right: { ...right, goals_tried: 3, settings: { ...left.settings, tickets: true } },
    })
    expect(text).toContain('0 and 3 goals were tried; tickets: none and true.')
  })

  it('compares two ARC runs by their tasks, and nothing across kinds', async () => {
    const arc = (run_id: string) => ({ ...runAnswer({ run_id }), command: 'arc run' })
    const at = '/runs?left=a&right=b'
    const { asked } = await shown([arc('a'), arc('b')], { at })
    expect(asked).toContain('/api/arc/compare?left=a&right=b')
    const mixed = await shown([arc('a'), right], { at })
    expect(mixed.text).toContain('One of them is an ARC run, the other is about goals.')
    expect(mixed.asked).toEqual([LIST])
  })

  it('lists what only one of them settled, and says so where there is nothing', async () => {
    const { text, html } = await compared()
    expect(text).toContain('Settled by A only 1 add_comm a + b = b + a')
    expect(text).toContain('Settled by B only 0 None.')
    expect(html).toContain('href="/goals/k1"')
  })

  it('gives a strategy that one of them did not use no success', async () => {
    const { text } = await compared()
    expect(text).toContain('copilot 4 0 2 0 50 % —')
    expect(text).toContain('micro 10 0 8 0 80 % —')
  })
})
