/**
 * The queue that machines share: pg-boss, in a schema of its own beside the ledger. Retries, dead letters, heartbeats
 * and expiry are those of pg-boss; here is how a process asks and waits, and how it serves.
 *
 * Waiting is one query for everything that this process waits for, when it is told that something ended and every
 * `LOOK_MS` in any case. A notification is a hint only: without it everything works, half a second later.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import {
  type AnswerRow,
  DEAD_QUEUE,
  keyHash,
  QUEUE_OPTIONS,
  readAnswer,
  readFailure,
  readPayload,
  SCHEMA,
  toFailure,
  toInsert,
  toOutput,
} from './job-rows.ts'
import type { Signals } from './notify.ts'
import {
  type Answer,
  type DeadJob,
  type Handler,
  type JobQueue,
  messageOf,
  type NewJob,
  type QueueCounts,
  type ServeOptions,
  type Service,
} from './queue.ts'
import { SlotLoop, type Taken } from './slots.ts'

const BEAT_MS = 1_000
const LOOK_MS = 500
/** While the database is away. */
const RETRY_MS = 1_000
const GIVE_UP_MS = 120_000
const CHUNK = 1_000
/** Cancellations get this long to reach a database that may be away. */
const LAST_WORDS_MS = 2_000

interface Waiting {
  readonly queue: string
  readonly answer: PromiseWithResolvers<Answer | 'gone'>
}

export class PostgresQueue implements JobQueue {
  readonly #boss: PgBoss
  readonly #signals: Signals
  readonly #queues = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #loops = new Map<SlotLoop, NodeJS.Timeout>()
  readonly #cancelling = new Set<Promise<unknown>>()
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(boss: PgBoss, signals: Signals) {
    this.#boss = boss
    this.#signals = signals
    signals.on('answers', () => void this.#look())
    signals.on('jobs', () => {
      for (const loop of this.#loops.keys()) loop.wake()
    })
  }

  async ask(job: NewJob, signal: AbortSignal): Promise<Answer> {
    while (!signal.aborted) {
      const found = await this.#persist(() => this.#findOrSend(job), signal)
      if (found === 'aborted') break
      if (typeof found !== 'string') return found
      const answer = await this.#wait(job.queue, found, signal)
      // Somebody else who had asked the same was not interested any more: it is asked again.
      if (answer === 'gone' || (answer.kind === 'cancelled' && !signal.aborted)) continue
      return answer
    }
    return { kind: 'cancelled' }
  }

  async enqueue(jobs: readonly NewJob[]): Promise<void> {
    for (const [queue, group] of Map.groupBy(jobs, (job) => job.queue)) {
      await this.#ensure(queue)
      for (let from = 0; from < group.length; from += CHUNK)
        await this.#boss.insert(queue, group.slice(from, from + CHUNK).map(toInsert))
    }
    this.#signals.send('jobs')
  }

  serve(options: ServeOptions, handler: Handler): Service {
    const take = async (queue: string, most: number): Promise<readonly Taken[]> => {
      await this.#ensure(queue)
      const jobs = await this.#boss.fetch<object>(queue, { batchSize: most })
      return jobs.map(({ id, data, retryCount }) => {
        const { body, group } = readPayload(data)
        const attempt = { id, retryCount }
        attempts.set(id, retryCount)
        return {
          job: { id, queue, group, data: body, tries: retryCount + 1 },
          settle: async (ending) => {
            await this.#persist(() =>
              'output' in ending
                ? this.#boss.complete(queue, attempt, toOutput(ending.output, options.worker))
                : this.#boss.fail(queue, attempt, toFailure(messageOf(ending.error))),
            ).catch(() => undefined)
            attempts.delete(id)
            this.#signals.send('answers')
          },
        }
      })
    }
    const attempts = new Map<string, number>()
    const loop = new SlotLoop({ take }, options, handler)
    this.#loops.set(
      loop,
      setInterval(() => void this.#beat(loop, attempts).catch(() => undefined), BEAT_MS),
    )
    return loop
  }

  counts(): Promise<readonly QueueCounts[]> {
    return readQueueCounts((text, values) => this.#all(text, values))
  }

  deadJobs(limit: number): Promise<readonly DeadJob[]> {
    return readDeadJobs((text, values) => this.#all(text, values), limit)
  }

  countDead(): Promise<number> {
    return countDeadJobs((text, values) => this.#all(text, values))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    for (const [loop, beat] of this.#loops) {
      clearInterval(beat)
      await loop.abandon()
    }
    await Promise.race([Promise.all(this.#cancelling), pause(LAST_WORDS_MS)])
    await this.#signals.close()
    await this.#boss.stop({ graceful: false, close: true })
  }

  /** The answer if there is one already, or the id of the job that will have it. */
  async #findOrSend(job: NewJob): Promise<Answer | string> {
    const { queue, key } = job
    await this.#ensure(queue)
    const [known] = await this.#all<AnswerRow>(
      `select id, state, output from ${SCHEMA}.job where name = $1 and singleton_key = $2
        and state in ('created', 'retry', 'active', 'completed') order by created_on desc limit 1`,
      [queue, keyHash(key)],
    )
    if (known) return readAnswer(known) ?? known.id
    const { data, ...options } = toInsert(job)
    const id = await this.#boss.send(queue, data, options)
    this.#signals.send('jobs')
    // Somebody asked the same in this very moment.
    return id ?? this.#findOrSend(job)
  }

  async #wait(queue: string, id: string, signal: AbortSignal): Promise<Answer | 'gone'> {
    const known = this.#waiting.get(id)
    const waiting = known ?? { queue, answer: Promise.withResolvers<Answer | 'gone'>() }
    this.#waiting.set(id, waiting)
    const cancelled = Promise.withResolvers<Answer>()
    const cancel = () => {
      cancelled.resolve({ kind: 'cancelled' })
      this.#waiting.delete(id)
      const told = this.#persist(() => this.#boss.cancel(queue, id))
        .catch(() => undefined)
        .finally(() => this.#cancelling.delete(told))
      this.#cancelling.add(told)
    }
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    this.#lookLater()
    try {
      return await Promise.race([waiting.answer.promise, cancelled.promise])
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  #lookLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#look()
    }, LOOK_MS)
  }

  #look(): Promise<void> {
    if (this.#waiting.size === 0) return Promise.resolve()
    this.#looking ??= this.#collect()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined
        if (this.#waiting.size > 0) this.#lookLater()
      })
    return this.#looking
  }

  async #collect(): Promise<void> {
    const asked = [...this.#waiting]
    const queues = [...new Set(asked.map(([, { queue }]) => queue))]
    const rows = await this.#all<AnswerRow>(
      `select id, state, case when state > 'active' then output end as output from ${SCHEMA}.job
        where name = any($1::text[]) and id = any($2::uuid[])`,
      [queues, asked.map(([id]) => id)],
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [id, { answer }] of asked) {
      const row = byId.get(id)
      const told = row ? readAnswer(row) : 'gone'
      if (told === undefined) continue
      this.#waiting.delete(id)
      answer.resolve(told)
    }
  }

  /** Says that the jobs of a loop are being worked on. What the database does not give it any more is stopped. */
  async #beat(loop: SlotLoop, attempts: ReadonlyMap<string, number>): Promise<void> {
    for (const [queue, jobs] of Map.groupBy(loop.running, (job) => job.queue)) {
      const held = jobs.flatMap(({ id }) => {
        const retryCount = attempts.get(id)
        return retryCount === undefined ? [] : [{ id, retryCount }]
      })
      if (held.length === 0) continue
      await this.#boss.touch(queue, held)
      const rows = await this.#all<{ id: string; retry_count: number }>(
        `select id, retry_count from ${SCHEMA}.job where name = $1 and id = any($2::uuid[]) and state = 'active'`,
        [queue, held.map(({ id }) => id)],
      )
      const kept = new Map(rows.map(({ id, retry_count }) => [id, retry_count]))
      for (const { id, retryCount } of held)
        if (kept.get(id) !== retryCount) loop.stop(id, 'Nobody waits for the answer from here.')
    }
  }

  #ensure(queue: string): Promise<void> {
    const made =
      this.#queues.get(queue) ??
      this.#boss.createQueue(queue, QUEUE_OPTIONS).catch((error: unknown) => {
        this.#queues.delete(queue)
        throw error
      })
    this.#queues.set(queue, made)
    return made
  }

  /** Tries again while the database is away; asks that would come too late are given up. */
  async #persist<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | 'aborted'> {
    const giveUpAt = performance.now() + GIVE_UP_MS
    for (;;) {
      if (signal?.aborted) return 'aborted'
      try {
        return await work()
      } catch (error) {
        if (performance.now() > giveUpAt) throw error
        await pause(RETRY_MS)
      }
    }
  }

  async #all<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#boss.getDb().executeSql(text, values)).rows as T[]
  }
}

