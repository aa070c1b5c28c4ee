/** Opening the dashboard on a search of another process: it looks, and nothing more. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stats } from '../api/index.ts'
import { loadConfig } from '../config/index.ts'
import { ledgerPath, openLedger } from '../ledger/index.ts'
import { startDashboard } from './dashboard.ts'
import { fill } from './test-server.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orch-other-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const open = () =>
  startDashboard({
    settings: loadConfig({ env: { ORCH_HOME: home }, envFile: join(home, '.env') }),
    host: '127.0.0.1',
    port: 0,
  })

const PATHS = [
  '/api/stats',
  '/api/goals?q=n%20%2B',
  '/api/goals?sort=difficulty&order=desc&limit=500&offset=100',
  '/api/attempts?limit=500',
  '/api/strategies',
  '/api/solved',
  '/api/runs',
  '/api/runs/other',
  '/api/machine/history',
  '/api/marketplace',
  '/api/health',
  '/metrics',
]

describe('a dashboard on the ledger of another process', () => {
  it('never makes a write fail or wait for a lock, and lets the log of writes be folded in', async () => {
    const total = 2_500
    const writer = fork(join(import.meta.dirname, 'test-writer.ts'), [home, String(total)])
    await once(writer, 'message')
    const words: unknown[] = []
    writer.on('message', (word) => words.push(word))
    const over = once(writer, 'exit')
    await using one = await open()
    await using other = await open()
    const events = await fetch(`${one.url}/api/events`)
    let isOver = false
    void over.then(() => {
      isOver = true
    })
    writer.send('go')
    const look = async (url: string) => {
      while (!isOver)
        for (const path of PATHS) {
          const response = await fetch(`${url}${path}`)
          expect([path, response.status]).toEqual([path, 200])
          await response.arrayBuffer()
        }
    }
    await Promise.all([look(one.url), look(other.url), look(other.url)])
    expect(words).toEqual([expect.objectContaining({ kind: 'done', written: total })])
    const seen = stats.parse(await (await fetch(`${one.url}/api/stats`)).json())
    expect(seen.total_attempts).toBe(total)
    // So many commits fill the write-ahead log several times over; it has begun anew each time.
    expect(statSync(`${ledgerPath(home)}-wal`).size).toBeLessThan(60_000_000)
    await events.body?.cancel()
  }, 120_000)

  it('writes nothing and holds nothing when it is only looked at', async () => {
    const ledger = await openLedger({ home })
    const keys = await fill(ledger)
    await ledger.startRun({ runId: 'other', command: 'bg', config: {}, seed: 1 })
    await using dashboard = await open()
    await using connection = { database: new DatabaseSync(ledgerPath(home)), [Symbol.asyncDispose]: close }
    async function close() {
      connection.database.close()
    }
    const version = () => connection.database.prepare('pragma data_version').get()
    const before = version()
    const goal = `/api/goals/${encodeURIComponent(keys.proved)}`
    for (const path of [
      ...PATHS,
      '/',
      goal,
      `${goal}/tree`,
      `${goal}/attempts`,
      '/api/tickets',
      '/api/receipts',
    ])
      await (await fetch(`${dashboard.url}${path}`)).arrayBuffer()
    expect(version()).toEqual(before)
    const folded = connection.database.prepare('pragma wal_checkpoint(truncate)').get()
    expect(folded).toMatchObject({ busy: 0 })
    await ledger.close()
  })
})
