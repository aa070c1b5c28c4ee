/**
 * Live events out of the ledger. One reader per server asks what is new and keeps the last moments; each client has a
 * place of its own in that stream and is handed what comes after it, as fast as it takes it. Nothing is kept per
 * client, so a slow one costs nothing; one that is far behind is served from the ledger.
 */
import { isSettled, parseOutcome } from '../attempt.ts'
import { type Ledger, readEvents } from '../ledger/index.ts'

/** Everything up to both has been told; as an id it is `<attempt>-<event>`. */
export interface Position {
  readonly attempt: number
  readonly event: number
}

interface AttemptRow {
  id: number
  goal_hash: string
  strategy: string
  outcome: string
  time_seconds: number
  cpu_seconds: number
  timestamp: string
  run_id: string | null
}

/** A piece of the stream as it goes over the wire. */
interface Chunk {
  readonly from: Position
  readonly to: Position
  readonly bytes: Uint8Array
}

const POLL_MS = 500
const PAGE = 500
/** More than this at a time nobody can follow. */
const LIVE_PAGE = 200
/** A search this far ahead of its watchers is too fast to be told attempt by attempt: they look now and then. */
const MOST_LAG = 500
const TOO_FAST_MS = 2_000
/** A gap in the numbers is a write that is not visible yet, or one that was taken back. */
const GAP_MS = 2_000
/** A client that missed more than this is told to load everything anew. */
const MOST_MISSED = 20_000

export class Feed implements AsyncDisposable {
  readonly #ledger: () => Promise<Ledger>
  readonly #closing = new AbortController()
  readonly #gapsSince = new Map<number, number>()
  #chunk: Chunk | undefined
  #position: Position | undefined
  #waiters: (() => void)[] = []
  #clients = 0
  #polling: Promise<void> | undefined

  constructor(ledger: () => Promise<Ledger>) {
    this.#ledger = ledger
  }

  get clients(): number {
    return this.#clients
  }

  /** Where the stream is now. */
  async now(): Promise<Position> {
    const ledger = await this.#ledger()
    const [attempts] = await ledger.sql.all<{ id: number | null }>('select max(id) as id from attempts')
    const [events] = await ledger.sql.all<{ id: number | null }>('select max(id) as id from events')
    return { attempt: attempts?.id ?? 0, event: events?.id ?? 0 }
  }

  /** Pieces of the stream after a position, until the signal fires. Each is pulled only when the last one is sent. */
  async *follow(after: Position | undefined, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const end = AbortSignal.any([signal, this.#closing.signal])
    this.#clients += 1
    this.#startPolling()
    try {
      let at = after ?? (await this.now())
      const now = await this.now()
      if (now.attempt - at.attempt > MOST_MISSED || now.event - at.event > MOST_MISSED) {
        const reset = resetTo(at, now)
        at = reset.to
        yield reset.bytes
      }
      while (!end.aborted) {
        const chunk = await this.#next(at)
        if (chunk) {
          at = chunk.to
          yield chunk.bytes
        } else if (this.#isCurrent(at)) await this.#news(end)
      }
    } finally {
      this.#clients -= 1
    }
  }

  /** What comes after a position: shared by all who are at the front, read from the ledger for others. */
  async #next(at: Position): Promise<Chunk | undefined> {
    if (this.#isCurrent(at)) return undefined
    const shared = this.#chunk
    if (shared && shared.from.attempt === at.attempt && shared.from.event === at.event) return shared
    return this.#read(at, PAGE)
  }

  async #read(from: Position, limit: number): Promise<Chunk | undefined> {
    const ledger = await this.#ledger()
    const attempts = await ledger.sql.all<AttemptRow>(
      `select id, goal_hash, strategy, outcome, time_seconds, cpu_seconds, timestamp, run_id from attempts
        where id > ? order by id limit ?`,
      [from.attempt, limit],
    )
    const visible = ledger.sql.dialect === 'postgres' ? this.#withoutGaps(from.attempt, attempts) : attempts
    const events = await readEvents(ledger.sql, from.event, limit)
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
  #withoutGaps(after: number, rows: readonly AttemptRow[]): readonly AttemptRow[] {
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

  #startPolling(): void {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      this.#position = undefined
      this.#chunk = undefined
      // Somebody may have come while the last one left.
      if (this.#clients > 0 && !this.#closing.signal.aborted) this.#startPolling()
    })
  }

  async #poll(): Promise<void> {
    while (this.#clients > 0 && !this.#closing.signal.aborted) {
      let waitMs = POLL_MS
      try {
        if (!this.#position) {
          this.#position = await this.now()
          this.#wake()
        }
        const now = await this.now()
        const tooFar = now.attempt - this.#position.attempt > MOST_LAG
        if (tooFar) waitMs = TOO_FAST_MS
        const chunk = tooFar ? resetTo(this.#position, now) : await this.#read(this.#position, LIVE_PAGE)
        if (chunk) {
          this.#chunk = chunk
          this.#position = chunk.to
          this.#wake()
        }
      } catch {
        // The ledger is away; clients keep their place and go on when it is back.
        this.#position = undefined
      }
      await this.#pause(waitMs)
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#closing.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#closing.signal.addEventListener('abort', done)
    })
  }

  #isCurrent(at: Position): boolean {
    const { attempt, event } = this.#position ?? at
    return at.attempt >= attempt && at.event >= event
  }

  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiters.push(done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }

  #wake(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    this.#wake()
    await this.#polling
  }
}

export function idOf({ attempt, event }: Position): string {
  return `${attempt}-${event}`
}

export function positionOf(id: string | undefined): Position | undefined {
  const [, attempt, event] = /^(\d{1,15})-(\d{1,15})$/.exec(id ?? '') ?? []
  return attempt === undefined || event === undefined
    ? undefined
    : { attempt: Number(attempt), event: Number(event) }
}

function resetTo(from: Position, to: Position): Chunk {
  const data = JSON.stringify({ at: new Date().toISOString() })
  return { from, to, bytes: encode(message(idOf(to), 'reset', data)) }
}

const encoder = new TextEncoder()

function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

function message(id: string, type: string, json: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`
}

function attemptEvent(row: AttemptRow): object {
  const outcome = parseOutcome(row.outcome) ?? 'error'
  return {
    attempt_id: row.id,
    goal_hash: row.goal_hash,
    strategy: row.strategy,
    outcome,
    time_seconds: row.time_seconds,
    cpu_seconds: row.cpu_seconds,
    started_at: row.timestamp,
    run_id: row.run_id,
    settled: isSettled(outcome),
  }
}
