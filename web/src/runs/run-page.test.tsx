import { describe, expect, it } from 'vitest'
import type { RunDetail } from '../data/api.ts'
import { runAnswer, strategyRow } from '../test-answers.ts'
import { problem, Refusal, showPage } from '../test-page.tsx'

const page = async () => (await import('./run-page.tsx')).RunPage
const shown = (part: Partial<RunDetail> = {}) => {
  const run = runAnswer(part)
  return showPage(page, { params: [run.run_id] }, { answers: { [`/api/runs/${run.run_id}`]: run } })
}

describe('the page of a run', () => {
  it('of nothing says so in each part, and divides by no goals', async () => {
    const { text } = await shown()
    expect(text).toContain('Run 0a1b2c3d')
    expect(text).toContain('Goals proved 0 of 0 (0 %)')
    expect(text).toContain('This run has settled nothing.')
    expect(text).toContain('No attempt yet.')
    expect(text).toContain('Settled goals 0 None.')
  })

  it('gives its facts as numbers to be read', async () => {
    const { text } = await shown({
      goals_tried: 64,
      goals_solved: 48,
      goals_refuted: 2,
      attempts: 12_345,
      cpu_seconds: 7300,
      settings: { bank: 'my.jsonl', timeout: 120 },
    })
    expect(text).toContain(
      'Took 90 s Goals tried 64 Bank my.jsonl Goals proved 48 of 64 (75 %) Goals refuted 2',
    )
    expect(text).toContain('Attempts 12.3K CPU 2.0 h')
    expect(text).toContain('Settings bank my.jsonl timeout 120')
  })

  it('has the numbers that the list of runs has, with the lemmas beside them', async () => {
    const { text } = await shown({
      goals_tried: 6,
      goals_solved: 3,
      goals_refuted: 1,
      summary: { goals_solved: 2, goals_total: 5, goals_refuted: 1, lemmas_proved: 1 },
    })
    expect(text).toContain('Goals tried 6, lemmas included Goals proved 2 of 5 (40 %) Goals refuted 1')
    expect(text).toContain('Lemmas beside them 1 proved')
  })

  it('counts what Lean could not read, so that the numbers add up', async () => {
    const { text } = await shown({
      summary: { goals_solved: 2, goals_total: 6, goals_refuted: 1, goals_ill_typed: 1 },
    })
    expect(text).toContain('Goals proved 2 of 6 (33 %) Goals refuted 1 Ill-typed 1, never tried')
  })

  it('tells of a run that was killed that it has not ended, and of one without a seed that it has none', async () => {
    const { text } = await shown({ state: 'lost', ended_at: null, seed: null })
    expect(text).toContain('State lost')
    expect(text).toContain('Took not ended')
    expect(text).toContain('Seed —')
  })

  it('says where the CPU time of Lean went, largest share first', async () => {
    const lean_cpu = { total: 200, tactics: 50, check: 130, start_up: 20, idle: 0, processes: 5, killed: 1 }
    const { text } = await shown({ summary: { lean_cpu } })
    expect(text).toContain('CPU of Lean 3 min: check 65 %, tactics 25 %, start up 10 %')
    expect(text).toContain('Lean processes 5, 1 killed because they did not stop')
  })

  it.each([
    ['nothing', {}],
    ['a word', { lean_cpu: 'much' }],
    ['null', { lean_cpu: null }],
  ])('leaves that out where the summary has %s of it', async (_, summary) => {
    expect((await shown({ summary })).text).not.toContain('CPU of Lean')
  })

  it('lists what was settled, when and by whom', async () => {
    const solved = [
      {
        goal_hash: 'k1',
        goal_id: 'add_comm',
        outcome: 'proved' as const,
        strategy: 'micro',
        after_seconds: 0.25,
      },
      {
        goal_hash: 'k2',
        goal_id: 'sub_comm',
        outcome: 'refuted' as const,
        strategy: 'copilot',
        after_seconds: 75,
      },
    ]
    const { text, html } = await shown({ solved, strategies: [strategyRow()] })
    expect(text).toContain('Settled goals 2')
    expect(text).toContain('proved add_comm micro 250 ms refuted sub_comm copilot 75 s')
    expect(html).toContain('href="/goals/k2"')
  })

  it('speaks of an ARC run in tasks, and leads to them', async () => {
    const solved = [
      { goal_hash: 'k1', goal_id: 'a/b', outcome: 'proved' as const, strategy: 'symbolic', after_seconds: 2 },
    ]
    const run = { command: 'arc run', goals_tried: 4, goals_solved: 1, solved }
    const { text, html } = await shown(run)
    expect(text).toContain('Tasks tried 4 Tasks solved 1 of 4 (25 %)')
    expect(text).toContain('Solved tasks 1 Task Strategy After a/b symbolic 2.0 s')
    expect(text).not.toMatch(/goal/i)
    expect(html).toContain(`href="/arc/${runAnswer().run_id}/a%2Fb"`)
  })

  it('of ARC tasks speaks of what was solved, never of proofs and refutations', async () => {
    const row = {
      strategy: 'arc-teacher',
      attempts: 4,
      solved: 3,
      refuted: 0,
      rate: 0.75,
      mean_time_seconds: 11,
      cpu_seconds: 45,
      cpu_seconds_per_solve: 15,
      cache_hit_rate: null,
      unique_solves: 3,
    }
    const of = async (command: string) => (await shown({ command, strategies: [row] })).text
    expect(await of('arc run')).toContain(
      'Strategy Attempts Solved Success Only it Mean time CPU CPU per solve arc-teacher',
    )
    expect(await of('bank')).toContain('Strategy Attempts Proved Refuted Success')
  })

  it('writes a list among the settings as one', async () => {
    const { text } = await shown({ settings: { strategies: ['micro', 'refute'], cache: true } })
    expect(text).toContain('Settings strategies micro, refute cache true')
  })

  it('asks for the run by its whole name, whatever is in it', async () => {
    const { asked, text } = await showPage(
      page,
      { params: ['a/b?c'] },
      { answers: { '/api/runs/a%2Fb%3Fc': new Refusal(404, problem('no_run', 'There is no such run.')) } },
    )
    expect(asked).toEqual(['/api/runs/a%2Fb%3Fc'])
    expect(text).toContain('There is no such run.')
  })
})

describe('the table of strategies', () => {
  it('has no number where there is none', async () => {
    const rows = [
      strategyRow(),
      strategyRow({
        strategy: 'sketch',
        solved: 0,
        rate: 0,
        cpu_seconds_per_solve: null,
        cache_hit_rate: 0.25,
      }),
    ]
    const { text } = await shown({ strategies: rows })
    expect(text).toContain('micro 40 20 0 50 % 3 400 ms 16 s 800 ms —')
    expect(text).toContain('sketch 40 0 0 0 % 3 400 ms 16 s — 25 %')
  })
})
