/** How jobs look inside pg-boss. What people wrote goes in as one JSON text, for `jsonb` refuses some characters. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { JOBS_SCHEMA } from '../ledger/index.ts'
import { type JobAnswer, MOST_TRIES, type NewJob } from './queue.ts'

export const SCHEMA = JOBS_SCHEMA
export const DEAD_QUEUE = 'dead'
/** Whoever asks looks for the question among all jobs, those that are answered too; pg-boss has no index for that. */
export const KEY_INDEX = 'job_orch_key'
/** Least that pg-boss allows; a worker says every second that it lives. */
const HEARTBEAT_SECONDS = 10

export const QUEUE_OPTIONS = {
  policy: 'exclusive',
  retryLimit: MOST_TRIES - 1,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deadLetter: DEAD_QUEUE,
  // Answers stay for those who ask again after they were killed.
  deleteAfterSeconds: 3_600,
  retentionSeconds: 7 * 86_400,
} as const

const MOST_PRIORITY = 1_000_000

const Payload = z.object({ body: z.string(), group: z.string(), key: z.string() })
const Output = z.object({ body: z.string(), worker: z.string() })
/** Ours, or that of pg-boss when a worker was not heard of any more. */
const Failure = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

export function toInsert({ key, data, priority, group, expireSeconds }: NewJob) {
  return {
    singletonKey: keyHash(key),
    data: { body: JSON.stringify(data), group: plain(group), key: plain(key).slice(0, 200) },
    priority: Math.round(priority * MOST_PRIORITY),
    expireInSeconds: Math.max(1, Math.ceil(expireSeconds)),
    group: { id: plain(group) },
  }
}

export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export function readPayload(data: unknown): { body: unknown; group: string; key: string } {
  const { body, group, key } = Payload.parse(data)
  return { body: JSON.parse(body), group, key }
}

export function toOutput(output: unknown, worker: string): object {
  return { body: JSON.stringify(output ?? null), worker: plain(worker) }
}

export function toFailure(message: string): object {
  return { error: plain(message).slice(0, 2_000) }
}

export function readFailure(output: unknown): string {
  return Failure.safeParse(output).data ?? 'it broke every worker that had it'
}

export interface AnswerRow {
  readonly id: string
  readonly state: string
  readonly output: unknown
}

/** Undefined while it is not over. */
export function readAnswer({ state, output }: Omit<AnswerRow, 'id'>): JobAnswer | undefined {
  if (state === 'cancelled') return { kind: 'cancelled' }
  if (state === 'failed') return { kind: 'dead', error: readFailure(output) }
  if (state !== 'completed') return undefined
  const told = Output.safeParse(output)
  if (!told.success) return { kind: 'dead', error: 'the worker gave no answer' }
  try {
    return { kind: 'done', output: JSON.parse(told.data.body), worker: told.data.worker }
  } catch {
    return { kind: 'dead', error: 'the answer of the worker is no JSON' }
  }
}

/** `jsonb` has neither the character zero nor half a pair of surrogates. */
function plain(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}
