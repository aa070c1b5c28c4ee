/**
 * Where many workers bend: what a job and a heartbeat cost in CPU time is measured on a real PostgreSQL, then clusters up to 1,000
 * workers are simulated with it. node bench/distributed/capacity.ts [mean seconds of an attempt] [seconds of a check]
 * [answers for each claim]
 *
 * The model: every slot takes a job (database), works for an exponentially distributed time, hands the answer in
 * (database); one answer in four, or as given, is a claim that the submitter's checker judges, one after the other per core. A
 * run keeps at most 1.25 jobs a slot under way, a judged one included. The database and each checker core serve in
 * order of arrival; heartbeats take their share of the database's time away.
 */

import { createRandom } from '../../src/engine/index.ts'
import { openJobs, sayAlive } from '../../src/jobs/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { databaseCpu } from './database-cpu.ts'
import { benchDatabase } from './server.ts'
import { simulate } from './simulation.ts'

const attemptSeconds = Number(process.argv[2] ?? 4)
const checkSeconds = Number(process.argv[3] ?? 0.3)
const answersPerClaim = Number(process.argv[4] ?? 4)
const [JOBS, BEATS] = [500, 500]

async function measure(): Promise<{ jobSeconds: number; beatSeconds: number }> {
  await using database = await benchDatabase()
  await using queue = await openJobs({ databaseUrl: database.url })
  const job = (n: number) => ({
    ...{ queue: 'cost', key: `goal ${n}`, data: { n }, priority: 0.5, group: 'bench', expireSeconds: 60 },
  })
  const cpu = await databaseCpu(database.url)
  const before = cpu()
  await queue.enqueue(Array.from({ length: JOBS }, (_, n) => job(n)))
  let done = 0
  const over = Promise.withResolvers<void>()
  const service = queue.serve({ queues: ['cost'], slots: 1, worker: 'w' }, async () => {
    done += 1
    if (done === JOBS) over.resolve()
  })
  await over.promise
  await service.drain()
  const jobSeconds = (cpu() - before) / JOBS
  const ledger = await openLedger({ databaseUrl: database.url })
  const beforeBeats = cpu()
  for (let beat = 0; beat < BEATS; beat += 1)
    await sayAlive(ledger, {
      worker: 'w',
      host: 'h',
      pid: 1,
      capability: 'c',
      versions: { orch: '1', build: 'b', work: [], toolchain: '', checker: '', strategies: [] },
      lanes: { light: 4, heavy: 1 },
      running: [],
    })
  const beatSeconds = (cpu() - beforeBeats) / BEATS
  await ledger.close()
  return { jobSeconds, beatSeconds }
}

const { jobSeconds, beatSeconds } = await measure()
const ms = (seconds: number) => `${(seconds * 1000).toFixed(1)} ms`
console.log(`measured: a job ${ms(jobSeconds)}, a heartbeat ${ms(beatSeconds)} of the database's CPU`)
console.log(
  `given: an attempt ${attemptSeconds} s, a check ${checkSeconds} s, a claim in ${answersPerClaim} answers, 5 slots a worker`,
)
for (const runs of [1, 20]) {
  console.log(`\n${runs === 1 ? 'one run' : `${runs} runs, each on a machine of its own`}`)
  console.log('workers   attempts/s   of ideal   database   checkers')
  let bend: string | undefined
  for (const workers of [1, 10, 40, 100, 200, 400, 700, 1000]) {
    const { perSecond, ofIdeal, databaseBusy, checkerBusy } = simulate(
      {
        workers,
        slots: 5,
        runs,
        attemptSeconds,
        checkSeconds,
        claims: answersPerClaim,
        jobSeconds,
        beatSeconds,
      },
      createRandom(1),
    )
    const percent = (share: number) => `${Math.round(100 * share)} %`.padStart(8)
    console.log(
      `${String(workers).padStart(7)}   ${perSecond.toFixed(1).padStart(10)}   ${percent(ofIdeal)}   ` +
        `${percent(databaseBusy)}   ${percent(checkerBusy)}`,
    )
    const full = checkerBusy > databaseBusy ? 'checkers are' : 'database is'
    if (ofIdeal < 0.85) bend ??= `it bends before ${workers} workers: the ${full} full`
  }
  console.log(bend ?? 'no bend up to 1,000 workers')
}
