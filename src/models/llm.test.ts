import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/index.ts'
import { createChat, fencedCode, llmEndpoint } from './index.ts'

type Handler = (response: ServerResponse, request: IncomingMessage, body: string) => void

const KEY = 'sk-very-secret'
let server: Server
/** One per request; the last one serves all that follow. */
let handlers: Handler[] = []
let asked: { path: string | undefined; authorization: string | undefined; body: Record<string, unknown> }[] =
  []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      asked.push({
        path: request.url,
        authorization: request.headers.authorization,
        body: JSON.parse(body),
      })
      const handler = handlers.length > 1 ? handlers.shift() : handlers[0]
      handler?.(response, request, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
const chat = () => createChat({ baseUrl: base(), model: 'small', apiKey: KEY }, { delayMs: 1 })
const messages = [{ role: 'user' as const, content: 'prove it' }]

const say =
  (...contents: (string | null)[]): Handler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: contents.map((content) => ({ message: { content } })) }))
  }
const status =
  (code: number, body = '{}', headers: Record<string, string> = {}): Handler =>
  (response) => {
    response.writeHead(code, headers)
    response.end(body)
  }

describe('a chat endpoint', () => {
  it('is asked with the model, the key and the sampling that was wanted', async () => {
    handlers = [say('one', null, 'two')]
    const answer = await chat()({ messages, n: 3, temperature: 0.7, seed: 5, maxTokens: 99 })
    expect(answer).toEqual({ kind: 'answered', texts: ['one', 'two'] })
    expect(asked).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: { model: 'small', messages, n: 3, temperature: 0.7, seed: 5, max_tokens: 99 },
      },
    ])
  })

  it('is asked again when it is busy, after the time it names', async () => {
    const past = new Date(Date.now() - 5_000).toUTCString()
    handlers = [
      status(429, '', { 'retry-after': '0' }),
      status(503, '', { 'retry-after': past }),
      say('at last'),
    ]
    expect(await chat()({ messages })).toEqual({ kind: 'answered', texts: ['at last'] })
    expect(asked).toHaveLength(3)
  })

  it('is given up on when it stays busy', async () => {
    handlers = [status(500, 'overloaded')]
    const answer = await chat()({ messages })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'busy', status: 500 })
    expect(asked).toHaveLength(3)
  })

  it('is not waited for when it wants more time than there is', async () => {
    handlers = [status(429, '', { 'retry-after': '3600' })]
    const answer = await chat()({ messages, timeoutMs: 60_000 })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'busy', status: 429 })
    expect(asked).toHaveLength(1)
  })

  it('is not asked twice for what it refuses, and its words never show the key', async () => {
    handlers = [status(401, `{"error": "wrong key ${KEY}"}`)]
    const answer = await chat()({ messages })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'refused', status: 401 })
    expect(JSON.stringify(answer)).toContain('wrong key ***')
    expect(JSON.stringify(answer)).not.toContain(KEY)
    expect(asked).toHaveLength(1)
  })

  it('that does not answer in time is a value', async () => {
    handlers = [() => {}]
    const answer = await chat()({ messages, timeoutMs: 49.5 })
    expect(answer).toEqual({
      kind: 'failed',
      reason: 'timeout',
      detail: 'The endpoint did not answer within 0.0495 s.',
    })
  })

  it('is left alone when the caller stops', async () => {
    const reason = new Error('enough')
    const stop = new AbortController()
    handlers = [() => stop.abort(reason)]
    await expect(chat()({ messages, signal: stop.signal })).rejects.toBe(reason)
    await expect(chat()({ messages, signal: stop.signal })).rejects.toBe(reason)
    expect(asked).toHaveLength(1)
  })

  it('that hangs up or is not there is a value', async () => {
    handlers = [(response) => response.destroy()]
    expect(await chat()({ messages })).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    expect(asked).toHaveLength(3)
    const nobody = createChat({ baseUrl: 'http://user:pass-word@127.0.0.1:9/v1', model: 'm' }, { delayMs: 1 })
    const answer = await nobody({ messages })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    expect(JSON.stringify(answer)).not.toContain('pass-word')
  })

  it.each([
    ['no JSON', '<html>'],
    ['no choices', '{}'],
    ['choices without a message', '{"choices": [{}]}'],
    ['a message without text', '{"choices": [{"message": {"content": null}}]}'],
  ])('that answers with %s is malformed', async (_, body) => {
    handlers = [status(200, body)]
    expect(await chat()({ messages })).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(asked).toHaveLength(1)
  })

  it('is what the settings name', () => {
    const config = (env: Record<string, string>) => loadConfig({ env, envFile: 'no-such-file' }).config
    const url = 'http://localhost:1/v1'
    expect(llmEndpoint(config({ ORCH_LLM_BASE_URL: url }))).toBeUndefined()
    expect(llmEndpoint(config({ ORCH_LLM_MODEL: 'm' }))).toBeUndefined()
    expect(llmEndpoint(config({ ORCH_LLM_BASE_URL: url, ORCH_LLM_MODEL: 'm' }))).toMatchObject({
      baseUrl: url,
      model: 'm',
    })
    expect(llmEndpoint(config({ ORCH_LLM_BASE_URL: url }), 'other')).toMatchObject({ model: 'other' })
  })
})

describe('the code in an answer', () => {
  it('is what stands between fences', () => {
    expect(fencedCode('Sure:\n```lean\nby\n  simp\n```\nor\n~~~\nrfl\n~~~\n')).toEqual(['by\n  simp', 'rfl'])
  })

  it('may be unfinished', () => {
    expect(fencedCode('```lean4\nintro n\nsorry')).toEqual(['intro n\nsorry'])
  })

  it('is the whole answer where there are no fences', () => {
    expect(fencedCode(' intro n\n')).toEqual(['intro n'])
    expect(fencedCode(' \n')).toEqual([])
  })
})
