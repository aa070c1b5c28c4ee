/**
 * The one client for OpenAI-compatible chat endpoints. What an endpoint does wrong is a value, never an exception:
 * a model is a helper, and no search may end because of it. The key appears in no value and no message.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Config } from '../config/index.ts'
import { trimEndOf } from '../goal/index.ts'
import { readLimited } from './llm-text.ts'

export interface LlmEndpoint {
  /** Up to and without `/chat/completions`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** How many answers are wanted; an endpoint may give fewer. */
  readonly n?: number
  readonly temperature?: number
  readonly seed?: number
  readonly maxTokens?: number
  /** For everything: all tries and the waits between them. */
  readonly timeoutMs?: number
  /** The caller's wish to stop; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
}

export type ChatAnswer =
  | { readonly kind: 'answered'; readonly texts: readonly string[] }
  | {
      readonly kind: 'failed'
      /** `busy`: it asked to come back later, or broke, and still did after the last try. */
      readonly reason: 'unreachable' | 'timeout' | 'busy' | 'refused' | 'malformed'
      readonly status?: number
      /** A sentence for people. */
      readonly detail: string
    }

export type Chat = (request: ChatRequest) => Promise<ChatAnswer>

export interface ChatOptions {
  /** Tries after the first one. */
  readonly retries?: number
  /** The wait before the first retry, where the endpoint names none; it doubles each time. */
  readonly delayMs?: number
  readonly random?: () => number
}

type Failed = Extract<ChatAnswer, { kind: 'failed' }>

const TIMEOUT_MS = 120_000
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504])
const MOST_SHOWN = 200

const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })),
})

/** The endpoint that the settings name; undefined if they name none, or no model at it. */
export function llmEndpoint(
  config: Pick<Config, 'llmBaseUrl' | 'llmModel' | 'llmApiKey'>,
  fallbackModel?: string | null,
): LlmEndpoint | undefined {
  const { llmBaseUrl: baseUrl, llmModel, llmApiKey: apiKey } = config
  const model = llmModel ?? fallbackModel
  return baseUrl && model ? { baseUrl, model, apiKey } : undefined
}

export function createChat(endpoint: LlmEndpoint, options: ChatOptions = {}): Chat {
  const { retries = 2, delayMs = 250, random = Math.random } = options
  return async (request) => {
    const { signal, timeoutMs = TIMEOUT_MS } = request
    signal?.throwIfAborted()
    const deadline = performance.now() + timeoutMs
    const limit = AbortSignal.timeout(Math.ceil(timeoutMs))
    const either = signal ? AbortSignal.any([signal, limit]) : limit
    for (let tries = 0; ; tries++) {
      const { answer, retryAfterMs } = await ask(endpoint, request, either)
      signal?.throwIfAborted()
      if (answer.kind === 'answered') return answer
      if (limit.aborted) return outOfTime(timeoutMs)
      if (!isTransient(answer) || tries >= retries) return hideSecrets(answer, endpoint)
      const waitMs = retryAfterMs ?? delayMs * 2 ** tries * (1 + random())
      // A wait that outlasts the caller's patience is a refusal: it is said at once.
      if (performance.now() + waitMs >= deadline) return hideSecrets(answer, endpoint)
      await sleep(waitMs, undefined, { signal: either }).catch(() => undefined)
      signal?.throwIfAborted()
    }
  }
}

interface Asked {
  readonly answer: ChatAnswer
  readonly retryAfterMs?: number | undefined
}

async function ask(endpoint: LlmEndpoint, request: ChatRequest, signal: AbortSignal): Promise<Asked> {
  const { baseUrl, model, apiKey } = endpoint
  const { messages, n, temperature = 0, seed, maxTokens } = request
  try {
    const response = await fetch(`${trimEndOf(baseUrl, '/')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        temperature,
        ...(n !== undefined && n > 1 && { n }),
        ...(seed !== undefined && { seed }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      }),
      signal,
    })
    const text = await readLimited(response)
    if (response.ok) return { answer: read(text) }
    const { status } = response
    const answer: Failed = {
      kind: 'failed',
      reason: TRANSIENT.has(status) ? 'busy' : 'refused',
      status,
      detail: `The endpoint answered with status ${status}${shown(text)}.`,
    }
    return { answer, retryAfterMs: retryAfter(response.headers.get('retry-after')) }
  } catch (error) {
    const detail = `The endpoint could not be asked: ${causeOf(error)}.`
    return { answer: { kind: 'failed', reason: 'unreachable', detail } }
  }
}

function read(text: string): ChatAnswer {
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch {
    return malformed(`The endpoint answered with something that is not JSON${shown(text)}.`)
  }
  const parsed = replySchema.safeParse(reply)
  const texts = parsed.data?.choices.flatMap(({ message }) => message.content ?? []) ?? []
  return texts.length > 0
    ? { kind: 'answered', texts }
    : malformed('The endpoint answered without a message.')
}

function malformed(detail: string): Failed {
  return { kind: 'failed', reason: 'malformed', detail }
}

function outOfTime(timeoutMs: number): Failed {
  return {
    kind: 'failed',
    reason: 'timeout',
    detail: `The endpoint did not answer within ${timeoutMs / 1000} s.`,
  }
}

function isTransient({ reason }: Failed): boolean {
  return reason === 'busy' || reason === 'unreachable'
}

/** Seconds, or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

function shown(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim()
  return line === '' || line === '{}' ? '' : `: ${line.slice(0, MOST_SHOWN)}`
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}

/** Endpoints like to repeat what they were sent, and addresses may carry a password. */
function hideSecrets(answer: Failed, { apiKey, baseUrl }: LlmEndpoint): Failed {
  const { password } = new URL(baseUrl)
  const secrets = [apiKey, password, decodeURIComponent(password)].filter((secret) => secret)
  const detail = secrets.reduce<string>((text, secret = '') => text.replaceAll(secret, '***'), answer.detail)
  return { ...answer, detail }
}
