import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendEvents, type NewEvent } from '../ledger/index.ts'
import { attemptOn, fill, goalOf, openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
const goal = goalOf('g', 'True')

beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

interface Seen {
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
}

/** Reads events until enough are there, then hangs up as a browser would. */
async function take(count: number, headers: Record<string, string> = {}): Promise<Seen[]> {
  const response = await server.events(headers)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const seen: Seen[] = []
  let text = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader && seen.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id] = /^id: (.*)$/m.exec(block) ?? []
      const [, type] = /^event: (.*)$/m.exec(block) ?? []
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      if (id && type && data) seen.push({ id, type, data: JSON.parse(data) })
    }
  }
  await reader?.cancel()
  return seen
}

const record = (number: number) => server.ledger.record(attemptOn(goal, { timeSeconds: number }))
const event = (count: number) => appendEvents(server.ledger, [{ type: 'goal', data: { count } }])

describe('live events', () => {
  it('tell what another connection to the ledger writes, as it happens', async () => {
    const watching = take(2, { 'last-event-id': '0-0' })
    await record(1)
    await event(2)
    expect((await watching).map(({ type }) => type).toSorted()).toEqual(['attempt', 'goal'])
  })

  it('begin with what happens from now on', async () => {
    await fill(server.ledger)
    const response = await server.events()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('retry:')
    const next = reader?.read()
    // The place is taken when the stream is first read; only then is there a "from now on".
    await new Promise((resolve) => setTimeout(resolve, 300))
    await record(42)
    expect((await next)?.value).toContain('"time_seconds":42')
    await reader?.cancel()
  })

  it('miss nothing and repeat nothing however often a client comes back', async () => {
    const total = 60
    const writing = (async () => {
      for (let number = 0; number < total; number += 1)
        await (number % 2 === 0 ? record(number) : event(number))
    })()
    const seen: Seen[] = []
    let at = '0-0'
    while (seen.length < total) {
      const some = await take(1, { 'last-event-id': at })
      seen.push(...some)
      at = some.at(-1)?.id ?? at
    }
    await writing
    const numbers = seen.map(({ data }) => Number(data.time_seconds ?? data.count))
    expect(numbers.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: total }, (_, at) => at),
    )
  })

  it('reach many clients in the same order', async () => {
    const clients = Array.from({ length: 20 }, () => take(10, { 'last-event-id': '0-0' }))
    for (let number = 0; number < 10; number += 1) await record(number)
    const [first, ...rest] = await Promise.all(clients)
    for (const other of rest) expect(other.slice(0, 10)).toEqual(first?.slice(0, 10))
  })

  it('ask a client that missed too much to load everything anew', async () => {
    await server.ledger.sql.write((transaction) =>
      transaction.run(
        `insert into events (id, at, type, data) values (50000, '2026-01-01T00:00:00.000Z', 'goal', '{}')`,
      ),
    )
    const [only] = await take(1, { 'last-event-id': '0-0' })
    expect(only).toMatchObject({ type: 'reset', id: '0-50000' })
  })

  it('let a client that does not read wait alone, and lose nothing of what it missed', async () => {
    const total = 300
    // More than the connection holds by itself.
    const filler = 'x'.repeat(40_000)
    const slow = await server.events({ 'last-event-id': '0-0' })
    const quick = take(total, { 'last-event-id': '0-0' })
    for (let count = 0; count < total; count += 20) {
      const some = Array.from({ length: 20 }, (_, at) => ({
        type: 'goal',
        data: { count: count + at, filler },
      }))
      await appendEvents(server.ledger, some as NewEvent[])
    }
    const expected = Array.from({ length: total }, (_, at) => at)
    expect((await quick).map(({ data }) => data.count)).toEqual(expected)
    const counts: number[] = []
    let text = ''
    const reader = slow.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (reader && counts.length < total) {
      text += (await reader.read()).value ?? ''
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) counts.push(...(/"count":(\d+)/.exec(block)?.slice(1).map(Number) ?? []))
    }
    expect(counts).toEqual(expected)
    await reader?.cancel()
  })
})
