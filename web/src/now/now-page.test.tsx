import { describe, expect, it } from 'vitest'
import type { Pulse, RunDetail, Stats } from '../data/api.ts'
import { attemptAnswer, pulseAnswer, runAnswer, strategyRow } from '../test-answers.ts'
import { SILENCE, showPage } from '../test-page.tsx'

const page = async () => (await import('./now-page.tsx')).NowPage
const stats: Stats = {
  ledger: '/home/.orch/ledger.db',
  total_attempts: 0,
  successful_attempts: 0,
  success_rate: 0,
  unique_goals: 0,
  goals: { total: 0, open: 0, claimed: 0, proved: 0, refuted: 0 },
  cached_scripts: 0,
  cache_hit_rate: null,
  cpu_seconds: 0,
  strategies: [],
}

interface Parts {
  readonly runs?: readonly unknown[]
  readonly stats?: Partial<Stats>
  readonly attempts?: readonly unknown[]
  readonly more?: Readonly<Record<string, unknown>>
}

const shown = (parts: Parts = {}) =>
  showPage(
    page,
    {},
    {
      answers: {
        '/api/runs': { items: parts.runs ?? [], next: null },
        '/api/stats': { ...stats, ...parts.stats },
        '/api/solved': { bucket_seconds: 60, points: [] },
        '/api/machine/history': { cores: 4, memory_bytes: 8e9, samples: [] },
        '/api/attempts': { items: parts.attempts ?? [], next: null },
        ...parts.more,
      },
    },
  )

describe('the first page', () => {
  it('of an empty ledger says in each part how it begins', async () => {
    const { text } = await shown()
    expect(text).toContain('Proved 0 of 0 goals')
    expect(text).toContain('No run is going on.')
    expect(text).toContain('Nothing is settled yet.')
    expect(text).toContain('The first reading comes in a few seconds.')
    expect(text).toContain('No strategy has run yet.')
    expect(text).toContain('No attempt yet.')
  })

  it('gives the totals short enough to be read at once', async () => {
    const { text } = await shown({
      stats: {
        goals: { total: 1_234_567, open: 1000, claimed: 0, proved: 1_233_000, refuted: 567 },
        total_attempts: 9_876_543,
        success_rate: 0.125,
        cpu_seconds: 200_000,
      },
    })
    expect(text).toContain('Proved 1,233,000 of 1,234,567 goals')
    expect(text).toContain('Attempts 9.9M 13 % proved or refuted')
    expect(text).toContain('CPU time 2.3 d')
  })

  it('keeps the parts that are there when another cannot be had', async () => {
    const { text } = await shown({ more: { '/api/stats': SILENCE } })
    expect(text).toContain('The server does not answer.')
    expect(text).toContain('No run is going on.')
  })

  it('orders the strategies by what they settled, and their costs by what is cheapest', async () => {
    const { text } = await shown({
      stats: {
        strategies: [
          strategyRow({ strategy: 'micro', solved: 2, refuted: 0, cpu_seconds_per_solve: 9 }),
          strategyRow({ strategy: 'refute', solved: 0, refuted: 5, cpu_seconds_per_solve: 0.2 }),
          strategyRow({ strategy: 'sketch', solved: 0, refuted: 0, rate: 0, cpu_seconds_per_solve: null }),
        ],
      },
    })
    expect(text).toContain('refute 5 settled · 50 % micro 2 settled · 50 % sketch 0 settled · 0 %')
    expect(text).toContain('shorter is better refute 200 ms micro 9.0 s')
  })

  it('links each of the latest attempts to its goal, by what was proved where that is known', async () => {
    const attempts = [
      attemptAnswer({ outcome: 'proved', goal_text: 'looks like this', proved_type: 'is this' }),
      attemptAnswer({
        attempt_id: 2,
        goal_hash: 'k2',
        goal_text: 'another',
        started_at: new Date().toISOString(),
      }),
    ]
    const { text, html } = await shown({ attempts })
    expect(text).toContain('proved is this micro')
    expect(text).not.toContain('looks like this')
    expect(text).toContain('failed another micro just now')
    expect(html).toContain('href="/goals/k2"')
  })

  it('has the words of its charts for those who do not see them', async () => {
    const at = '2026-08-01T10:15:00.000Z'
    const { text } = await shown({
      more: {
        '/api/solved': { bucket_seconds: 60, points: [{ at, proved: 3, refuted: 1, total: 4 }] },
        '/api/machine/history': {
          cores: 1,
          memory_bytes: 8e9,
          samples: [{ at, cpu_share: 0.62, memory_share: 0.25, cpu_target: 0.5 }],
        },
      },
    })
    expect(text).toContain('Proved 3 Refuted 1')
    expect(text).toContain('1 core CPU 62 % Memory 25 % CPU target 50 %')
  })
})