type Query = <T>(text: string, values: (string | number)[]) => Promise<T[]>

export async function readQueueCounts(all: Query): Promise<readonly QueueCounts[]> {
  const rows = await all<{ queue: string; waiting: string; active: string }>(
    `select name as queue, count(*) filter (where state < 'active') as waiting,
        count(*) filter (where state = 'active') as active
      from ${SCHEMA}.job where state <= 'active' and name <> $1 group by name order by name`,
    [DEAD_QUEUE],
  )
  return rows.map(({ queue, waiting, active }) => ({
    queue,
    waiting: Number(waiting),
    active: Number(active),
  }))
}

export async function countDeadJobs(all: Query): Promise<number> {
  const [row] = await all<{ n: string }>(
    `select count(*) as n from ${SCHEMA}.job where name = $1 and state < 'active'`,
    [DEAD_QUEUE],
  )
  return Number(row?.n ?? 0)
}

interface DeadRow {
  source_name: string | null
  data: unknown
  source_output: unknown
  created_on: Date
}

export async function readDeadJobs(all: Query, limit: number): Promise<readonly DeadJob[]> {
  const rows = await all<DeadRow>(
    `select source_name, data, source_output, created_on from ${SCHEMA}.job
      where name = $1 and state < 'active' order by created_on desc limit $2`,
    [DEAD_QUEUE, limit],
  )
  return rows.map(({ source_name, data, source_output, created_on }) => {
    const { group, key } = readPayload(data)
    return {
      queue: source_name ?? '',
      group,
      key,
      error: readFailure(source_output),
      diedAt: created_on.toISOString(),
    }
  })
}
