import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, loadConfig } from '../config/index.ts'
import { Checker, chooseToolchain, Dojo, GoalError, LeanPool } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { prove } from './prove.ts'
import type { ProvePhase } from './prove-news.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-prove-test-'))
// However busy the machine is, nothing here needs more.
const { config } = loadConfig({
  env: { ORCH_HOME: home, ORCH_TIMEOUT_MICRO: '60', ORCH_TIMEOUT_REFUTE: '60' },
})
const timeoutMs = 300_000
let ledger: Ledger
let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  ledger = await openLedger({ home })
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
}, timeoutMs)
afterAll(async () => {
  await checker.close()
  await pool.close()
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

describe('one goal', () => {
  it('is proved, kept like every other goal, and remembered', async () => {
    const goal = { statement: '∀ a b : Nat, a + b = b + a' }
    const result = await prove({ pool, checker }, goal, { config, ledger, timeoutMs })
    expect(result).toMatchObject({ outcome: 'proved', strategy: 'micro', script: expect.any(String) })
    expect(await ledger.goal(result.goal_hash)).toMatchObject({ status: 'proved', text: goal.statement })
    expect(await ledger.receipt(result.receipt?.id ?? '')).toEqual(result.receipt)
    const { items } = await ledger.attempts({ goalKey: result.goal_hash, outcome: 'proved' })
    expect(items).toMatchObject([{ strategy: 'micro', outcome: 'proved', receipt: result.receipt?.id }])
    const rows = await ledger.sql.all<{ uses: number; solves: number }>(
      'select uses, solves from tactic_rows where strategy = ?',
      ['micro'],
    )
    expect(rows.filter(({ solves }) => solves > 0)).toHaveLength(1)
    const again = await prove({ pool, checker }, goal, { config, ledger, timeoutMs })
    expect(again).toMatchObject({ outcome: 'proved', strategy: 'cache', script: result.script })
    expect(again.receipt?.statement_hash).toBe(result.receipt?.statement_hash)
  })

  it('is searched by the strategies that were named, and its failure is kept, too', async () => {
    const options = { config, ledger, timeoutMs, strategies: ['refute'] }
    const result = await prove({ pool, checker }, { statement: '∀ n : Nat, 0 ≤ n * n' }, options)
    expect(result).toMatchObject({ outcome: 'failed', script: null, receipt: null })
    expect(result.tried).toMatchObject([{ strategy: 'refute', outcome: 'failed' }])
    const { items } = await ledger.attempts({ goalKey: result.goal_hash })
    expect(items.map(({ strategy, outcome }) => [strategy, outcome])).toEqual([['refute', 'failed']])
    await expect(
      prove({ pool, checker }, { statement: 'True' }, { ...options, strategies: ['nobody'] }),
    ).rejects.toThrow(/no strategy "nobody"/)
  })

  it('is refuted with a counterexample, which is remembered', async () => {
    const goal = { statement: '∀ n : Nat, n < 4' }
    const options = { config, ledger, timeoutMs, profile: 0 as const }
    const result = await prove({ pool, checker }, goal, options)
    expect(result).toMatchObject({ outcome: 'refuted', counterexample: expect.stringContaining('n = ') })
    const again = await prove({ pool, checker }, goal, options)
    expect(again).toMatchObject({
      outcome: 'refuted',
      strategy: 'cache',
      counterexample: result.counterexample,
    })
  })

  it('needs no ledger', async () => {
    const phases: string[] = []
    const onPhase = ({ kind }: ProvePhase) => phases.push(kind)
    const options = { config, timeoutMs, onPhase }
    const result = await prove({ pool, checker }, { statement: '1 + 1 = 2' }, options)
    expect(phases).toEqual(expect.arrayContaining(['starting', 'elaborating', 'searching', 'checking']))
    expect(result).toMatchObject({ outcome: 'proved', receipt: { outcome: 'proved' } })
  })

  it('that Lean does not accept is told as Lean tells it', async () => {
    await expect(prove({ pool, checker }, { statement: 'n = 1' }, { config })).rejects.toThrow(GoalError)
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    const result = await prove(
      { pool, checker },
      { statement: '∀ p : Prop, p' },
      {
        config,
        ledger,
        timeoutMs,
        signal: stop.signal,
        onTactic: () => stop.abort(),
      },
    )
    expect(result).toMatchObject({ outcome: 'cancelled', script: null })
  })
})

it('a statement is elaborated once in a process, however many open it', async () => {
  const goal = { statement: '∀ n : Nat, n * 1 = n' }
  const options = { structured: true, keys: true }
  await using first = await Dojo.open(pool, goal, options)
  const count = () => pool.use(async (server) => server.requests)
  const before = await count()
  await using second = await Dojo.open(pool, goal, options)
  expect(await count()).toBe(before)
  await first.close()
  // The other one still has it.
  expect((await second.runTactic(second.root, 'intro n; simp')).kind).toBe('closed')
})