describe('a run that goes on', () => {
  const going = (pulse: Partial<Pulse> | null, part: Partial<RunDetail> = {}) =>
    shown({
      runs: [
        runAnswer({
          state: 'running',
          ended_at: null,
          pulse: pulse === null ? null : pulseAnswer(pulse),
          ...part,
        }),
        runAnswer({ run_id: 'old', state: 'ended' }),
      ],
    })

  it('shows how far it is and how busy its lanes are', async () => {
    const { text, html } = await going({
      goals: { total: 64, processed: 16, solved: 12 },
      queued: 48,
      lanes: { light: { running: 3, limit: 8 }, heavy: { running: 2, limit: 2 } },
    })
    expect(text).toContain('12 proved, 16 of 64 goals seen 25 %')
    expect(text).toContain('48 goals waiting')
    expect(html).toContain('aria-label="3 of 8 busy"')
    expect(html.match(/class="busy"/g)).toHaveLength(5)
    expect(html).toContain('aria-valuenow="16"')
    expect(text).not.toContain('No run is going on.')
    expect(text).toContain('Runs 1 going on now')
  })

  it('that has only just begun has nothing to show yet', async () => {
    expect((await going(null)).text).toContain('The run has not said anything yet.')
  })

  it('that was given no goals is not further than it can be', async () => {
    const { text } = await going({ goals: { total: 0, processed: 0, solved: 0 } })
    expect(text).toContain('0 of 0 goals seen 0 %')
  })

  it('that is paused can be resumed, also when only its pulse says so', async () => {
    const { text } = await going({ paused: true })
    expect(text).toContain('paused 0a1b2c3d')
    expect(text).toContain('Resume')
  })

  it('that is stopping takes no more orders', async () => {
    const { html } = await going({}, { state: 'stopping' })
    expect(html.match(/<button[^>]*disabled=""/g)).toHaveLength(2)
  })

  it('tells time apart from work when a budget is overdrawn', async () => {
    const attempt = { goal_hash: 'k1', goal_id: 'a', lane: 'light' as const, budget_seconds: 8 }
    const { text } = await going({
      running: [
        {
          ...attempt,
          goal: 'old = old',
          strategy: 'micro',
          started_at: new Date(Date.now() - 300_000).toISOString(),
        },
        {
          ...attempt,
          goal: 'new = new',
          strategy: 'refute',
          started_at: new Date(Date.now() + 5000).toISOString(),
        },
      ],
    })
    expect(text).toContain('old = old micro light 5 min, for 8.0 s of work')
    expect(text).toContain('new = new refute light 0 s of 8.0 s')
  })

  it('says so when nothing is being tried', async () => {
    expect((await going({})).text).toContain('Nothing is being tried at this moment.')
  })

  it('draws no more than 32 slots of a large machine, and still says how many there are', async () => {
    const { html, text } = await going({
      lanes: { light: { running: 90, limit: 100 }, heavy: { running: 0, limit: 2 } },
    })
    expect(text).toContain('90/100')
    expect(html.match(/class="busy"/g)).toHaveLength(32)
  })
})
