/**
 * How long Lean takes to let go: each kind of work runs for a while, is cancelled, and the time until its thread is
 * free again is measured. What ignores a cancel would be killed with its process after the grace time. The first
 * line is what the machine itself adds: the same wait with nothing to cancel, and one round trip.
 *
 *   node bench/lean/cancel.ts [--rounds 10] [--busy 2] [--only counterexample]
 *
 * `--busy` starts as many busy loops beside it, `--only` takes the kinds of work whose name holds that word.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { type Answer, chooseToolchain, LeanServer, type RequestOptions } from '../../src/lean/index.ts'
import { CANCELLED_WORK, type Work } from './cancelled-work.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    busy: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
/** Long enough to measure what is killed in use, where the grace time is a tenth of this. */
const GRACE_MS = 20_000

const toolchain = await chooseToolchain({ cacheDir: cacheDir(), lean: 'embedded' })
const loops = Array.from({ length: Number(values.busy) }, busyLoop)
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}, ${loops.length} busy loops beside it`)
  await measure('nothing', async (server, limit) => {
    await sleep(limit.timeoutMs)
    await server.request('ping', {})
    return { kind: 'timeout', timing: { wallMicros: 0, cpuMicros: 0 } }
  })
  for (const work of CANCELLED_WORK)
    if (work.name.includes(values.only)) await measure(work.name, begin(work))
} finally {
  for (const loop of loops) loop.kill()
}

type Run = (server: LeanServer, limit: RequestOptions & { timeoutMs: number }) => Promise<Answer<unknown>>

function begin({ preamble = '', statement, request }: Work): Run {
  return async (server, limit) => {
    const file = await server.request('file', { text: preamble, skipHoles: true })
    if (file.kind !== 'ok' || file.value.env === null) throw new Error(JSON.stringify(file))
    const env = file.value.env
    const goal = await server.request('goal', { statement, form: 'term', env })
    if (goal.kind !== 'ok') throw new Error(JSON.stringify(goal))
    const { command, params } = request(goal.value.state, env)
    // A limit cancels inside Lean, and the answer comes when the thread has let go.
    return server.request(command, params, limit)
  }
}

async function measure(name: string, run: Run): Promise<void> {
  let server = await LeanServer.start(toolchain, { graceMs: GRACE_MS })
  const delays: number[] = []
  let early = 0
  for (let round = 0; round < rounds; round++) {
    if (!server.isAlive) server = await LeanServer.start(toolchain, { graceMs: GRACE_MS })
    const timeoutMs = 300 + round * 37
    let begunAt = performance.now()
    const answer = await run(server, {
      get timeoutMs() {
        begunAt = performance.now()
        return timeoutMs
      },
    })
    if (answer.kind === 'timeout') delays.push(performance.now() - begunAt - timeoutMs)
    else early++
    await sleep(20)
  }
  await server.close()
  delays.sort((a, b) => a - b)
  const middle = delays[Math.floor(delays.length / 2)]
  const shown = `median ${middle?.toFixed(0) ?? '-'} ms, worst ${delays.at(-1)?.toFixed(0) ?? '-'} ms`
  console.log(`${name.padEnd(34)} ${shown}${early ? `, ${early} ended by themselves` : ''}`)
}

function busyLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
}
