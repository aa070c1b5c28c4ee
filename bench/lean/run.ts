/**
 * How fast Lean is through Orch: start, latency, throughput, memory. Ratios are measured side by side in
 * one run; absolute numbers depend on what else the machine is doing, so the load is printed with them.
 *
 *   node bench/lean/run.ts [--tactics 20000] [--starts 10]
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { type Answer, chooseToolchain, LeanServer, type LeanToolchain } from '../../src/lean/index.ts'
import { GOALS } from './goals.ts'

const { values } = parseArgs({
  options: { tactics: { type: 'string', default: '2000' }, starts: { type: 'string', default: '10' } },
})
const toolchain = await chooseToolchain({ cacheDir: cacheDir(), lean: 'embedded' })

console.log(`load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
const startMs = await measureStarts(toolchain, Number(values.starts))
await using server = await LeanServer.start(toolchain, { threads: 2 })
const states = await openGoals(server)
await runMix(server, states, 200) // warm
const { perSecond } = await measureMix(server, states, Number(values.tactics))
const oneProcessMs = await measureProcessPerTactic(toolchain)
console.log(`one process per tactic   ${oneProcessMs.toFixed(0)} ms each`)
console.log(
  `warm server, same mix    ${(1000 / perSecond).toFixed(1)} ms each: ${(oneProcessMs / (1000 / perSecond)).toFixed(0)} times faster`,
)
console.log(`start in units of a tactic: ${((startMs * perSecond) / 1000).toFixed(0)}`)

async function measureStarts(lean: LeanToolchain, count: number): Promise<number> {
  const starts: number[] = []
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    const started = await LeanServer.start(lean)
    await started.request('ping', {})
    starts.push(performance.now() - begun)
    await started.close()
  }
  const middle = median(starts)
  console.log(
    `start to first reply     median ${middle.toFixed(0)} ms of ${count} (${Math.min(...starts).toFixed(0)} to ${Math.max(...starts).toFixed(0)})`,
  )
  return middle
}

async function openGoals(lean: LeanServer): Promise<{ state: number; tactics: readonly string[] }[]> {
  const opened = []
  for (const { statement, tactics } of GOALS) {
    const answer = await lean.request('goal', { statement, form: 'term' })
    opened.push({ state: value(answer).state, tactics })
  }
  return opened
}

/** Runs tactics two at a time, dropping each new state, and gives the overhead of each over Lean's own time. */
async function runMix(
  lean: LeanServer,
  goals: { state: number; tactics: readonly string[] }[],
  count: number,
): Promise<number[]> {
  const work = goals.flatMap(({ state, tactics }) => tactics.map((tactic) => ({ state, tactic })))
  const overheads: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const item = work[next++ % work.length]
      if (!item) return
      const begun = performance.now()
      const answer = await lean.request('tactic', item)
      overheads.push(performance.now() - begun - answer.timing.wallMicros / 1000)
      if (answer.kind === 'ok') await lean.request('drop', { states: [answer.value.state] })
    }
  }
  await Promise.all([worker(), worker()])
  return overheads
}

async function measureMix(
  lean: LeanServer,
  goals: { state: number; tactics: readonly string[] }[],
  count: number,
): Promise<{ perSecond: number }> {
  const before = value(await lean.request('memory', {}))
  const begun = performance.now()
  const overheads = await runMix(lean, goals, count)
  const seconds = (performance.now() - begun) / 1000
  const after = value(await lean.request('memory', {}))
  const perSecond = count / seconds
  console.log(`tactics, 2 threads       ${perSecond.toFixed(0)} per second over ${count}`)
  console.log(`overhead of a tactic     median ${median(overheads).toFixed(2)} ms over Lean's own time`)
  console.log(
    `memory after ${count}      heap ${mb(before.heapBytes)} -> ${mb(after.heapBytes)} MB, resident ${mb(before.rssBytes)} -> ${mb(after.rssBytes)} MB`,
  )
  return { perSecond }
}

/** What every tactic would cost with a process of its own, even one restored from the snapshot. */
async function measureProcessPerTactic(lean: LeanToolchain): Promise<number> {
  const times: number[] = []
  for (const { statement, tactics } of GOALS) {
    const begun = performance.now()
    const fresh = await LeanServer.start(lean)
    const goal = value(await fresh.request('goal', { statement, form: 'term' }))
    await fresh.request('tactic', { state: goal.state, tactic: tactics[0] ?? '' })
    await fresh.close()
    times.push(performance.now() - begun)
  }
  return median(times)
}

function value<T>(answer: Answer<T>): T {
  if (answer.kind !== 'ok') throw new Error(`Lean said ${JSON.stringify(answer)}`)
  return answer.value
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function mb(bytes: number | null): string {
  return bytes === null ? '?' : (bytes / 1e6).toFixed(0)
}
