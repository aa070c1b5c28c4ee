/** What many watchers cost a search: attempts per second, and CPU time per attempt, with and without them. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { createRandom, createScheduler, createUcb } from '../../src/engine/index.ts'
import { type Ledger, openLedger } from '../../src/ledger/index.ts'
import { startDashboardThread } from '../../src/server/index.ts'
import { median } from './median.ts'

export interface WatcherOptions {
  readonly home: string
  /** How long a strategy waits before it gives up; without, the search is too fast to be told in full. */
  readonly paceMs: number
  readonly clients: number
  readonly seconds: number
  readonly rounds: number
}

interface Measured {
  readonly rate: number
  /** CPU milliseconds of the search itself per attempt. */
  readonly searchCpu: number
  /** Cores that the rest of the process, which is the dashboard, kept busy. */
  readonly dashboardCores: number
}

/** Rounds in turns (alone, watched, watched, alone, …), so that what else the machine does falls on both alike. */
export async function measureWatchers(options: WatcherOptions): Promise<void> {
  process.env.ORCH_HOME = options.home
  const ledger = await openLedger({ home: options.home })
  await using dashboard = await startDashboardThread({ host: '127.0.0.1', port: 0 })
  await search(ledger, options)
  const [rates, cpus, cores]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < options.rounds; round += 1) {
    const aloneFirst = round % 2 === 0
    const before = aloneFirst ? await search(ledger, options) : undefined
    const clients = await open(dashboard.url, options.clients)
    const watched = await search(ledger, options)
    const received = await close(clients)
    const alone = before ?? (await search(ledger, options))
    rates.push(watched.rate / alone.rate)
    cpus.push(alone.searchCpu / watched.searchCpu)
    cores.push(watched.dashboardCores - alone.dashboardCores)
    console.log(
      `alone ${alone.rate.toFixed(0)}/s, watched by ${options.clients} ${watched.rate.toFixed(0)}/s ` +
        `(${received} events received): ratio ${(watched.rate / alone.rate).toFixed(3)}, by CPU time ` +
        `${(alone.searchCpu / watched.searchCpu).toFixed(3)}, dashboard ${watched.dashboardCores.toFixed(3)} cores`,
    )
  }
  console.log(
    `pace ${options.paceMs} ms, median: ratio ${median(rates).toFixed(3)}, by CPU time ${median(cpus).toFixed(3)}, ` +
      `the dashboard takes ${median(cores).toFixed(3)} cores more`,
  )
  await ledger.close()
}

async function open(url: string, count: number): Promise<ChildProcess> {
  const clients = fork(join(import.meta.dirname, 'clients.ts'), [url, String(count)])
  await new Promise((ready) => clients.once('message', ready))
  return clients
}

async function close(clients: ChildProcess): Promise<number> {
  const gone = new Promise((done) => clients.once('exit', done))
  const received = new Promise<number>((told) => clients.once('message', (count) => told(Number(count))))
  clients.send('stop')
  const count = await received
  await gone
  return count
}

/** A scheduler whose strategies do nothing, with nothing to do but keep its books. */
async function search(ledger: Ledger, { paceMs, seconds }: WatcherOptions): Promise<Measured> {
  const arms = ['one', 'two', 'three'].map((name) => ({
    name,
    version: '1',
    run: async () => {
      if (paceMs > 0) await new Promise((resolve) => setTimeout(resolve, paceMs))
      return { kind: 'failed' as const, stuckOn: [] }
    },
  }))
  let recorded = 0
  const scheduler = createScheduler({
    arms,
    policy: createUcb(),
    random: createRandom(1),
    verify: async () => ({ kind: 'accepted', receipt: 'none' }),
    record: async (attempt) => {
      await ledger.record(attempt)
      recorded += 1
    },
    budget: () => ({ seconds: 1 }),
  })
  const add = (from: number) => {
    for (let at = from; at < from + 5_000; at += 1)
      scheduler.enqueue({ key: `p${at}`, text: 'p', difficulty: 0.1, priority: 0.5 })
  }
  let added = 0
  const feeding = setInterval(() => {
    if (scheduler.queued > 2_000) return
    add(added)
    added += 5_000
  }, 20)
  const begun = performance.now()
  const [thread, process_] = [process.threadCpuUsage(), process.cpuUsage()]
  const running = scheduler.run({ untilIdle: false })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  clearInterval(feeding)
  const passed = (performance.now() - begun) / 1000
  const own = process.threadCpuUsage(thread)
  const all = process.cpuUsage(process_)
  const measured = {
    rate: recorded / passed,
    searchCpu: (own.user + own.system) / 1000 / recorded,
    dashboardCores: (all.user + all.system - own.user - own.system) / 1e6 / passed,
  }
  await scheduler.stop()
  await running
  await ledger.flush()
  return measured
}
