import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeGoal } from '../goal/index.ts'
import { openLedger } from '../ledger/index.ts'
import { recordHeld } from '../ledger/test-receipts.ts'
import { openGoals } from './open-goals.ts'

it('open goals are all found, however many, most wanted first, and settled ones are not', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orch-open-goals-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const ledger = await openLedger({ home })
  const goals = Array.from({ length: 1500 }, (_, index) => {
    const goal = makeGoal({ id: `g${index}`, text: `${index} = ${index}`, priority: (index % 100) / 100 })
    return { ...goal, key: `k${index}` }
  })
  await ledger.saveGoals(goals)
  await recordHeld(ledger, {
    goalKey: 'k99',
    goalText: '99 = 99',
    strategy: 'micro',
    strategyVersion: '1',
    outcome: 'proved',
    tactics: ['rfl'],
    timeSeconds: 1,
    cpuSeconds: 1,
    budget: { seconds: 8 },
    startedAt: Date.UTC(2026, 0, 2),
  })
  const open = await openGoals(ledger)
  await ledger.close()
  expect(new Set(open.map(({ key }) => key)).size).toBe(1499)
  expect(open.map(({ key }) => key)).not.toContain('k99')
  expect(open.map(({ priority }) => priority)).toEqual(
    open.map(({ priority }) => priority).toSorted((left, right) => right - left),
  )
})
