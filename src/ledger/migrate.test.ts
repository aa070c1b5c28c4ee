/** A ledger that the version before has written, with the numbers that version showed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyLedger, type Ledger, openLedger } from './index.ts'
import { postgresDatabases } from './test-databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-migrate-'))
let ledger: Ledger

beforeAll(async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  const file = new DatabaseSync(join(home, 'ledger.db'))
  file.exec(readFileSync(join(import.meta.dirname, 'test-ledger-v7.sql'), 'utf8'))
  file.close()
  ledger = await openLedger({ home })
})

afterAll(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const goalNamed = async (id: string) => {
  const [goal] = (await ledger.goals({ goalId: id })).items
  if (!goal) throw new Error(`no goal ${id}`)
  return goal
}

it('shows the numbers that the version before has shown, of Lean goals only', async () => {
  const stats = await ledger.strategyStats()
  expect(
    stats.map(({ strategy, attempts, solved, refuted }) => [strategy, attempts, solved, refuted]),
  ).toEqual([
    ['micro', 5, 2, 0],
    ['refute', 3, 0, 1],
  ])
  expect(stats[0]?.cpuSeconds).toBeCloseTo(9.541474, 6)
  const { items } = await ledger.goals()
  expect(Object.fromEntries(items.map(({ id, status }) => [id, status]))).toEqual({
    add_zero: 'proved',
    and_swap: 'proved',
    false_sub: 'refuted',
    open: 'open',
  })
})

it('keeps the tasks of ARC runs in a table of their own', async () => {
  const [run] = await ledger.runs({ command: 'arc run' })
  const tasks = await ledger.arcAttempts(run?.runId ?? '')
  expect(tasks.map(({ strategy, outcome }) => [strategy, outcome])).toEqual([
    ['arc-teacher', 'proved'],
    ['arc-teacher', 'proved'],
  ])
  for (const { task, program, receipt } of tasks) {
    expect(task).toMatch(/^ARC task /)
    expect(program).not.toMatch(/^\[|^$/)
    expect(receipt).toMatch(/^arc:/)
  }
})

it('takes counterexamples out of errors and lemmas out of versions', async () => {
  const [refuted] = (await ledger.attempts({ outcome: 'refuted' })).items
  expect(refuted).toMatchObject({ counterexample: expect.stringContaining('n = 0'), error: undefined })
  const open = await goalNamed('open')
  const priors = await ledger.priors(open.key)
  expect(priors.filter(({ lemmaSet }) => lemmaSet !== '')).toEqual([
    expect.objectContaining({
      strategy: 'micro',
      strategyVersion: '9',
      lemmaSet: expect.stringMatching(/^[0-9a-f]{12}$/),
    }),
  ])
})

it('knows the process of a run', async () => {
  for (const run of await ledger.runs()) {
    expect(run.host).toBe('machine')
    expect(run.pid).toBeGreaterThan(0)
  }
})

it('finds old goals by their text', async () => {
  const { key } = await goalNamed('add_zero')
  expect(await ledger.goalsOfText('∀ k : Nat, k + 0 = k')).toContain(key)
  expect(await ledger.getCachedTactics('∀ n: Nat,  n + 0 = n')).toMatchObject({
    goalKey: key,
    tactics: ['intros; rfl'],
    successRate: 1,
  })
  expect(await ledger.hasAttempted('∀ m : Nat, m + 0 = m', 'micro')).toBe(true)
  expect(await ledger.hasAttempted('∀ m : Nat, m + 0 = m', 'copilot')).toBe(false)
  expect(await ledger.getCachedTactics('∀ n : Nat, 0 + n = n')).toBeUndefined()
})

it('goes to PostgreSQL with every column', async () => {
  const databases = await postgresDatabases()
  const target = await openLedger(await databases.fresh())
  try {
    for (const { table, rows, equal, differing } of await copyLedger(ledger, target))
      expect([table, equal, differing]).toEqual([table, rows, 0])
    const counts = async (of: Ledger) =>
      (await of.strategyStats()).map(({ strategy, attempts, solved }) => [strategy, attempts, solved])
    expect(await counts(target)).toEqual(await counts(ledger))
  } finally {
    await target.close()
    await databases.close()
  }
})

it('a ledger of schema 8 shows the same numbers, scripts as text and tactics as tactics', async () => {
  const home = join(folder, 'eight')
  mkdirSync(home)
  const file = new DatabaseSync(join(home, 'ledger.db'))
  file.exec(readFileSync(join(import.meta.dirname, 'test-ledger-v8.sql'), 'utf8'))
  file.close()
  const eight = await openLedger({ home })
  try {
    const stats = await eight.strategyStats()
    expect(
      stats.map(({ strategy, attempts, solved, refuted }) => [strategy, attempts, solved, refuted]),
    ).toEqual([
      ['copilot', 1, 1, 0],
      ['micro', 6, 2, 0],
      ['refute', 3, 0, 1],
    ])
    expect(stats[1]?.cpuSeconds).toBeCloseTo(11.791474, 6)
    const [goal] = (await eight.goals({ goalId: 'add_comm' })).items
    const tactics = [
      'intro a b',
      'induction a with\n| zero => simp\n| succ n ih =>\n  rw [Nat.succ_add, ih]\n',
      'simp_all',
    ]
    const proof = { tactics, script: tactics.join('\n') }
    expect(goal).toMatchObject({ status: 'proved', metadata: { source: 'bank' }, ...proof })
    const { items } = await eight.attempts({ goalKey: goal?.key ?? '' })
    expect(items.find(({ outcome }) => outcome === 'proved')).toMatchObject(proof)
    expect(items.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      tactics: [],
      script: undefined,
    })
    expect(await eight.getCachedTactics('∀ a b : Nat, a + b = b + a')).toMatchObject({ tactics })
  } finally {
    await eight.close()
  }
})
