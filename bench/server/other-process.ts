/** What open dashboards cost a search of another process: its writes per second with and without them, in turns. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '../../src/config/index.ts'
import { startDashboard } from '../../src/server/index.ts'
import { median } from './median.ts'

interface Done {
  readonly kind: string
  readonly written: number
  readonly seconds: number
  readonly cpuSeconds: number
}

const WRITER = join(import.meta.dirname, '..', '..', 'src', 'server', 'test-writer.ts')
const WRITES = 20_000
const DASHBOARDS = 5
/** What the page Now asks for; each of the dashboards does so twice a second, as if something happened all the time. */
const PAGE = [
  '/api/stats',
  '/api/runs?limit=20',
  '/api/solved',
  '/api/machine/history?minutes=10',
  '/api/attempts?limit=10',
]

export async function measureOtherProcess(home: string, rounds: number): Promise<void> {
  const [rates, cpus]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const before = round % 2 === 0 ? await write(home, 0) : undefined
    const watched = await write(home, DASHBOARDS)
    const alone = before ?? (await write(home, 0))
    const rate = (one: Done) => one.written / one.seconds
    rates.push(rate(watched) / rate(alone))
    cpus.push(alone.cpuSeconds / watched.cpuSeconds)
    console.log(
      `another process writes ${rate(alone).toFixed(0)}/s alone, ${rate(watched).toFixed(0)}/s with ${DASHBOARDS} ` +
        `dashboards: ratio ${rates.at(-1)?.toFixed(3)}, by CPU time ${cpus.at(-1)?.toFixed(3)}`,
    )
  }
  console.log(
    `another process, median: ratio ${median(rates).toFixed(3)}, by CPU time ${median(cpus).toFixed(3)}`,
  )
}

async function write(home: string, dashboards: number): Promise<Done> {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const writer = fork(WRITER, [home, String(WRITES)])
  await once(writer, 'message')
  await using dashboard = await startDashboard({
    settings: loadConfig({ env: { ...process.env, ORCH_HOME: home } }),
    host: '127.0.0.1',
    port: 0,
  })
  const stop = new AbortController()
  const looking = Array.from({ length: dashboards }, async () => {
    const stream = await fetch(`${dashboard.url}/api/events`)
    while (!stop.signal.aborted) {
      for (const path of PAGE) await (await fetch(`${dashboard.url}${path}`)).arrayBuffer()
      await pause(500)
    }
    await stream.body?.cancel()
  })
  const told = once(writer, 'message')
  const gone = once(writer, 'exit')
  writer.send('go')
  const [done] = (await told) as [Done]
  stop.abort()
  await Promise.all([...looking, gone])
  if (done.kind !== 'done') throw new Error(`The writer could not write: ${JSON.stringify(done)}`)
  return done
}
