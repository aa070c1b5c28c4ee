import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { makeGoal } from '../goal/index.ts'
import { copyLedger, type Ledger, openLedger } from './index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from './test-databases.ts'
import { recordHeld } from './test-receipts.ts'

let databases: TestDatabases
let files: TestDatabases

beforeAll(async () => {
  databases = await postgresDatabases()
  files = await sqliteDatabases()
}, 60_000)
afterAll(() => Promise.all([databases.close(), files.close()]))

function attempt(n: number, outcome: Attempt['outcome'] = 'failed'): Attempt {
  return {
    goalKey: `g${n}`,
    goalText: `${n} = ${n} -- \u0000 '"; drop table goals; 💥`,
    strategy: 'micro',
    strategyVersion: '1',
    outcome,
    tactics: ['rfl'],
    timeSeconds: n + 0.1,
    cpuSeconds: 1 / 3,
    budget: { seconds: 8 },
    startedAt: n,
  }
}

async function fill(ledger: Ledger, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const text = `${n} = ${n}`
    await ledger.saveGoals([{ ...makeGoal({ id: `g${n}`, text }), key: `g${n}` }])
    await ledger.record(attempt(n))
    if (n % 2 === 0) await recordHeld(ledger, { ...attempt(n, 'proved'), goalText: text })
    await ledger.updateScript({
      goalKey: `g${n}`,
      tactics: ['rfl'],
      strategy: 'micro',
      success: true,
      timeSeconds: 1,
    })
  }
  await ledger.startRun({ runId: `run-${from}`, command: 'bank', config: { from }, seed: 1 })
}

const counts = async ({ sql }: Ledger) =>
  sql.all<{ n: number }>(
    'select count(*) as n from attempts union all select count(*) from shown_goals where status = ?',
    ['proved'],
  )

it('a copied ledger has every row once, also after a stop in the middle, beside what is there and what comes later', async () => {
  const source = await openLedger(await files.fresh())
  const target = await openLedger(await databases.fresh())
  await fill(source, 0, 30)
  await target.record(attempt(1_000))
  const stop = () => {
    throw new Error('stop')
  }
  await expect(copyLedger(source, target, (table) => table === 'attempts' && stop())).rejects.toThrow('stop')
  const copies = await copyLedger(source, target)
  expect(copies.filter(({ differing }) => differing > 0)).toEqual([])
  expect(copies.find(({ table }) => table === 'attempts')).toMatchObject({ rows: 45, equal: 45, copied: 0 })
  expect((await counts(target)).map(({ n }) => Number(n))).toEqual([46, 15])
  await target.record(attempt(1_001))
  await fill(source, 30, 32)
  const again = await copyLedger(source, target)
  expect(again.find(({ table }) => table === 'attempts')).toMatchObject({ rows: 48, equal: 48, copied: 3 })
  expect((await target.similarGoals('7 = 7', { limit: 1 }))[0]?.goal.key).toBeDefined()
  await source.close()
  await target.close()
})

it('a row that the target has in other words is kept there and counted, and an open goal takes over its proof', async () => {
  const source = await openLedger(await files.fresh())
  const target = await openLedger(await databases.fresh())
  await fill(source, 0, 2)
  await target.saveGoals([{ ...makeGoal({ id: 'g0', text: '0 = 0' }), key: 'g0' }])
  await target.saveGoals([{ ...makeGoal({ id: 'other', text: '1 = 1' }), key: 'g1' }])
  const copies = await copyLedger(source, target)
  expect((await target.goal('g0'))?.status).toBe('proved')
  expect((await target.goal('g1'))?.id).toBe('other')
  expect(copies.find(({ table }) => table === 'goals')?.differing).toBeGreaterThan(0)
  await source.close()
  await target.close()
})
