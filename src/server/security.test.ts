import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { config, doctor, problem } from '../api/index.ts'
import { fill, HOSTILE, openTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

async function refusal(response: Response): Promise<[number, string]> {
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  return [response.status, problem.parse(await response.json()).code]
}

describe('a request', () => {
  it('is turned away when it is addressed to another name, as in DNS rebinding', async () => {
    for (const host of ['evil.example', 'evil.example:8000', '127.0.0.1.evil.example', '10.0.0.1'])
      expect(await refusal(await server.get('/api/stats', { host }))).toEqual([403, 'bad-host'])
    for (const host of ['localhost:8000', '[::1]:8000', '127.0.0.1'])
      expect((await server.get('/api/stats', { host })).status).toBe(200)
  })

  it('is turned away when it comes from a page of another site', async () => {
    const evil = { origin: 'http://evil.example', host: 'localhost:8000' }
    expect(await refusal(await server.post('/api/goals', { goal: 'True' }, evil))).toEqual([
      403,
      'bad-origin',
    ])
    const otherPort = { origin: 'http://localhost:9000', host: 'localhost:8000' }
    expect(await refusal(await server.get('/api/stats', otherPort))).toEqual([403, 'bad-origin'])
    const opaque = { origin: 'null', host: 'localhost:8000' }
    expect(await refusal(await server.get('/api/stats', opaque))).toEqual([403, 'bad-origin'])
    const hidden = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect(await refusal(await server.get('/api/stats', hidden))).toEqual([403, 'bad-origin'])
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await server.get('/', link)).status).toBe(200)
  })

  it('that changes something must be JSON, so that no form can send it', async () => {
    const headers = { 'content-type': 'text/plain' }
    const init = { method: 'POST', headers, body: '{"goal":"True"}' }
    expect(await refusal(await server.request('/api/goals', init))).toEqual([415, 'not-json'])
  })

  it('may be malformed, unfit or far too large; the server says so and goes on', async () => {
    const json = { 'content-type': 'application/json' }
    const raw = (body: string) => server.request('/api/goals', { method: 'POST', headers: json, body })
    expect(await refusal(await raw('{"goal":'))).toEqual([400, 'malformed-json'])
    expect(await refusal(await raw('{}'))).toEqual([400, 'bad-request'])
    expect(await refusal(await raw(`{"goal":"${'x'.repeat(10_000_000)}"}`))).toEqual([413, 'too-large'])
    expect(await refusal(await server.get('/api/goals?limit=-1'))).toEqual([400, 'bad-request'])
    expect(await refusal(await server.get('/api/goals?cursor=%00'))).toEqual([400, 'bad-cursor'])
    expect(await refusal(await server.get('/api/nothing'))).toEqual([404, 'unknown-route'])
    expect(await refusal(await server.get('/api/goals/nothing'))).toEqual([404, 'unknown-goal'])
    expect((await server.get('/api/health')).status).toBe(200)
  })

  it('cannot leave the folder of the pages', async () => {
    const paths = [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/assets/%00.js',
      `/%2f${encodeURIComponent(server.folder)}%2fsecret.txt`,
    ]
    for (const path of paths) {
      const response = await server.get(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).not.toContain('not yours')
    }
    expect(await refusal(await server.get('/%E0%A4%A'))).toEqual([400, 'bad-path'])
  })

  it('for a page finds it also where a name in the address has a dot or a path in it', async () => {
    for (const path of [
      '/arc/run-1/task.v2.json',
      '/arc/run-1/..%2f..%2fsecret.txt',
      '/goals/lean:a.b',
      '/runs/x.y',
    ]) {
      const response = await server.get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('<title>Orch</title>')
    }
  })

  it('that comes too often has to wait', async () => {
    const slow = { perSecond: 0.001, burst: 3 }
    await using limited = await openTestServer({ limits: { reads: slow, writes: slow } })
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push((await limited.get('/api/config')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('a token', () => {
  it('is needed for everything on an address that others can reach', async () => {
    await using open = await openTestServer({ guard: { token: 'hunter2-token', loopback: false } })
    for (const path of ['/', '/api/stats', '/metrics', '/api/events', '/api/docs', '/api/project'])
      expect(await refusal(await open.get(path)), path).toEqual([401, 'bad-token'])
    for (const action of ['read', 'search', 'stop', 'apply'])
      expect(await refusal(await open.post(`/api/project/${action}`, {}))).toEqual([401, 'bad-token'])
    const wrong = { authorization: 'Bearer hunter3-token' }
    expect((await open.get('/api/stats', wrong)).status).toBe(401)
    expect((await open.get('/api/stats?token=hunter2-token')).status).toBe(401)
    const right = { authorization: 'Bearer hunter2-token' }
    expect((await open.get('/api/stats', right)).status).toBe(200)
    expect((await open.get('/api/stats', { ...right, host: '10.1.2.3:8000' })).status).toBe(200)
    expect((await open.get('/api/stats', { ...right, host: 'evil.example' })).status).toBe(403)
  })

  it('in the address of the page becomes a cookie that scripts cannot read', async () => {
    await using open = await openTestServer({ guard: { token: 'hunter2-token', loopback: false } })
    const entry = await open.get('/?token=hunter2-token')
    expect([entry.status, entry.headers.get('location')]).toEqual([303, '/'])
    const cookie = entry.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    const [pair = ''] = cookie.split(';')
    expect((await open.get('/api/stats', { cookie: pair })).status).toBe(200)
  })
})

describe('what the server gives out', () => {
  it('never has a secret in it', async () => {
    await fill(server.ledger)
    server.log.write('warn', 'somebody sent hunter2-token')
    for (const path of [
      '/api/config',
      '/api/runs',
      '/api/runs/bank-1',
      '/api/logs',
      '/metrics',
      '/api/doctor',
    ]) {
      const text = await (await server.get(path)).text()
      expect(text, path).not.toMatch(/sk-very-secret|hunter2/)
    }
  })

  it('tells the settings in force, also those from a file', async () => {
    await using other = await openTestServer({ envFile: 'ORCH_CPU_TARGET=0.35\nORCH_LLM_MODEL=some-model\n' })
    const { settings } = config.parse(await (await other.get('/api/config')).json())
    const target = settings.find(({ variable }) => variable === 'ORCH_CPU_TARGET')
    expect(target).toMatchObject({ value: '0.35', origin: '.env' })
    const { findings } = doctor.parse(await (await other.get('/api/doctor')).json())
    const database = findings.find(({ name }) => name === 'Database')
    expect(database?.detail).toBe(`SQLite in ${join(other.folder, 'home')}`)
  })

  it('is typed so that hostile text stays text', async () => {
    const keys = await fill(server.ledger)
    const response = await server.get(`/api/goals/${encodeURIComponent(keys.open)}/attempts`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toContain(JSON.stringify(HOSTILE))
  })

  it('is cached for good only where the name has a hash, and runs no inline script', async () => {
    const asset = await server.get('/assets/main-abcdef12.js')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    const page = await server.get('/goals')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  })
})
