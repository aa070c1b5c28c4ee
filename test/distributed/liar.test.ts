/** A worker that lies: whatever it claims, nothing enters the ledger as proved that the checker here did not accept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/index.ts'
import { makeGoal } from '../../src/goal/index.ts'
import { openJobs } from '../../src/jobs/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { Fleet, GoalSearch, leanQueue } from '../../src/search/index.ts'
import { BUILT_IN } from '../../src/strategies/index.ts'
import { leanForTests } from '../../src/strategies/test-lean.ts'

const lean = leanForTests()
const home = mkdtempSync(join(tmpdir(), 'orch-liar-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const claim = (script: string) => ({
  timeSeconds: 1,
  result: { kind: 'proved', script, cpuSeconds: 1 },
})
const LIES: readonly unknown[] = [
  claim('sorry'),
  claim('rfl'),
  claim('exact absurd rfl (by native_decide)'),
  claim('trivial\n\naxiom false : False'),
  { ...claim('rfl'), receipt: 'f'.repeat(64), hash: 'accepted' },
  { timeSeconds: -1, result: { kind: 'proved', script: 'rfl', cpuSeconds: 1 } },
  {
    timeSeconds: 1,
    result: { kind: 'refuted', script: 'trivial', counterexample: 'all of them', cpuSeconds: 1e300 },
  },
  claim('x'.repeat(2_000_000)),
  'proved',
  null,
]

it('claims proofs that do not check, other shapes, floods: nothing is proved, and every lie is an attempt that failed', async () => {
  const ledger = await openLedger({ home })
  await using queue = await openJobs({ databaseUrl: undefined })
  let told = 0
  const tell = async () => LIES[told++ % LIES.length]
  const queues = [leanQueue('light', 'lies'), leanQueue('heavy', 'lies')]
  queue.serve({ queues, slots: 2, worker: 'liar' }, tell)
  const fleet = new Fleet({
    queue,
    capacity: { workers: 1, most: () => 2, answered: () => {} },
    capability: 'lies',
    heavyFrom: 0.6,
    priority: 0.5,
  })
  const { config } = loadConfig({ env: { ORCH_HOME: home } })
  const search = new GoalSearch({
    config,
    ledger,
    pool: lean.pool,
    checker: lean.checker,
    strategies: BUILT_IN,
    runId: 'run',
    seed: 1,
    worker: 'here',
    useCache: false,
    cpuTarget: 1,
    lanes: { light: 1, heavy: 1 },
    fleet,
  })
  const goals = ['1 = 2', '∀ a b : Nat, a + b = a * b', '∀ a : Nat, 0 < a'].map((text, n) =>
    makeGoal({ id: `g${n}`, text, difficulty: 0.3 * n }),
  )
  await search.run(goals, { signal: new AbortController().signal })
  const rows = await ledger.sql.all<{ outcome: string; worker: string }>(
    'select outcome, worker from attempts',
  )
  expect(rows.length).toBeGreaterThanOrEqual(LIES.length)
  expect(new Set(rows.map(({ outcome }) => outcome)).isSubsetOf(new Set(['failed', 'error']))).toBe(true)
  expect(await ledger.sql.all('select 1 from receipts')).toEqual([])
  expect((await ledger.goals({ status: 'open' })).items.length).toBeGreaterThanOrEqual(goals.length)
  await ledger.close()
})
