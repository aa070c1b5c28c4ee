/** What may befall machines that share a queue and a ledger, really done; Lean has no part in it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

describe('a fault', () => {
  it('kill -9 of a worker: its job comes back and another worker does it', async () => {
    const first = await start('worker', ['one'])
    const answer = queue.ask(sleep('long', 1_000), never)
    await first.said('start long')
    first.child.kill('SIGKILL')
    const second = await start('worker', ['two'])
    expect(await answer).toMatchObject({ kind: 'done', output: { worker: 'two' } })
    expect(second.lines).toContain('start long')
  }, 120_000)

  it('kill -9 of the submitter: asked again, everything is answered and nothing is done twice', async () => {
    const worker = await start('worker', ['one', '2'])
    const first = await start('submitter', ['5', '300'])
    await worker.said('start job 1')
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
    const restarted = cluster.restart()
    const recorded = Array.from({ length: 20 }, (_, n) => ledger.record(attempt(`goal ${n}`)))
    await Promise.all([restarted, ...recorded])
    expect((await Promise.all(jobs)).map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done'])
    await ledger.close()
    const rows = await cluster.query<{ n: number }>(
      `select count(*)::int as n from attempts group by goal_hash`,
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
    wire.cut()
    const recorded = Array.from({ length: 20 }, (_, n) => ledger.record(attempt(`wire ${n}`)))
    setTimeout(() => wire.mend(), 3_000)
    await Promise.all(recorded)
    expect(await answer).toMatchObject({ kind: 'done', output: { worker: 'far' } })
    await ledger.close()
    const [row] = await cluster.query<{ n: number; goals: number }>(
      `select count(*)::int as n, count(distinct goal_hash)::int as goals from attempts where goal_hash like 'wire %'`,
    )
    expect(row).toEqual({ n: 20, goals: 20 })
    worker.child.kill('SIGKILL')
  }, 180_000)

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
