import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import * as schemas from '../api/index.ts'
import * as routes from '../api/routes/index.ts'
import { postgresDatabases, sqliteDatabases, type TestDatabases } from '../ledger/test-databases.ts'
import { createMarket } from '../market/index.ts'
import type { ApiPaths } from './openapi-types.ts'
import { API_EXAMPLES } from './routes/api-examples.ts'
import { readExposition } from './test-exposition.ts'
import { fill, openTestServer, type TestServer } from './test-server.ts'

/** What a route takes, as far as the examples are held to it. */
interface RouteRequest {
  readonly query?: z.ZodType
  readonly body?: { readonly content: { readonly 'application/json': { readonly schema: z.ZodType } } }
}

type RouteResponses = Readonly<
  Record<string, { readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>> }>
>

/** Operations that only read, and ask Lean. */
const LEAN_NEEDED = new Set(['searchPremises', 'getLeanNames'])

describe.each([
  ['SQLite', sqliteDatabases],
  ['PostgreSQL', postgresDatabases],
])('the API on %s', (_, open) => {
  let databases: TestDatabases
  let server: TestServer
  let keys: Awaited<ReturnType<typeof fill>>
  let tickets: string[]

  beforeAll(async () => {
    databases = await open()
    server = await openTestServer({ database: await databases.fresh() })
    keys = await fill(server.ledger)
    const market = createMarket(server.ledger)
    const first = await market.requestLemma({ goal: '∀ n : Nat, 0 + n = n', waitingGoal: keys.open })
    tickets = [first, await market.requestLemma({ goal: '1 + 1 = 2', dependsOn: [first] })]
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await databases.close()
  })

  const read = async (path: string): Promise<unknown> => {
    const response = await server.get(path)
    expect(response.status, path).toBe(200)
    return response.json()
  }

  it('gives totals and what each strategy achieved', async () => {
    const stats = schemas.stats.parse(await read('/api/stats'))
    expect(stats).toMatchObject({ total_attempts: 8, successful_attempts: 2, unique_goals: 3 })
    expect(stats.goals).toEqual({ total: 3, open: 1, claimed: 0, proved: 1, refuted: 1 })
    const micro = stats.strategies.find(({ strategy }) => strategy === 'micro')
    expect(micro).toMatchObject({ attempts: 3, solved: 1, unique_solves: 1, cache_hit_rate: 0 })
  })

  it('counts what was recorded since it was last asked', async () => {
    const before = schemas.stats.parse(await read('/api/stats'))
    const { items } = await server.ledger.attempts({ limit: 1 })
    const [last] = items
    if (!last) throw new Error('no attempt')
    await server.ledger.record({ ...last, outcome: 'failed' })
    const after = schemas.stats.parse(await read('/api/stats'))
    expect(after.total_attempts).toBe(before.total_attempts + 1)
  })

  it('gives every other route in the shape that it publishes', async () => {
    const receipt = '/api/receipts/receipt-1'
    const goal = `/api/goals/${encodeURIComponent(keys.proved)}`
    schemas.health.parse(await read('/api/health'))
    schemas.strategies.parse(await read('/api/strategies'))
    schemas.machineHistory.parse(await read('/api/machine/history?minutes=5'))
    schemas.config.parse(await read('/api/config'))
    schemas.logs.parse(await read('/api/logs'))
    schemas.receipt.parse(await read(receipt))
    schemas.arcRuns.parse(await read('/api/arc/runs'))
    expect(schemas.receiptList.parse(await read('/api/receipts')).items.map((one) => one.goal_id)).toContain(
      'add_zero',
    )
    expect(schemas.goalDetail.parse(await read(goal))).toMatchObject({ script: 'simp', attempts: 2 })
    expect(schemas.solvedOverTime.parse(await read('/api/solved')).points.at(-1)?.total).toBe(2)
    const market = schemas.marketplace.parse(await read('/api/marketplace'))
    expect(market).toMatchObject({ total: 2, open: 2 })
    expect(market.tickets.map(({ ticket_id }) => ticket_id)).toEqual([tickets[0]])
    expect(schemas.ticketList.parse(await read('/api/tickets?status=open')).items).toHaveLength(2)
    const run = schemas.runDetail.parse(await read('/api/runs/bank-1'))
    expect(run).toMatchObject({ state: 'ended', goals_solved: 1, goals_tried: 3 })
    expect(run.solved.map(({ goal_id, outcome }) => [goal_id, outcome])).toEqual([
      ['add_zero', 'proved'],
      ['all_small', 'refuted'],
    ])
    const compared = schemas.runComparison.parse(await read('/api/runs/compare?left=bank-1&right=bank-1'))
    expect(compared).toMatchObject({ both: 2, only_left: [], only_right: [] })
    const refuted = schemas.goalDetail.parse(await read(`/api/goals/${encodeURIComponent(keys.refuted)}`))
    expect(refuted.counterexample).toBe('n := 5')
  })

  it('filters, sorts, searches and pages goals', async () => {
    const ids = async (query: string) =>
      schemas.goalList.parse(await read(`/api/goals?${query}`)).items.map(({ id }) => id)
    expect(await ids('sort=difficulty&order=desc')).toEqual(['hostile', 'all_small', 'add_zero'])
    expect(await ids('status=refuted')).toEqual(['all_small'])
    expect(await ids('q=N%20%2B%200')).toEqual(['add_zero'])
    expect(await ids('q=n%20%2B%200&status=open')).toEqual([])
    expect(await ids(`q=${encodeURIComponent(keys.refuted)}`)).toEqual(['all_small'])
    expect(await ids('strategy=refute')).toEqual(['all_small'])
    expect(await ids('sort=difficulty&order=desc&offset=1&limit=1')).toEqual(['all_small'])
    expect(await ids('offset=3')).toEqual([])
    for (const sort of ['created', 'id', 'difficulty', 'priority']) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path: string = `/api/goals?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`
        const page = schemas.goalList.parse(await read(path))
        expect(page.total).toBe(cursor === '' ? 3 : null)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next
      }
      expect(seen.toSorted()).toEqual(['add_zero', 'all_small', 'hostile'])
    }
  })

  it('pages attempts, newest first', async () => {
    const first = schemas.attemptList.parse(await read('/api/attempts?limit=3&strategy=micro'))
    expect(first.items.map(({ strategy }) => strategy)).toEqual(['micro', 'micro', 'micro'])
    const second = schemas.attemptList.parse(
      await read(`/api/attempts?limit=3&strategy=micro&cursor=${first.next ?? ''}`),
    )
    expect(second.items.length).toBeGreaterThan(0)
    expect(second.items[0]?.attempt_id).toBeLessThan(first.items.at(-1)?.attempt_id ?? 0)
  })

  it('shows the search on a goal as a tree with its tickets', async () => {
    const tree = schemas.proofTree.parse(await read(`/api/goals/${encodeURIComponent(keys.open)}/tree`))
    const ids = new Set(tree.nodes.map(({ id }) => id))
    expect(tree.nodes.every(({ parent }) => parent === null || ids.has(parent))).toBe(true)
    expect(tree.nodes.filter(({ kind }) => kind === 'strategy')).toHaveLength(4)
    expect(tree.nodes.find(({ kind }) => kind === 'ticket')?.ticket_id).toBe(tickets[0])
  })

  it('says in a few bytes that nothing has changed', async () => {
    const first = await server.get('/api/stats')
    const etag = first.headers.get('etag') ?? ''
    const again = await server.get('/api/stats', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('lets a ticket be claimed once, and cancelled', async () => {
    const [ticket] = tickets
    const path = `/api/tickets/${ticket}`
    const claimed = await server.post(`${path}/claim`, { worker: 'ada' })
    expect(schemas.ticket.parse(await claimed.json())).toMatchObject({ status: 'claimed', claimed_by: 'ada' })
    expect((await server.post(`${path}/claim`, { worker: 'bob' })).status).toBe(409)
    expect((await server.post(`${path}/cancel`, {})).status).toBe(200)
    expect((await server.post(`${path}/cancel`, {})).status).toBe(409)
    expect((await server.post('/api/tickets/nobody/claim', { worker: 'ada' })).status).toBe(404)
  })

  it('refuses to control a run that is over', async () => {
    const response = await server.post('/api/runs/bank-1/control', { action: 'pause' })
    expect(response.status).toBe(409)
    expect(schemas.problem.parse(await response.json())).toMatchObject({ code: 'not-running' })
  })

  it('writes metrics that Prometheus can read', async () => {
    const text = await (await server.get('/metrics')).text()
    expect(text).toMatch(/^orch_attempts_total\{strategy="micro"\} \d+$/m)
    expect(text).toMatch(/^orch_goals\{status="open"\} 1$/m)
    expect(readExposition(text).size).toBeGreaterThan(5)
  })

  it('describes every route that docs/api.md lists', async () => {
    const document = (await read('/api/openapi.json')) as { paths: Record<string, object> }
    expect(Object.keys(document.paths)).toContain('/api/goals/{goal_hash}/steps')
    const page = await server.get('/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('/api/runs/{run_id}/control')
  })

  it('names every operation once, and its examples are requests that it takes', async () => {
    const document = (await read('/api/openapi.json')) as {
      servers: object[]
      paths: ApiPaths
    }
    expect(document.servers).toHaveLength(1)
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    )
    expect(ids.filter((id) => id === undefined)).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [id, { path = {}, query, body }] of Object.entries(API_EXAMPLES)) {
      const route = Object.entries(routes).find(([name]) => name === id)?.[1]
      if (!route) throw new Error(`There is no operation ${id}.`)
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(path).toSorted(), id).toEqual(names.toSorted())
      const request = 'request' in route ? (route.request as RouteRequest) : {}
      request.query?.parse(query ?? {})
      request.body?.content['application/json'].schema.parse(body)
      const asks = route.method === 'get' && !LEAN_NEEDED.has(id) && names.length === 0
      if (asks)
        expect((await server.get(`${route.path}?${new URLSearchParams(query)}`)).status, id).not.toBe(400)
    }
    for (const [id, route] of Object.entries(routes)) {
      const [[status, answer] = ['', undefined]] = Object.entries(route.responses as RouteResponses)
      const described = document.paths[route.path]?.[route.method]?.responses[status]
      const example = described?.content?.['application/json']?.example
      const fits = answer?.content['application/json']?.schema.safeParse(example)
      expect(fits?.error, `the recorded answer of ${id}; npm run api-answers makes them anew`).toBeUndefined()
    }
    const page = await (await server.get('/api/docs')).text()
    expect(page).toContain('http://127.0.0.1:8000/api/goals?status=open&amp;q=add')
    expect(page).toContain('Try it')
    expect(page).toContain(', 1 to 64, 16 if left out')
    expect(page).toContain('goal_hash: string\n')
  })

  it('lists a goal once that two strategies have settled', async () => {
    const { items } = await server.ledger.attempts({ limit: 50 })
    const proof = items.find(({ outcome }) => outcome === 'proved')
    if (!proof) throw new Error('no proof')
    await server.ledger.record({ ...proof, outcome: 'proved', strategy: 'late' })
    const { goals_solved, solved } = schemas.runDetail.parse(await read('/api/runs/bank-1'))
    expect([goals_solved, solved.map(({ goal_id }) => goal_id)]).toEqual([1, ['add_zero', 'all_small']])
  })
})
