/**
 * What the queue costs. First how fast jobs are put in; then how much of the ideal throughput is kept from end to end
 * when strategies do nothing but sleep: a scheduler asks for attempts as a run does and records them in the ledger, and
 * four worker processes make them. Ideal is slots / sleep. On a busy machine the clock says little: the CPU seconds say
 * what one with nothing else to do could reach.
 *
 *   node bench/distributed/queue.ts [jobs put in] [attempts]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Arm, createRandom, createScheduler, createUcb, type Problem } from '../../src/engine/index.ts'
import { Capacity, type JobQueue, openJobs, sayAlive } from '../../src/jobs/index.ts'
import { type Ledger, openLedger } from '../../src/ledger/index.ts'
import { databaseCpu } from './database-cpu.ts'
import { benchDatabase } from './server.ts'

const count = Number(process.argv[2] ?? 100_000)
const attempts = Number(process.argv[3] ?? 10_000)
const [WORKERS, SLOTS, SLEEP_MS] = [4, 4, 10]
/** Until everything is compiled and the rates are known. */
const WARM_UP = 2_000
const IDEAL = (WORKERS * SLOTS * 1000) / SLEEP_MS
await using database = await benchDatabase()

async function measureEnqueue(queue: JobQueue): Promise<void> {
  const started = performance.now()
  await queue.enqueue(
    Array.from({ length: count }, (_, n) => ({
      queue: 'many',
      key: `goal ${n}`,
      data: { statement: `∀ a : Nat, a + ${n} = ${n} + a` },
      priority: 0.5,
      group: 'bench',
      expireSeconds: 60,
    })),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(`enqueue ${count} jobs: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`)
}

/** Attempts through scheduler, queue, workers and ledger; the seconds it took. */
async function drain(
  queue: JobQueue,
  ledger: Ledger,
  capacity: Capacity,
  first: number,
  many: number,
): Promise<number> {
  const arm: Arm<Problem, never> = {
    name: 'sleep',
    version: '1',
    async run({ key }, { signal }) {
      const job = {
        queue: 'sleep',
        key,
        data: { ms: SLEEP_MS },
        priority: 0.5,
        group: 'bench',
        expireSeconds: 60,
      }
      await queue.ask(job, signal)
      capacity.answered('light')
      return { kind: 'failed', cpuSeconds: 0 }
    },
  }
  const scheduler = createScheduler<Problem, never>({
    arms: [arm],
    policy: createUcb(),
    random: createRandom(1),
    verify: async () => ({ kind: 'rejected', reason: 'nothing is claimed' }),
    record: (attempt) => ledger.record(attempt),
    budget: () => ({ seconds: 8 }),
    runId: 'bench',
    maxLight: () => capacity.most('light'),
    maxHeavy: 0,
  })
  for (let n = first; n < first + many; n += 1)
    scheduler.enqueue({
      key: `text:${n}`,
      text: `∀ a : Nat, a + ${n} = ${n} + a`,
      difficulty: 0.1,
      priority: 0.5,
    })
  const started = performance.now()
  const summary = await scheduler.run()
  if (summary.attempts !== many) throw new Error(`${many} goals led to ${summary.attempts} attempts`)
  return (performance.now() - started) / 1000
}

async function startWorker(n: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'sleeper.ts'), [database.url, String(SLOTS), `w${n}`])
  await once(child, 'message')
  return child
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [seconds] = await once(child, 'message')
  return Number(seconds)
}

const ledger = await openLedger({ databaseUrl: database.url })
await using queue = await openJobs({ databaseUrl: database.url })
await measureEnqueue(queue)
await sayAlive(ledger, {
  ...{ worker: 'all', host: 'here', pid: 1, capability: 'sleep', running: [] },
  versions: { orch: '1', build: 'b', work: [], toolchain: '', checker: '', strategies: [] },
  lanes: { light: WORKERS * SLOTS, heavy: 0 },
})
const beating = setInterval(
  () =>
    void ledger.sql.write((sql) =>
      sql.run('update workers set seen_at = extract(epoch from clock_timestamp())'),
    ),
  2_000,
)
const workers = await Promise.all(Array.from({ length: WORKERS }, (_, n) => startWorker(n)))
const capacity = await Capacity.open({ ledger, fits: () => true })
await drain(queue, ledger, capacity, 0, WARM_UP)
const cpuOfDatabase = await databaseCpu(database.url)
await Promise.all(workers.map(cpuOf))
const before = { own: process.cpuUsage(), database: cpuOfDatabase() }
const seconds = await drain(queue, ledger, capacity, WARM_UP, attempts)
const own = process.cpuUsage(before.own)
const milliseconds = (cpuSeconds: number) => (1000 * cpuSeconds) / attempts
const submitterMs = milliseconds((own.user + own.system) / 1e6)
const databaseMs = milliseconds(cpuOfDatabase() - before.database)
const workerMs = milliseconds((await Promise.all(workers.map(cpuOf))).reduce((sum, one) => sum + one, 0))
const totalMs = submitterMs + databaseMs + workerMs
const percent = (perSecond: number) => `${Math.round((100 * perSecond) / IDEAL)} %`
console.log(
  `${WORKERS} workers, ${WORKERS * SLOTS} slots, ${SLEEP_MS} ms: ${Math.round(attempts / seconds)} attempts a second, ` +
    `${percent(attempts / seconds)} of the ideal ${IDEAL}`,
)
const cores = availableParallelism()
console.log(
  `CPU of an attempt: submitter ${submitterMs.toFixed(2)} ms, workers ${workerMs.toFixed(2)} ms, database ` +
    `${databaseMs.toFixed(2)} ms; ${cores} cores to themselves bear ${Math.round((1000 * cores) / totalMs)} a second`,
)
clearInterval(beating)
capacity[Symbol.dispose]()
for (const worker of workers) worker.disconnect()
await Promise.all(workers.map((worker) => once(worker, 'exit')))
await ledger.close()
