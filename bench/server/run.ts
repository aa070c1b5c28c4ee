/**
 * How the dashboard bears a large ledger and many watchers.
 *
 *   node bench/server/run.ts [--attempts 1000000] [--clients 200] [--seconds 6] [--rounds 4]
 *
 * Routes: median of real requests over HTTP, and the CPU time of client and server together, which does not depend on
 * what else the machine does. Watchers: attempts per second of a scheduler whose strategies do
 * nothing, recording into a ledger that a dashboard in another thread shows, with and without clients, in turns.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/config/index.ts'
import { startDashboard } from '../../src/server/index.ts'
import { fillLedger } from './fill.ts'
import { median } from './median.ts'
import { measureOtherProcess } from './other-process.ts'
import { measureWatchers } from './watchers.ts'

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '4' },
    requests: { type: 'string', default: '9' },
    /** Only the watchers. */
    'skip-routes': { type: 'boolean', default: false },
    /** A home that is filled already, or is to be kept. */
    home: { type: 'string' },
  },
})
const scratch = mkdtempSync(join(tmpdir(), 'orch-bench-server-'))
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
  if (!values['skip-routes']) await measureRoutes(values.home ?? join(scratch, 'large'))
  const watching = {
    clients: Number(values.clients),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
  }
  if (watching.rounds > 0) {
    await measureWatchers({ ...watching, home: join(scratch, 'watched'), paceMs: 0 })
    await measureWatchers({ ...watching, home: join(scratch, 'paced'), paceMs: 30 })
    await measureOtherProcess(join(scratch, 'other'), watching.rounds)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function measureRoutes(home: string): Promise<void> {
  if (!existsSync(join(home, 'ledger.db'))) await fillLedger(home, Number(values.attempts))
  const settings = loadConfig({ env: { ...process.env, ORCH_HOME: home } })
  await using dashboard = await startDashboard({ settings, host: '127.0.0.1', port: 0 })
  const begun = performance.now()
  await (await fetch(`${dashboard.url}/api/stats`)).text()
  console.log(
    `first look at the ledger   ${((performance.now() - begun) / 1000).toFixed(1)} s, once per start`,
  )
  const { items } = (await (await fetch(`${dashboard.url}/api/goals?limit=1&status=proved`)).json()) as {
    items: { goal_hash: string; receipt: string }[]
  }
  const [goal] = items
  const key = encodeURIComponent(goal?.goal_hash ?? '')
  const middle = (await (await fetch(`${dashboard.url}/api/goals?limit=500`)).json()) as { next: string }
  const paths = [
    '/api/stats',
    '/api/marketplace',
    '/api/health',
    '/api/goals',
    `/api/goals?cursor=${middle.next}`,
    '/api/goals?sort=difficulty&order=desc&limit=500',
    '/api/goals?sort=solved&order=desc',
    '/api/goals?status=open&sort=priority&order=desc',
    '/api/goals?q=lemma4242',
    '/api/goals?strategy=micro',
    `/api/goals/${key}`,
    `/api/goals/${key}/attempts`,
    `/api/goals/${key}/tree`,
    '/api/attempts',
    '/api/attempts?strategy=sketch&outcome=timeout',
    '/api/attempts?outcome=proved',
    '/api/attempts?run=bank-3',
    '/api/runs',
    '/api/runs/bank-19',
    '/api/runs/compare?left=bank-18&right=bank-19',
    '/api/strategies',
    '/api/solved',
    '/api/receipts',
    `/api/receipts/${goal?.receipt}`,
    '/api/machine/history',
    '/api/tickets',
    '/api/config',
    '/api/logs',
    '/api/arc/runs',
    '/api/openapi.json',
    '/metrics',
  ]
  for (const path of paths) {
    const times: number[] = []
    // The first look at a run reads its attempts; after that only new ones are read.
    await (await fetch(`${dashboard.url}${path}`)).arrayBuffer()
    const before = process.cpuUsage()
    for (let count = 0; count < Number(values.requests); count += 1) {
      const start = performance.now()
      const response = await fetch(`${dashboard.url}${path}`)
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
    }
    const { user, system } = process.cpuUsage(before)
    const milliseconds = median(times)
    const cpu = (user + system) / 1000 / times.length
    const mark = milliseconds > 100 ? 'SLOW' : '    '
    console.log(
      `${milliseconds.toFixed(1).padStart(8)} ms, CPU ${cpu.toFixed(1).padStart(6)} ms ${mark} ${path}`,
    )
  }
}
