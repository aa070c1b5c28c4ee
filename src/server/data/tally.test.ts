import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Attempt } from '../../attempt.ts'
import { openLedger } from '../../ledger/index.ts'
import { recordHeld } from '../../ledger/test-receipts.ts'
import { AttemptTally } from './tally.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-tally-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function attempt(goal: string, strategy: string, outcome: Attempt['outcome'], runId: string): Attempt {
  return {
    goalKey: goal,
    goalText: goal,
    strategy,
    strategyVersion: '1',
    outcome,
    tactics: ['rfl'],
    timeSeconds: 1,
    cpuSeconds: 0.5,
    budget: { seconds: 1 },
    startedAt: 0,
    runId,
  }
}

it('counts for the dashboard what `orch stats` counts, whenever one looks', async () => {
  const ledger = await openLedger({ home })
  const all = new AttemptTally(ledger)
  const ofRun = new AttemptTally(ledger, 'one', all)
  const attempts = [
    attempt('a', 'micro', 'proved', 'one'),
    attempt('b', 'copilot', 'failed', 'one'),
    attempt('b', 'cache', 'proved', 'one'),
    attempt('a', 'cache', 'proved', 'two'),
    attempt('c', 'cache', 'proved', 'two'),
    attempt('c', 'copilot', 'proved', 'one'),
    attempt('a', 'copilot', 'proved', 'two'),
    attempt('d', 'refute', 'refuted', 'one'),
    attempt('e', 'liar', 'proved', 'one'),
    attempt('c', 'micro', 'timeout', 'two'),
  ]
  for (const one of attempts) {
    if (one.strategy === 'liar') await ledger.record(one)
    else await recordHeld(ledger, one)
    for (const [tally, runId] of [[all], [ofRun, 'one']] as const) {
      const stats = await ledger.strategyStats(runId)
      expect((await tally.totals()).strategies).toEqual(
        stats.map((of) => ({
          strategy: of.strategy,
          attempts: of.attempts,
          solved: of.solved,
          refuted: of.refuted,
          rate: of.rate,
          mean_time_seconds: of.meanTimeSeconds,
          cpu_seconds: of.cpuSeconds,
          cpu_seconds_per_solve: of.cpuSecondsPerSolve ?? null,
          cache_hit_rate: of.cacheHitRate ?? null,
          unique_solves: of.uniqueSolves,
        })),
      )
    }
  }
  const unique = (await all.totals()).strategies.map((of) => [of.strategy, of.unique_solves])
  expect(unique).toEqual([
    ['cache', 1],
    ['copilot', 1],
    ['liar', 0],
    ['micro', 0],
    ['refute', 1],
  ])
  await ledger.close()
})
