/** What may befall machines that share a queue and a ledger, really done; Lean has no part in it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../src/engine/index.ts'
import { type JobQueue, openJobs } from '../../src/jobs/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { openWire } from './proxy.ts'

const never = new AbortController().signal
const DAY_MS = 86_400_000
let cluster: Cluster
let queue: JobQueue
const children = new Set<ChildProcess>()

beforeAll(async () => {
  cluster = await startCluster()
  queue = await openJobs({ databaseUrl: cluster.url })
}, 120_000)

afterAll(async () => {
  await queue?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await cluster.query('delete from orch_jobs.job')
})

interface Child {
  readonly child: ChildProcess
  readonly lines: string[]
  said(line: string): Promise<void>
}

async function start(
  mode: 'worker' | 'submitter',
  args: readonly string[],
  url = cluster.url,
): Promise<Child> {
  const script = join(import.meta.dirname, 'child.ts')
  const child = spawn(process.execPath, [script, mode, url, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const look of waiting) look()
  })
  const said = (line: string) =>
    new Promise<void>((resolve) => {
      const look = () => lines.includes(line) && resolve()
      waiting.add(look)
      look()
    })
  if (mode === 'worker') await said('ready')
  return { child, lines, said }
}

function sleep(id: string, ms: number) {
  return { queue: 'sleep', key: id, data: { id, ms }, priority: 0.5, group: 'run', expireSeconds: 120 }
}

/** More than once with ORCH_FAULT_TIMES, at moments drawn from ORCH_FAULT_SEED: the first round is always the same. */
const TIMES = Number(process.env.ORCH_FAULT_TIMES ?? 1)
const ROUNDS = Array.from({ length: TIMES }, (_, n) => n + 1)
const random = createRandom(Number(process.env.ORCH_FAULT_SEED ?? 1))
/** How long the wire is cut. */
const CUT_MS = TIMES > 1 ? 10_000 : 3_000

async function someMoment(round: number, mostMs: number): Promise<void> {
  if (round > 1) await pause(random.next() * mostMs)
}

/** Whatever happened: nothing waits, nothing is held by nobody, and nothing died. */
async function expectAllSettled(): Promise<void> {
  expect(await cluster.query(`select name, state from orch_jobs.job where state <> 'completed'`)).toEqual([])
}

