import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../config/index.ts'
import { createRandom } from '../engine/index.ts'
import { openLedger } from '../ledger/index.ts'
import { BUILT_IN } from '../strategies/index.ts'
import { createPolicy } from './policy.ts'

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

it('with nothing known, gives most first places to what costs least', async () => {
  const random = createRandom(1)
  const policy = await createPolicy(loadConfig({ env: {} }).config, { random, strategies: BUILT_IN })
  const choice = { arms: ['reprover', 'copilot', 'sketch'], failed: [], features: [] }
  const firsts = Array.from({ length: 200 }, () => policy.choose(choice, 1)[0])
  const count = (arm: string) => firsts.filter((one) => one === arm).length
  expect(count('sketch')).toBeGreaterThan(count('copilot'))
  expect(count('copilot')).toBeGreaterThan(count('reprover'))
})
