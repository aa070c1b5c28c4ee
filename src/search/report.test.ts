import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { Emitter } from '../emitter.ts'
import { type Goal, makeGoal } from '../goal/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { recordHeld } from '../ledger/test-receipts.ts'
import type { SearchEvents } from './events.ts'
import type { GoalProblem } from './problem.ts'
import { RunReport } from './report.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-report-'))
let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger({ home })
})
afterAll(async () => {
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

const RUN = 'run'

/** A run as those who follow it see it, with what it writes into the ledger. */
function begin(ids: readonly string[]) {
  const goals = ids.map((id) => makeGoal({ id, text: id }))
  const events = new Emitter<SearchEvents>()
  const report = new RunReport(goals, { events })
  const problemOf = (goal: Goal, key = `key-${goal.id}`) => ({ goal, key }) as GoalProblem
  const attempt = (goal: Goal, outcome: Attempt['outcome'], more: Partial<Attempt> = {}): Attempt => ({
    goalKey: `key-${goal.id}`,
    goalText: goal.text,
    strategy: 'micro',
    strategyVersion: '1',
    outcome,
    tactics: [],
    timeSeconds: 1.5,
    cpuSeconds: 0.5,
    budget: { seconds: 8 },
    startedAt: Date.now(),
    runId: RUN,
    ...more,
  })
  return {
    goals,
    report,
    ready: (goal: Goal, key?: string) => {
      const problem = problemOf(goal, key)
      events.emit('prepared', { goal, prepared: { kind: 'ready', problem } })
      return problem
    },
    refuse: (goal: Goal, why: string) =>
      events.emit('prepared', {
        goal,
        prepared: { kind: 'ill-typed', why } as SearchEvents['prepared']['prepared'],
      }),
    conclude: (problem: GoalProblem, settled?: Attempt) =>
      events.emit('concluded', { problem, attempt: settled }),
    skip: (problem: GoalProblem) => {
      const prior = {
        strategy: 'micro',
        strategyVersion: '1',
        lemmaSet: '',
        budgetSeconds: 8,
        outcome: 'failed',
      }
      events.emit('skipped', { problem, arm: 'micro', prior } as SearchEvents['skipped'])
    },
    attempt,
  }
}

describe('the report of a run', () => {
  it('counts goals as processed when they are settled, exhausted or refused by Lean', () => {
    const { goals, report, ready, refuse, conclude, attempt } = begin(['won', 'lost', 'wrong', 'waiting'])
    const [won, lost, wrong, waiting] = goals as [Goal, Goal, Goal, Goal]
    expect([report.total, report.processed, report.solved]).toEqual([4, 0, 0])
    conclude(ready(won), attempt(won, 'proved', { tactics: ['intro n', 'rfl'] }))
    conclude(ready(lost))
    refuse(wrong, 'unknown identifier x')
    ready(waiting)
    expect([report.total, report.processed, report.solved]).toEqual([4, 3, 1])
  })

  it('says of each goal what became of it, what it cost and why there is no proof', async () => {
    const { goals, report, ready, refuse, conclude, skip, attempt } = begin([
      'proved',
      'false',
      'ill',
      'open',
      'slow',
      'known',
      'broken',
    ])
    const [proved, wrong, ill, open, slow, known, broken] = goals as [
      Goal,
      Goal,
      Goal,
      Goal,
      Goal,
      Goal,
      Goal,
    ]
    const found = attempt(proved, 'proved', { tactics: ['intro n', 'rfl'], receipt: 'r1' })
    await ledger.record(attempt(proved, 'failed', { strategy: 'refute' }))
    await ledger.record(found)
    conclude(ready(proved), found)
    conclude(ready(wrong), attempt(wrong, 'refuted', { counterexample: 'n = 0', tactics: ['decide'] }))
    refuse(ill, 'unknown identifier x')
    ready(open)
    await ledger.record(attempt(slow, 'timeout'))
    conclude(ready(slow))
    const seen = ready(known)
    skip(seen)
    conclude(seen)
    await ledger.record(attempt(broken, 'error', { error: 'Lean is gone' }))
    conclude(ready(broken))
    const reports = await report.goals(ledger, RUN)
    expect(reports.map(({ id, outcome, detail }) => [id, outcome, detail])).toEqual([
      ['proved', 'proved', null],
      ['false', 'refuted', 'counterexample: n = 0'],
      ['ill', 'ill-typed', 'unknown identifier x'],
      ['open', 'cancelled', null],
      ['slow', 'timeout', null],
      ['known', 'failed', 'not tried again: micro (failed before in 8 s)'],
      ['broken', 'error', 'Lean is gone'],
    ])
    expect(reports[0]).toMatchObject({
      strategy: 'micro',
      script: 'intro n\nrfl',
      attempts: 2,
      time_seconds: 3,
      cpu_seconds: 1,
      receipt: 'r1',
    })
  })

  it('settles two lines of a bank that are the same goal with one proof', async () => {
    const { goals, report, ready, conclude, attempt } = begin(['one', 'twin'])
    const [one, twin] = goals as [Goal, Goal]
    const problem = ready(one, 'key-same')
    ready(twin, 'key-same')
    conclude(problem, attempt(one, 'proved', { goalKey: 'key-same', tactics: ['rfl'] }))
    expect([report.processed, report.solved]).toEqual([2, 2])
    expect(report.idsOf('key-same')).toEqual(['one', 'twin'])
    const reports = await report.goals(ledger, RUN)
    expect(reports.map(({ script }) => script)).toEqual(['rfl', 'rfl'])
  })
  it('counts what was proved beside the bank, each lemma once', async () => {
    const { goals, report, ready, attempt } = begin(['own'])
    const [own] = goals as [Goal]
    ready(own)
    const runId = 'run-with-lemmas'
    const keys = ['key-own', 'key-lemma', 'key-lemma', 'key-other']
    await ledger.saveGoals(keys.map((key) => ({ ...makeGoal({ id: key, text: own.text }), key })))
    for (const goalKey of keys) await recordHeld(ledger, attempt(own, 'proved', { runId, goalKey }))
    await ledger.record(attempt(own, 'failed', { runId, goalKey: 'key-unproved' }))
    expect(await report.lemmasProved(ledger, runId)).toBe(2)
  })
})
