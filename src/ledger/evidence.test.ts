import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { makeGoal } from '../goal/index.ts'
import { type Ledger, openLedger } from './index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from './test-databases.ts'
import { receiptFor } from './test-receipts.ts'

const goal = {
  ...makeGoal({ id: 'lie', text: '1 = 2', preamble: 'def a := 1', imports: ['A', 'B'] }),
  key: 'lean:lie',
}
const attempt: Attempt = {
  goalKey: goal.key,
  goalText: goal.text,
  strategy: 'micro',
  strategyVersion: '1',
  outcome: 'proved',
  tactics: ['rfl'],
  timeSeconds: 1,
  cpuSeconds: 1,
  budget: { seconds: 8 },
  startedAt: 0,
  receipt: 'r',
}

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('what the ledger shows on %s', (_name, start) => {
  let databases: TestDatabases
  let ledger: Ledger

  beforeAll(async () => {
    databases = await start()
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    ledger = await openLedger(await databases.fresh())
    onTestFinished(() => ledger.close())
    await ledger.saveGoals([goal])
  })

  async function words(): Promise<string[]> {
    const [first] = (await ledger.attempts()).items
    return [(await ledger.goal(goal.key))?.status ?? '', first?.outcome ?? '']
  }

  it('is proved with a receipt about this goal', async () => {
    await ledger.saveReceipt(receiptFor(goal, 'r'))
    await ledger.record(attempt)
    expect(await words()).toEqual(['proved', 'proved'])
    expect(await ledger.strategyStats()).toMatchObject([{ solved: 1, uniqueSolves: 1 }])
    expect(await ledger.frontier()).toEqual([])
  })

  it.each<[string, ReturnType<typeof receiptFor> | undefined]>([
    ['there is none', undefined],
    ['it is another', receiptFor(goal, 'other')],
    ['it is stored under another id than its own', { ...receiptFor(goal, 'x'), id: 'r' }],
    ['it is about another goal', { ...receiptFor(goal, 'r'), goalKey: 'lean:honest' }],
    ['it is about another statement', receiptFor(goal, 'r', '1 = 1')],
    ['it has a hypothesis that the goal has not', receiptFor(goal, 'r', '∀ (h : False), 1 = 2')],
    ['it ends like the statement', receiptFor(goal, 'r', '∀ p, p → 1 = 2')],
    ['it is not a receipt', { id: 'r', goalKey: goal.key, body: null as never }],
  ])('is claimed if of its receipt %s', async (_, receipt) => {
    if (receipt) await ledger.saveReceipt(receipt)
    await ledger.record(attempt)
    expect(await words()).toEqual(['claimed', 'claimed'])
    expect(await ledger.strategyStats()).toMatchObject([{ attempts: 1, solved: 0, uniqueSolves: 0 }])
    const listed = async (status: 'proved' | 'claimed') => (await ledger.goals({ status })).items.length
    expect([await listed('proved'), await listed('claimed')]).toEqual([0, 1])
    // Neither settled nor tried: a search takes it up again.
    expect(await ledger.frontier()).toMatchObject([{ goal: { id: 'lie' }, tried: [] }])
    expect(await ledger.priors(goal.key)).toEqual([])
  })

  it.each<[string, object]>([
    ['preamble', { preamble: 'def a := 2' }],
    ['imports', { imports: ['A'] }],
  ])('is claimed if its receipt is about another %s', async (_, other) => {
    await ledger.saveReceipt(receiptFor({ ...goal, ...other }, 'r'))
    await ledger.record(attempt)
    expect((await ledger.goal(goal.key))?.status).toBe('claimed')
  })

  it('is claimed when a row was edited by hand, and proved once a real proof comes', async () => {
    await ledger.sql.write((sql) =>
      sql.run(`update goals set status = 'proved', receipt = 'r', solved_by = 'micro'`),
    )
    expect((await ledger.goal(goal.key))?.status).toBe('claimed')
    await ledger.saveReceipt(receiptFor(goal, 'real'))
    await ledger.record({ ...attempt, receipt: 'real' })
    expect(await ledger.goal(goal.key)).toMatchObject({ status: 'proved', receipt: 'real' })
    await ledger.sql.write((sql) => sql.run(`update goals set goal_text = '∀ n : Nat, n = 0'`))
    expect((await ledger.goal(goal.key))?.status).toBe('claimed')
  })

  it('is claimed when a receipt was damaged', async () => {
    await ledger.saveReceipt(receiptFor(goal, 'r'))
    await ledger.record(attempt)
    await ledger.sql.write((sql) => sql.run(`update receipts set body = '{"id":"r",'`))
    expect(await words()).toEqual(['claimed', 'claimed'])
  })

  it('takes hypotheses of the context for part of the statement', async () => {
    const inContext = {
      ...goal,
      ...makeGoal({ id: 'c', text: 'n ≠ 0', context: ['h : 0 < n'] }),
      key: 'lean:c',
    }
    await ledger.saveGoals([inContext])
    await ledger.saveReceipt(receiptFor(inContext, 'c', '∀ (h : 0 < n), n ≠ 0'))
    await ledger.record({ ...attempt, goalKey: inContext.key, goalText: inContext.text, receipt: 'c' })
    expect((await ledger.goal(inContext.key))?.status).toBe('proved')
  })

  it('takes the words of the receipt over for a goal of the same key', async () => {
    const renamed = { ...goal, text: '(1 : Nat) = 2' }
    await ledger.saveReceipt(receiptFor(renamed, 'r'))
    await ledger.restateGoal(renamed)
    await ledger.record({ ...attempt, goalText: renamed.text })
    expect(await ledger.goal(goal.key)).toMatchObject({ id: 'lie', text: renamed.text, status: 'proved' })
    await ledger.restateGoal({ ...goal, text: 'False' })
    expect(await ledger.goal(goal.key)).toMatchObject({ text: renamed.text, status: 'proved' })
  })
})
