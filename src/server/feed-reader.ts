/** Live events as they stand in the ledger: pieces of one stream, each from one position to another. */
import { isSettled, parseOutcome } from '../attempt.ts'
import {
  attemptsAfter,
  type Ledger,
  lastAttemptId,
  lastEventId,
  readEvents,
  type StreamedAttempt,
} from '../ledger/index.ts'

/** Everything up to both has been told; as an id it is `<attempt>-<event>`. */
export interface FeedPosition {
  readonly attempt: number
  readonly event: number
}

/** A piece of the stream as it goes over the wire. */
export interface Chunk {
  readonly from: FeedPosition
  readonly to: FeedPosition
  readonly bytes: Uint8Array
}

/** A gap in the numbers is a write that is not visible yet, or one that was taken back. */
const GAP_MS = 2_000

export class FeedReader {
  readonly #ledger: () => Promise<Ledger>
  readonly #gapsSince = new Map<number, number>()

  constructor(ledger: () => Promise<Ledger>) {
    this.#ledger = ledger
  }

  /** Where the stream is now. */
  async now(): Promise<FeedPosition> {
    const ledger = await this.#ledger()
    return { attempt: await lastAttemptId(ledger), event: await lastEventId(ledger) }
  }

  /** What comes next, if there is anything. */
  async after(from: FeedPosition, limit: number): Promise<Chunk | undefined> {
    const ledger = await this.#ledger()
    const attempts = await attemptsAfter(ledger, from.attempt, { limit })
    const visible = ledger.dialect === 'postgres' ? this.#withoutGaps(from.attempt, attempts) : attempts
    const events = await readEvents(ledger, from.event, limit)
    if (visible.length === 0 && events.length === 0) return undefined
    let { attempt, event } = from
    let text = ''
    for (const row of visible) {
      attempt = row.id
      text += message(idOf({ attempt, event }), 'attempt', JSON.stringify(attemptEvent(row)))
    }
    for (const { id, at, runId, type, data } of events) {
      event = id
      const body = { ...(data as object), at, ...(runId !== undefined && { run_id: runId }) }
      text += message(idOf({ attempt, event }), type, JSON.stringify(body))
    }
    return { from, to: { attempt, event }, bytes: encode(text) }
  }

  /** Rows up to the first number that is missing, unless it has been missing for long. */
  #withoutGaps(after: number, rows: readonly StreamedAttempt[]): readonly StreamedAttempt[] {
    let expected = after + 1
    for (const [index, { id }] of rows.entries()) {
      if (id !== expected) {
        const since = this.#gapsSince.get(expected) ?? Date.now()
        this.#gapsSince.set(expected, since)
        if (Date.now() - since < GAP_MS) return rows.slice(0, index)
        this.#gapsSince.delete(expected)
      }
      expected = id + 1
    }
    return rows
  }
}

export function idOf({ attempt, event }: FeedPosition): string {
  return `${attempt}-${event}`
}

export function positionOf(id: string | undefined): FeedPosition | undefined {
  const [, attempt, event] = /^(\d{1,15})-(\d{1,15})$/.exec(id ?? '') ?? []
  return attempt === undefined || event === undefined
    ? undefined
    : { attempt: Number(attempt), event: Number(event) }
}

/** Says that too much happened in between to be told. */
export function resetTo(from: FeedPosition, to: FeedPosition): Chunk {
  const data = JSON.stringify({ at: new Date().toISOString() })
  return { from, to, bytes: encode(message(idOf(to), 'reset', data)) }
}

/** News that is not in the ledger. It has no id: a client that reconnects resumes from its last stored event. */
export function passing(type: string): Uint8Array {
  return encode(`event: ${type}\ndata: ${JSON.stringify({ at: new Date().toISOString() })}\n\n`)
}

const encoder = new TextEncoder()

export function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

function message(id: string, type: string, json: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`
}

function attemptEvent(row: StreamedAttempt): object {
  const outcome = row.outcome === 'claimed' ? 'claimed' : (parseOutcome(row.outcome) ?? 'error')
  return {
    attempt_id: row.id,
    goal_hash: row.goal_hash,
    strategy: row.strategy,
    outcome,
    time_seconds: row.time_seconds,
    cpu_seconds: row.cpu_seconds,
    started_at: row.timestamp,
    run_id: row.run_id,
    settled: outcome !== 'claimed' && isSettled(outcome),
  }
}
