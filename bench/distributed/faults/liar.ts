/** A worker that lies, as a process beside honest ones: claims that do not check, wrong hashes, floods, other shapes. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRandom } from '../../../src/engine/index.ts'
import { listWorkers, openJobs, sayAlive } from '../../../src/jobs/index.ts'
import { openLedger } from '../../../src/ledger/index.ts'
import { leanQueue } from '../../../src/search/index.ts'
import type { Fault } from './fault.ts'

const claim = (script: string) => ({ timeSeconds: 1, result: { kind: 'proved', script, cpuSeconds: 1 } })
const LIES: readonly unknown[] = [
  claim('sorry'),
  claim('rfl'),
  claim('exact absurd rfl (by native_decide)'),
  claim('trivial\n\naxiom false : False'),
  claim('intros; omega\n\nend\n\naxiom any : ∀ p : Prop, p'),
  { ...claim('rfl'), receipt: 'f'.repeat(64), hash: 'accepted' },
  { timeSeconds: -1, result: { kind: 'proved', script: 'rfl', cpuSeconds: 1 } },
  {
    timeSeconds: 1,
    result: { kind: 'refuted', script: 'trivial', counterexample: 'all', cpuSeconds: 1e300 },
  },
  {
    timeSeconds: 1,
    result: { kind: 'refuted', script: 'exact ⟨0, by decide⟩', counterexample: '0', cpuSeconds: 1 },
  },
  claim('x'.repeat(900_000)),
  'proved',
  null,
]

export const lyingWorker: Fault = {
  name: 'lying-worker',
  says: 'workers beside an honest one claim proofs that do not check, wrong hashes, floods',
  mayLeaveOpen: true,
  async prepare(stage) {
    await stage.staff(1)
    return undefined
  },
  async strike(stage) {
    const seed = Math.floor(stage.random.next() * 2 ** 31)
    const liar = fork(import.meta.filename, [stage.cluster.url, String(seed)])
    await once(liar, 'message')
    await stage.moment(4_000)
    liar.kill('SIGKILL')
    await once(liar, 'exit')
    await stage.cluster.query(`delete from workers where host = 'liar'`)
    const count = async (success: string) => {
      const rows = await stage.cluster.query<{ n: number }>(
        `select count(*)::int as n from attempts where worker like 'liar:%' ${success}`,
      )
      return rows[0]?.n ?? 0
    }
    const believed = await count('and success = 1')
    if (believed > 0) throw new Error(`${believed} lies were believed`)
    return `${await count('')} lies so far, none believed`
  },
}

/** The process itself. */
async function lie(url: string, seed: number): Promise<void> {
  const ledger = await openLedger({ databaseUrl: url })
  const [honest] = await listWorkers(ledger)
  if (!honest) throw new Error('there is no honest worker to imitate')
  const queue = await openJobs({ databaseUrl: url })
  const random = createRandom(seed)
  const worker = `liar:${process.pid}:${seed}`
  const tell = async () => LIES[Math.floor(random.next() * LIES.length)]
  const queues = [leanQueue('light', honest.capability), leanQueue('heavy', honest.capability)]
  queue.serve({ queues, slots: 1, worker }, tell)
  const beat = () => sayAlive(ledger, { ...honest, worker, host: 'liar', pid: process.pid, running: [] })
  await beat()
  setInterval(() => void beat(), 3_000)
  process.send?.('ready')
}

const [url, seed] = process.argv.slice(2)
if (process.send && url?.startsWith('postgres:')) await lie(url, Number(seed))
