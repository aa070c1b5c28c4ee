import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { goalTextKey, makeGoal } from '../goal/index.ts'
import { type Ledger, type LedgerOptions, openLedger } from './index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from './test-databases.ts'
import { receiptFor, recordHeld } from './test-receipts.ts'

const goalOf = (id: string, text: string, parts = {}) => {
  const goal = makeGoal({ id, text, ...parts })
  return { ...goal, key: goalTextKey(goal) }
}

const addZero = goalOf('add_zero', '∀ n : Nat, n + 0 = n', { priority: 0.9 })
const addComm = goalOf('add_comm', '∀ a b : Nat, a + b = b + a', {
  context: ['x : Nat'],
  imports: ['Init'],
  difficulty: 0.3,
})
const append = goalOf('append_nil', '∀ xs : List Nat, xs ++ [] = xs')

function attemptOn(goal: { key: string; text: string }, parts: Partial<Attempt> = {}): Attempt {
  return {
    goalKey: goal.key,
    goalText: goal.text,
    strategy: 'micro',
    strategyVersion: '1',
    outcome: 'failed',
    tactics: [],
    timeSeconds: 0.5,
    cpuSeconds: 0.4,
    budget: { seconds: 8 },
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    ...parts,
  }
}

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('the ledger on %s', (_name, start) => {
  let databases: TestDatabases
  let options: LedgerOptions
  let ledger: Ledger

  beforeAll(async () => {
    databases = await start()
  })
  afterAll(() => databases.close())
  beforeEach(async () => {
    options = await databases.fresh()
    ledger = await openLedger(options)
    onTestFinished(() => ledger.close())
  })

  async function reopen(): Promise<void> {
    await ledger.close()
    ledger = await openLedger(options)
  }

  it('gives back an attempt as it was recorded, also after it was closed and opened again', async () => {
    const attempt = attemptOn(addZero, {
      outcome: 'proved',
      tactics: ['intro n', 'rfl'],
      runId: 'run-1',
      receipt: 'r-1',
      worker: 'w-1',
      cacheHit: true,
    })
    await recordHeld(ledger, attempt)
    await reopen()
    const { items } = await ledger.attempts()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject(attempt)
  })

  it('keeps failures, timeouts, cancellations and breakdowns too', async () => {
    const outcomes = ['failed', 'timeout', 'cancelled', 'error'] as const
    for (const outcome of outcomes)
      void ledger.record(attemptOn(addZero, { outcome, error: `because ${outcome}` }))
    await ledger.flush()
    const { items } = await ledger.attempts()
    expect(items.map(({ outcome }) => outcome).reverse()).toEqual(outcomes)
    expect(items.at(-1)?.error).toBe('because failed')
  })

  it('acknowledges thousands of attempts recorded at once, in order', async () => {
    const all = Array.from({ length: 2500 }, (_, index) =>
      ledger.record(attemptOn(addZero, { timeSeconds: index })),
    )
    await Promise.all(all)
    const { items, next } = await ledger.attempts({ limit: 2 })
    expect(items.map(({ timeSeconds }) => timeSeconds)).toEqual([2499, 2498])
    expect(next).toBe(items[1]?.attemptId)
  })

  it('pages through attempts, newest first, filtered by goal, strategy, outcome and run', async () => {
    for (let n = 0; n < 25; n += 1) {
      void ledger.record(
        attemptOn(n % 2 ? addZero : addComm, {
          strategy: n % 5 ? 'micro' : 'copilot',
          outcome: n % 3 ? 'failed' : 'timeout',
          runId: n < 10 ? 'old' : 'new',
          timeSeconds: n,
        }),
      )
    }
    await ledger.flush()
    const seen: number[] = []
    for (let before: number | undefined; ; ) {
      const page = await ledger.attempts({ limit: 10, ...(before !== undefined && { before }) })
      seen.push(...page.items.map(({ timeSeconds }) => timeSeconds))
      before = page.next
      if (before === undefined) break
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => 24 - n))
    const times = async (query: object) =>
      (await ledger.attempts(query)).items.map(({ timeSeconds }) => timeSeconds)
    expect(await times({ goalKey: addZero.key, limit: 3 })).toEqual([23, 21, 19])
    expect(await times({ strategy: 'copilot' })).toEqual([20, 15, 10, 5, 0])
    expect(await times({ outcome: 'timeout', runId: 'old' })).toEqual([9, 6, 3, 0])
  })

  it('makes goals known once and settles them with the attempt that solved them', async () => {
    await ledger.saveGoals([addZero, addComm, addZero])
    expect(await ledger.goal(addComm.key)).toMatchObject({
      ...addComm,
      status: 'open',
      tactics: [],
      solvedBy: undefined,
    })
    await recordHeld(ledger, attemptOn(addZero, { outcome: 'proved', tactics: ['simp'], receipt: 'r' }))
    const negation = `¬ (${addComm.text}\n)`
    await ledger.saveReceipt(receiptFor(addComm, 'n', negation))
    await ledger.record(attemptOn(addComm, { outcome: 'refuted', strategy: 'refute', receipt: 'n' }))
    await ledger.saveGoals([addZero, append])
    expect(await ledger.goal(addZero.key)).toMatchObject({
      status: 'proved',
      solvedBy: 'micro',
      tactics: ['simp'],
      receipt: 'r',
    })
    const ids = async (query: object) => (await ledger.goals(query)).items.map(({ id }) => id)
    expect(await ids({})).toEqual(['add_zero', 'add_comm', 'append_nil'])
    expect(await ids({ status: 'refuted' })).toEqual(['add_comm'])
    expect(await ids({ goalId: 'append_nil' })).toEqual(['append_nil'])
    const first = await ledger.goals({ limit: 2 })
    expect(await ids({ after: first.next })).toEqual(['append_nil'])
    expect(await ledger.goal('unknown')).toBeUndefined()
  })

  it('finds a repeated attempt only for the same goal, strategy and version under no smaller budget', async () => {
    await ledger.record(attemptOn(addZero, { outcome: 'timeout' }))
    await ledger.record(attemptOn(addComm, { outcome: 'cancelled' }))
    const wanted = { goalKey: addZero.key, strategy: 'micro', strategyVersion: '1', budgetSeconds: 8 }
    expect(await ledger.findDuplicate(wanted)).toMatchObject({ outcome: 'timeout', budgetSeconds: 8 })
    expect(await ledger.findDuplicate({ ...wanted, budgetSeconds: 4 })).toBeDefined()
    expect(await ledger.findDuplicate({ ...wanted, budgetSeconds: 9 })).toBeUndefined()
    expect(await ledger.findDuplicate({ ...wanted, strategyVersion: '2' })).toBeUndefined()
    expect(await ledger.findDuplicate({ ...wanted, strategy: 'sketch' })).toBeUndefined()
    expect(await ledger.findDuplicate({ ...wanted, goalKey: addComm.key })).toBeUndefined()
    expect(await ledger.priors(addZero.key)).toHaveLength(1)
    expect(await ledger.priors(addComm.key)).toHaveLength(0)
  })

  it('rebuilds the frontier: unsettled goals, most important first, with what had its chance', async () => {
    await ledger.saveGoals([append, addZero, addComm])
    await recordHeld(ledger, attemptOn(append, { outcome: 'proved' }))
    await ledger.record(attemptOn(addComm, { outcome: 'failed' }))
    await ledger.record(attemptOn(addComm, { outcome: 'cancelled', strategy: 'sketch' }))
    await reopen()
    const frontier = await ledger.frontier()
    expect(frontier.map(({ goal }) => goal.id)).toEqual(['add_zero', 'add_comm'])
    expect(frontier[1]?.tried).toEqual([
      { strategy: 'micro', strategyVersion: '1', lemmaSet: '', budgetSeconds: 8, outcome: 'failed' },
    ])
  })

  it('averages the uses of a cached script and ranks the best first', async () => {
    const use = (tactics: string[], success: boolean, timeSeconds: number) =>
      ledger.updateScript({ goalKey: addZero.key, tactics, strategy: 'micro', success, timeSeconds })
    await use(['simp'], true, 1)
    await use(['simp'], false, 3)
    await use(['omega'], true, 2)
    expect(await ledger.cachedScripts(addZero.key)).toEqual([
      { tactics: ['omega'], strategy: 'micro', successRate: 1, avgTime: 2, useCount: 1 },
      { tactics: ['simp'], strategy: 'micro', successRate: 0.5, avgTime: 2, useCount: 2 },
    ])
    expect(await ledger.cachedScripts(addZero.key, 1)).toHaveLength(1)
    expect(await ledger.cachedScripts(addComm.key)).toEqual([])
  })

  it('finds the goals most like a text, whatever its variables are called', async () => {
    await ledger.saveGoals([addZero, addComm, append, goalOf('mul_comm', '∀ a b : Nat, a * b = b * a')])
    await recordHeld(ledger, attemptOn(append, { outcome: 'proved' }))
    const similar = await ledger.similarGoals('∀ (k : Nat) (m : Nat), k + m = m + k', { limit: 2 })
    expect(similar.map(({ goal }) => goal.id)).toEqual(['add_comm', 'add_zero'])
    expect(similar[0]?.similarity).toBeGreaterThan(0.7)
    expect(similar[1]?.similarity).toBeLessThan(similar[0]?.similarity ?? 0)
    const proved = await ledger.similarGoals('∀ ys : List Nat, [] ++ ys = ys', { status: 'proved' })
    expect(proved.map(({ goal }) => goal.id)).toEqual(['append_nil'])
    expect(await ledger.similarGoals('')).toEqual([])
    expect(await ledger.similarGoals(`"' OR 1 -- | & ! : *`)).toEqual([])
  })

  it('counts per strategy what it tried, solved, cost and solved alone', async () => {
    const proved = { outcome: 'proved', timeSeconds: 2, cpuSeconds: 3 } as const
    await Promise.all([
      recordHeld(ledger, attemptOn(addZero, { ...proved, cacheHit: true, runId: 'a' })),
      recordHeld(ledger, attemptOn(addZero, { ...proved, strategy: 'copilot' })),
      recordHeld(ledger, attemptOn(addComm, { ...proved, strategy: 'copilot' })),
      ledger.record(
        attemptOn(append, { outcome: 'timeout', timeSeconds: 4, cpuSeconds: 5, cacheHit: false }),
      ),
    ])
    expect(await ledger.strategyStats()).toEqual([
      {
        strategy: 'copilot',
        attempts: 2,
        solved: 2,
        refuted: 0,
        rate: 1,
        meanTimeSeconds: 2,
        cpuSeconds: 6,
        cpuSecondsPerSolve: 3,
        cacheHitRate: undefined,
        uniqueSolves: 1,
      },
      {
        strategy: 'micro',
        attempts: 2,
        solved: 1,
        refuted: 0,
        rate: 0.5,
        meanTimeSeconds: 3,
        cpuSeconds: 8,
        cpuSecondsPerSolve: 8,
        cacheHitRate: 0.5,
        uniqueSolves: 0,
      },
    ])
    expect(
      (await ledger.strategyStats('a')).map(({ strategy, uniqueSolves }) => [strategy, uniqueSolves]),
      'another strategy has solved it in another run',
    ).toEqual([['micro', 0]])

    await recordHeld(ledger, attemptOn(addComm, { ...proved, strategy: 'cache' }))
    await recordHeld(ledger, attemptOn(append, { ...proved, strategy: 'cache' }))
    expect(
      (await ledger.strategyStats()).map(({ strategy, uniqueSolves }) => [strategy, uniqueSolves]),
      'a replayed script takes nothing from whoever found it',
    ).toEqual([
      ['cache', 1],
      ['copilot', 1],
      ['micro', 0],
    ])
  })

  it('remembers runs, bandit states, premises and receipts', async () => {
    await ledger.startRun({ runId: 'r', command: 'bank', config: { profile: 1 }, seed: 2 ** 32 - 1 })
    expect(await ledger.run('r')).toMatchObject({
      command: 'bank',
      config: { profile: 1 },
      seed: 2 ** 32 - 1,
      endedAt: undefined,
    })
    await ledger.endRun('r', { solved: 3 })
    await ledger.changeBanditState('ucb', () => ({ arms: {} }))
    await ledger.changeBanditState('ucb', () => ({ arms: { micro: 1 } }))
    await ledger.savePremises(addZero.key, 'fts', ['Nat.add_zero'])
    await ledger.savePremises(addZero.key, 'fts', ['Nat.add_zero', 'Nat.zero_add'])
    await ledger.saveReceipt({ id: 'rc', goalKey: addZero.key, body: { axioms: [] } })
    await reopen()
    expect(await ledger.run('r')).toMatchObject({ summary: { solved: 3 }, endedAt: expect.any(String) })
    expect(await ledger.banditState('ucb')).toEqual({ arms: { micro: 1 } })
    expect(await ledger.cachedPremises(addZero.key, 'fts')).toEqual(['Nat.add_zero', 'Nat.zero_add'])
    expect(await ledger.receipt('rc')).toEqual({ axioms: [] })
    expect(await ledger.run('x')).toBeUndefined()
    expect(await ledger.banditState('x')).toBeUndefined()
    expect(await ledger.cachedPremises('x', 'fts')).toBeUndefined()
    expect(await ledger.receipt('x')).toBeUndefined()
  })

  it('remembers what a strategy left unfinished on a goal, the latest of it', async () => {
    const first = {
      goalKey: 'k',
      strategy: 'copilot',
      strategyVersion: '1',
      scripts: ['intro n\nsimp', 'skip'],
      runId: 'r',
    }
    await ledger.saveUnfinished(first)
    expect(await ledger.unfinished('k', 'copilot')).toEqual(first)
    const latest = { ...first, strategyVersion: '2', scripts: [], runId: undefined }
    await ledger.saveUnfinished(latest)
    expect(await ledger.unfinished('k', 'copilot')).toEqual(latest)
    expect(await ledger.unfinished('k', 'sketch')).toBeUndefined()
  })

  it('refuses a schema newer than it knows, with a sentence', async () => {
    await ledger.sql.write((transaction) =>
      transaction.run('insert into schema_version (version, applied_at) values (?, ?)', [99, '2030-01-01']),
    )
    await expect(openLedger(options)).rejects.toMatchObject({
      code: 'ledger-newer',
      message: expect.stringMatching(
        /has schema version 99; this version of Orch knows versions up to \d+\.$/,
      ),
    })
  })

  it('can be opened and created by many at once', async () => {
    const fresh = await databases.fresh()
    const opened = await Promise.all(Array.from({ length: 4 }, () => openLedger(fresh)))
    await Promise.all(opened.map((one, index) => one.record(attemptOn(addZero, { worker: `w${index}` }))))
    expect((await opened[0]?.attempts())?.items).toHaveLength(4)
    await Promise.all(opened.map((one) => one.close()))
  })
})

it('an unreachable PostgreSQL is reported without the password', async () => {
  await expect(openLedger({ databaseUrl: 'postgres://me:secret@127.0.0.1:1/x' })).rejects.toMatchObject({
    code: 'ledger-unreachable',
    message: 'The PostgreSQL database at postgres://me@127.0.0.1:1/x does not answer.',
  })
})
