/**
 * What the engine itself costs: goals are queued, dispatched to a strategy that does nothing, and every attempt
 * is recorded in a real SQLite ledger. Prints attempts per second of wall clock and of CPU for growing queues; on a
 * busy machine only the CPU figures mean something.
 *
 *   node bench/engine/throughput.ts [--goals 1000,10000,100000,1000000] [--json]
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Attempt } from '../../src/attempt.ts'
import { type Arm, createRandom, createScheduler, createUcb, type Problem } from '../../src/engine/index.ts'
import { openLedger } from '../../src/ledger/index.ts'

// What one queue leaves behind is not to be charged to the next.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const FIRST = 100_000
/** Short queues are drained again and again until this many attempts were made: one alone tells more of the timer. */
const FEWEST_ATTEMPTS = 20_000

interface Measurement {
  readonly goals: number
  readonly rounds: number
  readonly enqueueMicroseconds: number
  /** CPU time of dispatch alone, nothing recorded. */
  readonly dispatchCpuMicroseconds: number
  /** CPU time of dispatch and of everything that the ledger does. */
  readonly cpuMicroseconds: number
  readonly attemptsPerSecond: number
  readonly attemptsPerCpuSecond: number
  /** Over the first attempts only: the effect of a long queue, without that of a large ledger. */
  readonly firstMicroseconds: number
}

const nothing: Arm<Problem, never> = {
  name: 'nothing',
  version: '1',
  run: async () => ({ kind: 'failed', cpuSeconds: 0 }),
}

async function measure(goals: number): Promise<Measurement> {
  const rounds = Math.max(1, Math.ceil(FEWEST_ATTEMPTS / goals))
  const alone: Drained[] = []
  const recorded: Drained[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await drain(goals, async () => {}))
    recorded.push(await drainRecorded(goals))
  }
  const attempts = goals * rounds
  const micros = (of: readonly Drained[], what: keyof Drained) =>
    (of.reduce((sum, drained) => sum + drained[what], 0) * 1e6) / attempts
  return {
    goals,
    rounds,
    enqueueMicroseconds: micros(recorded, 'enqueueSeconds'),
    dispatchCpuMicroseconds: micros(alone, 'cpuSeconds'),
    cpuMicroseconds: micros(recorded, 'cpuSeconds'),
    firstMicroseconds:
      (Math.min(...recorded.map(({ firstSeconds }) => firstSeconds)) * 1e6) / Math.min(goals, FIRST),
    attemptsPerSecond: 1e6 / micros(recorded, 'seconds'),
    attemptsPerCpuSecond: 1e6 / micros(recorded, 'cpuSeconds'),
  }
}

async function drainRecorded(goals: number): Promise<Drained> {
  const home = mkdtempSync(join(tmpdir(), 'orch-bench-'))
  const ledger = await openLedger({ home })
  try {
    const drained = await drain(goals, (attempt) => ledger.record(attempt))
    const [stored] = await ledger.strategyStats()
    if (stored?.attempts !== goals)
      throw new Error(`${goals} attempts were made, ${stored?.attempts} are in the ledger`)
    return drained
  } finally {
    await ledger.close()
    rmSync(home, { recursive: true, force: true })
  }
}

interface Drained {
  readonly enqueueSeconds: number
  readonly seconds: number
  readonly firstSeconds: number
  readonly cpuSeconds: number
}

/** Queues that many goals and works until none is left. */
async function drain(goals: number, record: (attempt: Attempt) => Promise<void>): Promise<Drained> {
  const scheduler = createScheduler<Problem, never>({
    arms: [nothing],
    policy: createUcb(),
    random: createRandom(1),
    verify: async () => ({ kind: 'rejected', reason: 'nothing is claimed' }),
    record,
    budget: () => ({ seconds: 8 }),
    runId: 'bench',
  })
  const random = createRandom(2)
  const problems = Array.from({ length: goals }, (_, index) => {
    const key = goalKey(index)
    return {
      key,
      text: `∀ n : Nat, n + ${index} = ${index} + n`,
      difficulty: random.next() * 0.8,
      priority: random.next(),
    }
  })
  collectGarbage()
  const enqueued = performance.now()
  for (const problem of problems) scheduler.enqueue(problem)
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  let first = 0
  let ended = 0
  scheduler.on('ended', () => {
    ended += 1
    if (ended === Math.min(goals, FIRST)) first = (performance.now() - start) / 1000
  })
  const { attempts } = await scheduler.run()
  if (attempts !== goals) throw new Error(`${goals} goals led to ${attempts} attempts`)
  const { user, system } = process.cpuUsage(cpuStart)
  return {
    enqueueSeconds: (start - enqueued) / 1000,
    seconds: (performance.now() - start) / 1000,
    firstSeconds: first,
    cpuSeconds: (user + system) / 1e6,
  }
}

/** Keys as scattered as real ones, which are hashes. */
function goalKey(index: number): string {
  return `text:${createHash('sha256').update(String(index)).digest('hex').slice(0, 40)}`
}

const { values } = parseArgs({
  options: {
    goals: { type: 'string', default: '1000,10000,100000,1000000' },
    json: { type: 'boolean', default: false },
  },
})
// The first run pays for compilation; it is not counted.
await measure(5000)
const results: Measurement[] = []
for (const goals of values.goals.split(',').map(Number)) results.push(await measure(goals))
if (values.json) console.log(JSON.stringify(results))
else {
  console.table(
    results.map((result) => ({
      'goals queued': result.goals,
      'enqueue µs': result.enqueueMicroseconds.toFixed(2),
      'dispatch CPU µs': result.dispatchCpuMicroseconds.toFixed(1),
      'attempts/s': Math.round(result.attemptsPerSecond),
      'attempts/CPU-s': Math.round(result.attemptsPerCpuSecond),
      'CPU µs': result.cpuMicroseconds.toFixed(1),
      'µs, first 100k': result.firstMicroseconds.toFixed(1),
    })),
  )
}
