import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/index.ts'
import { createRandom } from '../engine/index.ts'
import { goalFeatures } from '../goal/index.ts'
import { openLedger } from '../ledger/index.ts'
import { postgresDatabases, sqliteDatabases } from '../ledger/test-databases.ts'
import { BUILT_IN } from '../strategies/index.ts'
import { createPolicy, HEAD_START_MS, oneGoalTimeouts } from './policy.ts'

it('takes early arms first and leaves the other places to the bandit', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orch-policy-'))
  const ledger = await openLedger({ home })
  const policy = await createPolicy(loadConfig({ env: {} }).config, {
    ledger,
    random: createRandom(1),
    strategies: [{ name: 'refute', timeoutSeconds: 4, early: true }],
  })
  const choice = { arms: ['micro', 'refute', 'copilot'], failed: [], features: [] }
  expect(policy.choose(choice, 1)).toEqual(['refute'])
  expect(policy.choose(choice, 3).toSorted()).toEqual(['copilot', 'micro', 'refute'])
  expect(policy.choose(choice, 2)[0]).toBe('refute')
  expect(policy.choose({ ...choice, arms: ['micro'] }, 2)).toEqual(['micro'])
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
})

it('lets quick tactics go first where a goal speaks of nothing but the library', async () => {
  const random = createRandom(1)
  const policy = await createPolicy(loadConfig({ env: {} }).config, { random, strategies: BUILT_IN })
  const arms = ['copilot', 'refute', 'micro']
  const [own, library] = ['def f := 1', 'open Nat'].map((preamble) =>
    policy.choose({ arms, failed: [], features: goalFeatures({ text: '1 = 1', preamble }) }, 2),
  )
  expect(own?.[0]).toBe('refute')
  expect(library).toEqual(['micro', 'refute'])
})

it('gives quick tactics their head start alone on one goal about own definitions, if stronger ones follow', () => {
  const { config } = loadConfig({ env: {} })
  const [own = [], library = []] = ['def f := 1', 'open Nat'].map((preamble) =>
    goalFeatures({ text: '1 = 1', preamble }),
  )
  const all = oneGoalTimeouts(config, BUILT_IN)
  expect(all('micro', own)).toBe(HEAD_START_MS / 1000)
  expect(all('micro', library)).toBe(config.timeoutMicro)
  expect(all('copilot', own)).toBe(config.timeoutCopilot)
  const quick = BUILT_IN.filter(({ early }) => early)
  expect(oneGoalTimeouts(config, quick)('micro', own)).toBe(config.timeoutMicro)
})

it('with nothing known, gives most first places to what costs least', async () => {
  const random = createRandom(1)
  const policy = await createPolicy(loadConfig({ env: {} }).config, { random, strategies: BUILT_IN })
  const choice = { arms: ['reprover', 'copilot', 'sketch'], failed: [], features: [] }
  const firsts = Array.from({ length: 200 }, () => policy.choose(choice, 1)[0])
  const count = (arm: string) => firsts.filter((one) => one === arm).length
  expect(count('sketch')).toBeGreaterThan(count('copilot'))
  expect(count('copilot')).toBeGreaterThan(count('reprover'))
})

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
] as const)('what several runs learn at once, on %s', async (_, open) => {
  const databases = await open()
  afterAll(() => databases.close())

  it('is counted to the last attempt, and each of them knows it in the end', async () => {
    const options = await databases.fresh()
    const [RUNS, ATTEMPTS] = [4, 40]
    const runs = await Promise.all(
      Array.from({ length: RUNS }, async (_, n) => {
        const ledger = await openLedger(options)
        const strategies = [{ name: 'micro', timeoutSeconds: 4 }]
        const { config } = loadConfig({ env: {} })
        return { ledger, policy: await createPolicy(config, { ledger, random: createRandom(n), strategies }) }
      }),
    )
    const outcomes = ['proved', 'failed', 'cancelled'] as const
    await Promise.all(
      runs.map(async ({ ledger, policy }) => {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const outcome = outcomes[attempt % outcomes.length] ?? 'failed'
          policy.started('micro')
          if (attempt % 5 === 0) void policy.share(ledger)
          policy.ended({ arm: 'micro', failed: [], features: [], outcome, cpuSeconds: 1 })
          if (attempt % 7 === 0) await policy.share(ledger)
        }
        await policy.share(ledger)
      }),
    )
    const [first] = runs
    const all = RUNS * ATTEMPTS
    expect(await first?.ledger.banditState('ucb')).toMatchObject({ arms: { micro: { trials: all } } })
    const solved = RUNS * Math.ceil(ATTEMPTS / outcomes.length)
    expect(await first?.ledger.banditState('marginal')).toMatchObject({
      cells: [
        ['micro', solved, expect.any(Number), all, all],
        ['micro|', solved, expect.any(Number), all, all],
      ],
    })
    for (const { ledger, policy } of runs) {
      policy.started('micro')
      await policy.share(ledger)
    }
    const last = runs.at(-1)
    expect(last?.policy.save()).toMatchObject({ ucb: { arms: { micro: { trials: all + RUNS } } } })
    for (const { ledger } of runs) await ledger.close()
  }, 60_000)
})
