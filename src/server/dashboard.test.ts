import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { health, problem } from '../api/index.ts'
import { loadConfig } from '../config/index.ts'
import { openLedger } from '../ledger/index.ts'
import { startDashboard } from './dashboard.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-dashboard-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settingsOf = (home: string) =>
  loadConfig({ env: { ORCH_HOME: join(folder, home) }, envFile: join(folder, '.env') })

describe('the dashboard', () => {
  it('answers on a real port, and is gone when closed', async () => {
    const dashboard = await startDashboard({ settings: settingsOf('a'), host: '127.0.0.1', port: 0 })
    const answer = health.parse(await (await fetch(`${dashboard.url}/api/health`)).json())
    expect(answer).toMatchObject({ status: 'ok', runs: 0 })
    const events = await fetch(`${dashboard.url}/api/events`)
    expect(events.status).toBe(200)
    await dashboard[Symbol.asyncDispose]()
    await expect(fetch(`${dashboard.url}/api/health`)).rejects.toThrow()
  })

  it('says so in a sentence when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
    const address = other.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const starting = startDashboard({ settings: settingsOf('b'), host: '127.0.0.1', port })
    await expect(starting).rejects.toMatchObject({ code: 'port-taken' })
    other.close()
  })

  it('answers others while many clients never finish what they ask, or never read the answer', async () => {
    await using dashboard = await startDashboard({ settings: settingsOf('slow'), host: '127.0.0.1', port: 0 })
    const open = (text: string) =>
      new Promise<Socket>((opened) => {
        const socket = connect(dashboard.port, '127.0.0.1', () => socket.write(text, () => opened(socket)))
        socket.on('error', () => {})
      })
    const head = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n'
    const slow = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        index % 3 === 0
          ? open(`GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never`)
          : index % 3 === 1
            ? open(`POST /api/goals HTTP/1.1\r\n${head}Content-Length: 90000\r\n\r\n{"goal": "`)
            : open(`GET /api/events HTTP/1.1\r\n${head}\r\n`).then((socket) => socket.pause()),
      ),
    )
    expect((await fetch(`${dashboard.url}/api/health`)).status).toBe(200)
    expect((await fetch(`${dashboard.url}/api/stats`)).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })

  it('makes up a token where others can reach it', async () => {
    await using dashboard = await startDashboard({ settings: settingsOf('c'), host: '0.0.0.0', port: 0 })
    const url = `http://127.0.0.1:${dashboard.port}/api/health`
    expect((await fetch(url)).status).toBe(401)
    const headers = { authorization: `Bearer ${dashboard.token}` }
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it('stays up and says why when the ledger is newer than the program', async () => {
    const settings = settingsOf('d')
    const ledger = await openLedger({ home: settings.config.home })
    await ledger.sql.write((transaction) =>
      transaction.run(`insert into schema_version (version, applied_at) values (999, '')`),
    )
    await ledger.close()
    await using dashboard = await startDashboard({ settings, host: '127.0.0.1', port: 0 })
    const response = await fetch(`${dashboard.url}/api/stats`)
    expect(response.status).toBe(503)
    expect(problem.parse(await response.json())).toMatchObject({ code: 'ledger-newer' })
    expect(health.parse(await (await fetch(`${dashboard.url}/api/health`)).json()).status).toBe('degraded')
  })

  it('stays up when the ledger is no database, and when it goes away', async () => {
    const settings = settingsOf('e')
    await using dashboard = await startDashboard({ settings, host: '127.0.0.1', port: 0 })
    const ask = () => fetch(`${dashboard.url}/api/stats`)
    expect((await ask()).status).toBe(200)
    rmSync(settings.config.home, { recursive: true })
    const missing = await ask()
    expect(missing.status).toBe(503)
    expect(problem.parse(await missing.json()).code).toBe('ledger-missing')
    expect((await ask()).status).toBe(200)
    rmSync(settings.config.home, { recursive: true })
    expect((await ask()).status).toBe(503)
    writeFileSync(settings.config.home, 'in the way')
    expect((await ask()).status).toBe(503)
    expect((await fetch(`${dashboard.url}/api/config`)).status).toBe(200)
  })
})
