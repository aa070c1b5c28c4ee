/** Clients that misbehave, on a real port: each gets a clear answer or none, and everybody else is served. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { health, problem } from '../api/index.ts'
import { loadConfig } from '../config/index.ts'
import { openLedger } from '../ledger/index.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { goalOf } from './test-server.ts'

let folder: string
let dashboard: Dashboard

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-bad-'))
  const settings = loadConfig({ env: { ORCH_HOME: join(folder, 'home') }, envFile: join(folder, '.env') })
  const ledger = await openLedger({ home: settings.config.home })
  const long = 'n + '.repeat(500)
  await ledger.saveGoals(
    Array.from({ length: 500 }, (_, at) => goalOf(`goal_${at}`, `∀ n : Nat, ${long}${at} = n`)),
  )
  await ledger.close()
  dashboard = await startDashboard({ settings, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function isWell(): Promise<void> {
  const answer = health.parse(await (await fetch(`${dashboard.url}/api/health`)).json())
  expect(answer.status).toBe('ok')
}

/** Waits until nobody follows the live events any more. */
async function untilNobodyFollows(): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${dashboard.url}/metrics`)).text()
    if (/^orch_event_clients 0$/m.test(text)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function dial(request: string): Promise<Socket> {
  const socket = connect(dashboard.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(request)
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`

/** The first piece of what a socket is answered. */
async function answerOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes.toString('utf8')
}

describe('the server', () => {
  it('turns a body of 10 MB away, said before or found out on the way', async () => {
    const body = JSON.stringify({ goal: 'x'.repeat(10_000_000) })
    const headers = { 'content-type': 'application/json' }
    const said = await fetch(`${dashboard.url}/api/goals`, { method: 'POST', headers, body })
    expect([said.status, problem.parse(await said.json()).code]).toEqual([413, 'too-large'])
    const found = await fetch(`${dashboard.url}/api/goals`, {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([found.status, problem.parse(await found.json()).code]).toEqual([413, 'too-large'])
    await isWell()
  })

  it('answers what is no HTTP, and goes on', async () => {
    const socket = await dial('\x16\x03\x01 this is not HTTP\r\n\r\n')
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 400 /)
    await isWell()
  })

  it('does not mind clients that hang up in the middle of an answer or a request', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => dial(get('/api/goals?limit=500'))))
    await Promise.all(
      sockets.map(async (socket) => {
        await answerOf(socket)
        socket.resetAndDestroy()
      }),
    )
    const head = 'POST /api/goals HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n'
    const half = await dial(`${head}content-length: 1000\r\n\r\n{"goal": "`)
    half.resetAndDestroy()
    const follower = await dial(get('/api/events'))
    expect(await answerOf(follower)).toMatch(/^HTTP\/1\.1 200 /)
    follower.resetAndDestroy()
    await untilNobodyFollows()
    await isWell()
  })

  it('answers others while some say only half of what they want, or do not read', async () => {
    const stalled = await Promise.all([
      dial('GET /api/goals HTTP/1.1\r\nhost: 127.0'),
      dial('POST /api/goals HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99\r\n\r\n{'),
    ])
    const deaf = await Promise.all(
      Array.from({ length: 20 }, () => dial(get('/api/goals?limit=500').repeat(10))),
    )
    for (const socket of deaf) socket.pause()
    await isWell()
    for (const socket of [...stalled, ...deaf]) socket.destroy()
  })

  it('bears a thousand connections, and tells those who are too many', async () => {
    const sockets: Socket[] = []
    const statuses: (string | undefined)[] = []
    // As many at a time as wait in line for a server by default.
    while (sockets.length < 1_000) {
      const some = await Promise.all(Array.from({ length: 100 }, () => dial(get('/api/events'))))
      sockets.push(...some)
      const answers = await Promise.all(some.map(answerOf))
      statuses.push(...answers.map((answer) => /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]))
    }
    expect(new Set(statuses.filter((status) => status !== '429'))).toEqual(new Set(['200']))
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(500)
    for (const socket of sockets) socket.destroy()
    // The permits of this address are used up for a moment, as they should be.
    for (let status = 429; status === 429; ) ({ status } = await fetch(`${dashboard.url}/api/health`))
    await untilNobodyFollows()
    await isWell()
  }, 60_000)
})