describe.each(ROUNDS)('a fault (round %i)', (round) => {
  it('kill -9 of a worker: its job comes back and another worker does it', async () => {
    const first = await start('worker', ['one'])
    const answer = queue.ask(sleep('long', 1_000), never)
    await first.said('start long')
    await someMoment(round, 900)
    first.child.kill('SIGKILL')
    const second = await start('worker', ['two'])
    expect(await answer).toMatchObject({ kind: 'done', output: { worker: 'two' } })
    expect(second.lines).toContain('start long')
    await expectAllSettled()
  }, 120_000)

  it('kill -9 of the submitter: asked again, everything is answered and nothing is done twice', async () => {
    const worker = await start('worker', ['one', '2'])
    const first = await start('submitter', ['5', '300'])
    await worker.said('start job 1')
    await someMoment(round, 700)
    first.child.kill('SIGKILL')
    const second = await start('submitter', ['5', '300'])
    await second.said('ready')
    expect(second.lines.filter((line) => line.endsWith(' done'))).toHaveLength(5)
    expect(worker.lines.filter((line) => line.startsWith('start')).sort()).toEqual(
      Array.from({ length: 5 }, (_, n) => `start job ${n}`),
    )
  }, 120_000)

  it('restart of PostgreSQL: jobs are answered, and what was recorded meanwhile is there once', async () => {
    const ledger = await openLedger({ databaseUrl: cluster.url })
    const worker = await start('worker', ['one', '4'])
    const jobs = Array.from({ length: 4 }, (_, n) => queue.ask(sleep(`r${n}`, 2_000), never))
    await worker.said('start r0')
    await someMoment(round, 1_900)
    const restarted = cluster.restart()
    const recorded = Array.from({ length: 20 }, (_, n) => ledger.record(attempt(`goal ${round} ${n}`)))
    await Promise.all([restarted, ...recorded])
    expect((await Promise.all(jobs)).map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done'])
    await ledger.close()
    const rows = await cluster.query<{ n: number }>(
      `select count(*)::int as n from attempts where goal_hash like $1 group by goal_hash`,
      [`goal ${round} %`],
    )
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, () => 1))
  }, 180_000)

  it('a cut wire: a worker and the ledger go on when it is mended, with nothing twice', async () => {
    await using wire = await openWire(cluster.port)
    const url = cluster.url.replace(String(cluster.port), String(wire.port))
    const ledger = await openLedger({ databaseUrl: url })
    const worker = await start('worker', ['far'], url)
    const answer = queue.ask(sleep('cut', 1_500), never)
    await worker.said('start cut')
    await someMoment(round, 1_400)
    wire.cut()
    const recorded = Array.from({ length: 20 }, (_, n) => ledger.record(attempt(`wire ${round} ${n}`)))
    setTimeout(() => wire.mend(), CUT_MS)
    await Promise.all(recorded)
    expect(await answer).toMatchObject({ kind: 'done', output: { worker: 'far' } })
    await expectAllSettled()
    await ledger.close()
    const [row] = await cluster.query<{ n: number; goals: number }>(
      `select count(*)::int as n, count(distinct goal_hash)::int as goals from attempts where goal_hash like $1`,
      [`wire ${round} %`],
    )
    expect(row).toEqual({ n: 20, goals: 20 })
    worker.child.kill('SIGKILL')
  }, 180_000)

  it('the clock of the database is set back by a day: what waits for its time does not wait that long', async () => {
    const answer = queue.ask(sleep('tomorrow', 10), never)
    // As it looks after the clock was set back: planned for tomorrow.
    const plan = () =>
      cluster.query(`update orch_jobs.job set start_after = now() + interval '1 day' returning id`)
    while ((await plan()).length === 0) await pause(10)
    await start('worker', ['one'])
    expect(await answer).toMatchObject({ kind: 'done' })
    await expectAllSettled()
  }, 120_000)

  it('a second delivery: a worker that was taken for dead and comes back is not heard', async () => {
    const first = await start('worker', ['first', '1'])
    const answer = queue.ask(sleep('twice', 1_000), never)
    await first.said('start twice')
    first.child.kill('SIGSTOP')
    const second = await start('worker', ['second', '1'])
    await second.said('start twice')
    first.child.kill('SIGCONT')
    expect(await answer).toMatchObject({ kind: 'done', output: { worker: 'second' } })
    const rows = await cluster.query<{ state: string }>('select state::text from orch_jobs.job')
    expect(rows).toEqual([{ state: 'completed' }])
  }, 120_000)

  it('a full disk: the worker that has it breaks, rests, and leaves the jobs to another one', async () => {
    const full = await start('worker', ['full', '2', '0', '/dev/full'])
    const jobs = Array.from({ length: 4 }, (_, n) => queue.ask(sleep(`disk ${n}`, 50), never))
    await full.said('start disk 0')
    await someMoment(round, 500)
    const good = await start('worker', ['good', '1', '0', join(cluster.folder, 'written')])
    const workers = (await Promise.all(jobs)).map((answer) => answer.kind === 'done' && answer.output)
    expect(workers).toEqual(jobs.map((_, n) => ({ id: `disk ${n}`, worker: 'good' })))
    await expectAllSettled()
    good.child.kill('SIGKILL')
  }, 120_000)

  // Three workers in a row are missed for ten seconds each.
  it.runIf(TIMES > 1)(
    'a goal that kills every worker: dead after three, and the rest is done',
    async () => {
      const poisoned = queue.ask(sleep(`poison ${round}`, 10), never)
      let killed = 0
      let over = false
      const answer = poisoned.finally(() => {
        over = true
      })
      while (!over) {
        const worker = await start('worker', [`victim ${killed}`, '1'])
        await Promise.race([new Promise((resolve) => worker.child.once('close', resolve)), answer])
        if (!over) killed += 1
      }
      expect(await answer).toMatchObject({ kind: 'dead' })
      expect(killed).toBe(3)
      expect(await queue.ask(sleep('after', 10), never)).toMatchObject({ kind: 'done' })
      expect(await queue.deadJobs(1)).toMatchObject([{ key: `poison ${round}` }])
    },
    240_000,
  )

  it.each([DAY_MS, -DAY_MS])(
    'a clock that jumps by %i ms: the worker keeps its job',
    async (shift) => {
      const worker = await start('worker', ['jumpy', '1', String(shift)])
      expect(await queue.ask(sleep(`jump ${shift}`, 1_500), never)).toMatchObject({
        output: { worker: 'jumpy' },
      })
      expect(worker.lines.filter((line) => line.startsWith('start'))).toHaveLength(1)
    },
    120_000,
  )
})

function attempt(goalKey: string) {
  return {
    goalKey,
    goalText: goalKey,
    strategy: 'micro',
    strategyVersion: '1',
    outcome: 'failed' as const,
    tactics: [],
    timeSeconds: 1,
    cpuSeconds: 1,
    budget: { seconds: 8 },
    startedAt: 0,
  }
}
