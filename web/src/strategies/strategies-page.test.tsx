import { describe, expect, it } from 'vitest'
import type { Strategies } from '../data/api.ts'
import { strategyRow } from '../test-answers.ts'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./strategies-page.tsx')).StrategiesPage
const shown = (part: Partial<Strategies>) =>
  showPage(page, {}, { answers: { '/api/strategies': { strategies: [], bandit: [], history: [], ...part } } })

const AT = '2026-08-01T10:15:00.000Z'

describe('the page of strategies', () => {
  it('says how to begin while nothing has run', async () => {
    expect((await shown({})).text).toContain('No strategy has run yet. Run orch bank')
  })

  it('compares success, unique solves and cost', async () => {
    const { text } = await shown({
      strategies: [
        strategyRow(),
        strategyRow({
          strategy: 'mine',
          attempts: 12_000,
          rate: 0.01,
          unique_solves: 0,
          cpu_seconds_per_solve: null,
        }),
      ],
    })
    expect(text).toContain('micro 50 % of 40 mine 1 % of 12K')
    expect(text).toContain('micro 3 of 20 mine 0 of 20')
    expect(text).toContain('micro 800 ms mine no solve yet')
    expect(text).toContain('No running search has reported yet.')
  })

  it("gives a strategy of one's own a colour that none of Orch's has", async () => {
    const { html } = await shown({
      strategies: ['micro', 'refute', 'mine'].map((strategy) => strategyRow({ strategy })),
    })
    const colours = [...html.matchAll(/class="swatch" style="background:([^"]+)"><\/i>(\w+)/g)]
    expect(colours.map(([, , name]) => name)).toEqual(['micro', 'refute', 'mine'])
    expect(new Set(colours.map(([, colour]) => colour)).size).toBe(3)
  })

  it('has a table for each policy that learns, without a score where it has none', async () => {
    const arm = { strategy: 'micro', trials: 12.6, mean: 0.25, score: 1.4321, cpu_seconds: null }
    const { text } = await shown({
      strategies: [strategyRow()],
      bandit: [
        {
          policy: 'ucb',
          updated_at: AT,
          arms: [arm, { ...arm, strategy: 'sketch', trials: 0, score: null }],
        },
        { policy: 'marginal', updated_at: AT, arms: [] },
      ],
    })
    expect(text).toContain('Bandit now: ucb 13 trials')
    expect(text).toContain('micro 13 0.250 1.432 sketch 0 0.250 —')
    expect(text).toContain('Bandit now: marginal 0 trials')
  })

  it('draws the scores that were reported, each strategy once', async () => {
    const arms = (score: number) => [{ strategy: 'micro', trials: 1, mean: 0.5, score }]
    const { text } = await shown({
      strategies: [strategyRow()],
      history: [
        { at: AT, run_id: 'r', arms: arms(2) },
        {
          at: '2026-08-01T10:16:00.000Z',
          run_id: 'r',
          arms: [...arms(1.25), { ...arms(0)[0], strategy: 'late', trials: 0, mean: 0, score: 250 }],
        },
      ],
    })
    expect(text).toContain('late 250 micro 1.25')
  })
})
