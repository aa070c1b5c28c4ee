/**
 * What the queue costs: how fast jobs are put in, and how much of the ideal throughput workers keep whose jobs sleep
 * 10 ms. Ideal is slots / 10 ms; the rest is fetching, completing and telling.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openJobs } from '../../src/jobs/index.ts'
import { benchDatabase } from './server.ts'

const count = Number(process.argv[2] ?? 100_000)
const drained = Number(process.argv[3] ?? 5_000)
const [WORKERS, SLOTS, SLEEP_MS] = [4, 4, 10]
await using database = await benchDatabase()
const job = (queue: string, n: number) => ({
  queue,
  key: `goal ${n}`,
  data: { statement: `∀ a : Nat, a + ${n} = ${n} + a` },
  priority: 0.5,
  group: 'bench',
  expireSeconds: 60,
})
await using submitter = await openJobs({ databaseUrl: database.url })
let started = performance.now()
await submitter.enqueue(Array.from({ length: count }, (_, n) => job('many', n)))
const enqueueSeconds = (performance.now() - started) / 1000
console.log(
  `enqueue ${count} jobs: ${enqueueSeconds.toFixed(1)} s, ${Math.round(count / enqueueSeconds)} a second`,
)

await submitter.enqueue(Array.from({ length: drained }, (_, n) => job('sleep', n)))
await using open = new AsyncDisposableStack()
let done = 0
const over = Promise.withResolvers<void>()
const queues = []
for (let n = 0; n < WORKERS; n += 1) queues.push(open.use(await openJobs({ databaseUrl: database.url })))
started = performance.now()
for (const [n, queue] of queues.entries())
  queue.serve({ queues: ['sleep'], slots: SLOTS, worker: `w${n}` }, async () => {
    await pause(SLEEP_MS)
    done += 1
    if (done === drained) over.resolve()
  })
await over.promise
const seconds = (performance.now() - started) / 1000
const ideal = (WORKERS * SLOTS * 1000) / SLEEP_MS
console.log(
  `${WORKERS} workers, ${WORKERS * SLOTS} slots, ${SLEEP_MS} ms: ${Math.round(drained / seconds)} a second, ` +
    `${((100 * drained) / seconds / ideal).toFixed(0)} % of the ideal ${ideal}`,
)
