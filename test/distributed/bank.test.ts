/** Two workers and a submitter, all real processes on a real PostgreSQL server. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertContract } from '../cli/json-contract.ts'
import type { BankProcess } from '../search/bank-process.ts'
import { audit } from './audit.ts'
import { type Cluster, startCluster } from './cluster.ts'

const GOALS = [
  ...Array.from({ length: 4 }, (_, i) => ({ id: `g${i}`, goal: `∀ a b : Nat, a + b + ${i} = ${i} + b + a` })),
  { id: 'hard', goal: '∀ a b c : Nat, a * (b + c) = a * b + a * c', difficulty: 0.8 },
  { id: 'false', goal: '∀ a : Nat, a < 3' },
  { id: 'bad', goal: '∀ a : Nat, a + = 3' },
]

let cluster: Cluster
let workers: BankProcess[] = []

/** What a command prints, which must fit its schema. */
async function answer(...args: string[]) {
  const { stdout } = await cluster.orch(args).ended
  assertContract(args, stdout)
  return JSON.parse(stdout)
}

beforeAll(async () => {
  cluster = await startCluster()
  expect((await answer('migrate', '--json')).tables).toEqual([])
  workers = await Promise.all([cluster.worker(), cluster.worker()])
}, 300_000)

afterAll(() => cluster?.[Symbol.asyncDispose]())

const bankArgs = (path: string) => [
  'bank',
  '--bank',
  path,
  '--results',
  `${cluster.folder}/results`,
  '--json',
]

describe('a bank with two workers', () => {
  it('is solved as in one process, and every proof has a receipt of the machine that asked', async () => {
    const bank = cluster.bank('first', GOALS)
    expect(await answer(...bankArgs(bank), '--timeout', '200')).toMatchObject({
      goals_total: 7,
      goals_processed: 7,
      goals_solved: 5,
      goals_refuted: 1,
      goals_ill_typed: 1,
    })
    const rows = await cluster.query<{ worker: string }>(
      `select distinct worker from attempts where outcome <> 'cancelled' and strategy <> 'cache'`,
    )
    // Names of workers have three parts, that of the submitter two: it made no attempt itself. A job that
    // was cancelled says nothing of its worker, and the cache is tried by whoever asks.
    expect(rows.map(({ worker }) => worker.split(':').length)).toEqual(rows.map(() => 3))
    expect(await audit(cluster)).toEqual([])
  }, 300_000)

  it('leaves holes of a project to the workers, too: each proof is judged where it was asked for', async () => {
    const root = join(cluster.folder, 'project')
    mkdirSync(root)
    writeFileSync(join(root, 'Below.lean'), 'def twice (n : Nat) := n + n\n')
    writeFileSync(
      join(root, 'Above.lean'),
      `import Below
theorem twice_zero : twice 0 = 0 := by sorry
theorem uses (n : Nat) (h : n = 0) : twice n = 0 := by
  subst h
  sorry
theorem wrong : twice 1 = 3 := by sorry
`,
    )
    const { stdout, stderr } = await cluster.orch(['fill', root, '--json', '--strategy', 'micro,refute'])
      .ended
    const { outcomes } = JSON.parse(stdout || stderr)
    expect(outcomes.map((one: { outcome: string }) => one.outcome)).toEqual(['proved', 'proved', 'refuted'])
    const rows = await cluster.query<{ worker: string }>(
      `select distinct a.worker from attempts a join runs r on r.run_id = a.run_id
        where r.command = 'fill' and a.outcome <> 'cancelled'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ worker }) => worker.split(':').length)).toEqual(rows.map(() => 3))
    expect(await audit(cluster)).toEqual([])
  }, 300_000)

  it('leaves what is searched in the background to them as well', async () => {
    const bank = cluster.bank('background', [{ id: 'later', goal: '∀ a b : Nat, a * b + 0 = b * a' }])
    const background = cluster.orch(['bg', '--bank', bank])
    await background.said(/^proved later/)
    background.child.kill('SIGINT')
    await background.ended
    const rows = await cluster.query<{ worker: string }>(
      `select a.worker from attempts a join runs r on r.run_id = a.run_id
        where r.command = 'bg' and a.outcome = 'proved'`,
    )
    expect(rows.map(({ worker }) => worker.split(':').length)).toEqual([3])
    expect(await audit(cluster)).toEqual([])
  }, 300_000)

  it('has its workers listed with what they are, and no longer when they were drained', async () => {
    const listed = await answer('workers', '--json')
    expect(listed.workers).toHaveLength(2)
    expect(listed.workers[0]).toMatchObject({ alive: true, lanes: { light: 2, heavy: 1 } })
    expect(new Set(listed.workers.map((worker: { capability: string }) => worker.capability)).size).toBe(1)
    expect((await answer('stats', '--json')).jobs).toMatchObject({ dead: 0 })
    const [first] = workers
    first?.child.kill('SIGTERM')
    expect(await first?.ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ jobs done\.\n$/),
    })
    const after = await answer('workers', '--json')
    expect(after.workers).toHaveLength(1)
  }, 120_000)
})
