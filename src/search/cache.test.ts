import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { makeGoal } from '../goal/index.ts'
import { Checker, chooseToolchain, LeanPool } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { recordHeld } from '../ledger/test-receipts.ts'
import { tryCache } from './cache.ts'
import { prepareGoal } from './prepare.ts'
import type { GoalProblem } from './problem.ts'
import { createVerify, keepIn } from './verify.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-cache-test-'))
const { signal } = new AbortController()
let ledger: Ledger
let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  ledger = await openLedger({ home })
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
})
afterAll(async () => {
  await checker.close()
  await pool.close()
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

async function problemOf(id: string, text: string): Promise<GoalProblem> {
  const goal = makeGoal({ id, text })
  const prepared = await prepareGoal({ pool, checker }, goal, signal)
  if (prepared.kind !== 'ready') throw new Error(prepared.why)
  await ledger.saveGoals([{ ...goal, key: prepared.problem.key }])
  return prepared.problem
}

async function remember({ key }: GoalProblem, ...tactics: string[]): Promise<void> {
  await ledger.updateScript({ goalKey: key, tactics, strategy: 'micro', success: true, timeSeconds: 1 })
}

/** What the cache makes of a goal, and what Lean said each check of it cost. */
async function cached(problem: GoalProblem) {
  const checks: number[] = []
  const verify = createVerify(checker, keepIn(ledger))
  const attempt = await tryCache(
    {
      ledger,
      pool,
      minimumRate: 0.7,
      verify: async (...claim) => {
        const verdict = await verify(...claim)
        checks.push(verdict.cpuSeconds ?? Number.NaN)
        return verdict
      },
    },
    problem,
    signal,
  )
  return { attempt, checked: checks.reduce((sum, seconds) => sum + seconds, 0), checks: checks.length }
}

it("charges Lean's own CPU time, of scripts that fail too", async () => {
  const problem = await problemOf('swap', '∀ a b : Nat, a + b = b + a')
  await remember(problem, 'exact nonsense')
  const failed = await cached(problem)
  expect(failed.attempt?.outcome).toBe('failed')
  expect(failed.checked).toBeGreaterThan(0)
  expect(failed.attempt?.cpuSeconds).toBe(failed.checked)

  await remember(problem, 'intros', 'omega')
  const proved = await cached(problem)
  expect(proved.attempt).toMatchObject({ outcome: 'proved', tactics: ['intros', 'omega'] })
  expect(proved.attempt?.cpuSeconds).toBe(proved.checked)
})

it('charges what it cost to try the scripts of similar goals', async () => {
  const known = await problemOf('known', '∀ x y : Nat, x + y + 0 = x + y')
  await recordHeld(ledger, {
    goalKey: known.key,
    goalText: known.text,
    strategy: 'micro',
    strategyVersion: '1',
    outcome: 'proved',
    tactics: ['intros', 'rfl'],
    timeSeconds: 1,
    cpuSeconds: 1,
    budget: { seconds: 1 },
    startedAt: 0,
  })
  const { attempt, checked, checks } = await cached(
    await problemOf('alike', '∀ x y : Nat, x + y + 0 + 0 = x + y'),
  )
  expect(attempt?.outcome).toBe('proved')
  expect(checks).toBe(1)
  expect(attempt?.cpuSeconds).toBeGreaterThan(checked)
})
