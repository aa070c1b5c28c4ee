/**
 * The queue that machines share: pg-boss, in a schema of its own beside the ledger. Retries, dead letters, heartbeats
 * and expiry are those of pg-boss; here is how a process asks and waits, and how it serves.
 *
 * Waiting is one query for everything that this process waits for, when it is told that something ended and every
 * `LOOK_MS` in any case. A notification is a hint only: without it everything works, half a second later. Questions and
 * answers that come within a moment share a statement: that is what makes many short jobs cheap.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { Batch } from './batch.ts'
import { type AnswerRow, readAnswer, readPayload, toFailure, toInsert, toOutput } from './job-rows.ts'
import type { Ending } from './job-sql.ts'
import { JobStore } from './job-store.ts'
import type { Signals } from './notify.ts'
import {
  type DeadJob,
  type Handler,
  type JobAnswer,
  type JobQueue,
  type JobServeOptions,
  messageOf,
  type NewJob,
  type QueueCounts,
  type Service,
} from './queue.ts'
import { SlotLoop, type Taken } from './slots.ts'

const BEAT_MS = 1_000
const LOOK_MS = 500
/** Questions wait this long for others to share their statement, answers and looks for answers a little longer. */
const ASK_MS = 2
const ANSWER_MS = 20
/** How often it is asked whether the database's clock was set back. */
const STRAIGHTEN_MS = 5_000
/** While the database is away. */
const RETRY_MS = 1_000
const GIVE_UP_MS = 120_000
const CHUNK = 1_000
/** Cancellations get this long to reach a database that may be away. */
const LAST_WORDS_MS = 2_000

interface Waiting {
  readonly queue: string
  readonly answer: PromiseWithResolvers<JobAnswer | 'gone'>
  /** Those of this process who wait for it: one that leaves takes nothing from the others. */
  askers: number
}

export class PostgresQueue implements JobQueue {
  readonly #boss: PgBoss
  readonly #signals: Signals
  readonly #store: JobStore
  readonly #waiting = new Map<string, Waiting>()
  readonly #loops = new Map<SlotLoop, NodeJS.Timeout>()
  readonly #cancelling = new Set<Promise<unknown>>()
  readonly #asks = new Batch((jobs: readonly NewJob[]) => this.#send(jobs), ASK_MS)
  readonly #endings = new Batch(
    (endings: readonly Ending[]) => this.#store.statements.complete(endings),
    ANSWER_MS,
  )
  #looking: Promise<void> | undefined
  #isToldMeanwhile = false
  #straightenedAt = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(boss: PgBoss, signals: Signals) {
    this.#boss = boss
    this.#store = new JobStore(boss)
    this.#signals = signals
  }

  async ask(job: NewJob, signal: AbortSignal): Promise<JobAnswer> {
    this.#signals.listen('answers', () => void this.#look())
    while (!signal.aborted) {
      const found = await this.#persist(() => this.#asks.add(job), signal)
      if (found === 'aborted') break
      // Somebody asked the same in this very moment.
      if (found === 'again') continue
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
      await this.#store.ensure(queue)
      for (let from = 0; from < group.length; from += CHUNK)
        await this.#boss.insert(queue, group.slice(from, from + CHUNK).map(toInsert))
    }
    this.#signals.send('jobs')
  }

  serve(options: JobServeOptions, handler: Handler): Service {
    const take = async (queue: string, most: number): Promise<readonly Taken[]> => {
      await this.#store.ensure(queue)
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
                ? this.#endings.add({ queue, ...attempt, output: toOutput(ending.output, options.worker) })
                : this.#boss.fail(queue, attempt, toFailure(messageOf(ending.error))),
            ).catch(() => undefined)
            attempts.delete(id)
            this.#signals.send('answers')
          },
        }
      })
    }
    this.#signals.listen('jobs', () => {
      for (const loop of this.#loops.keys()) loop.wake()
    })
    const attempts = new Map<string, number>()
    const loop = new SlotLoop({ take }, options, handler)
    this.#loops.set(
      loop,
      setInterval(() => void this.#beat(loop, attempts).catch(() => undefined), BEAT_MS),
    )
    return loop
  }

  counts(): Promise<readonly QueueCounts[]> {
    return this.#store.statements.counts()
  }

  deadJobs(limit: number): Promise<readonly DeadJob[]> {
    return this.#store.statements.dead(limit)
  }

  countDead(): Promise<number> {
    return this.#store.statements.countDead()
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

  async #send(jobs: readonly NewJob[]): Promise<readonly (JobAnswer | string)[]> {
    const found = await this.#store.findOrSend(jobs)
    this.#signals.send('jobs')
    return found
  }

  async #wait(queue: string, id: string, signal: AbortSignal): Promise<JobAnswer | 'gone'> {
    const known = this.#waiting.get(id)
    const waiting = known ?? { queue, answer: Promise.withResolvers<JobAnswer | 'gone'>(), askers: 0 }
    waiting.askers += 1
    this.#waiting.set(id, waiting)
    const cancelled = Promise.withResolvers<JobAnswer>()
    const cancel = () => {
      cancelled.resolve({ kind: 'cancelled' })
      waiting.askers -= 1
      if (waiting.askers > 0) return
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
    // What ended after the query had begun is looked for again.
    if (this.#looking) this.#isToldMeanwhile = true
    this.#looking ??= this.#collect()
      .catch(() => undefined)
      .then(() => pause(ANSWER_MS))
      .finally(() => {
        this.#looking = undefined
        if (this.#isToldMeanwhile) {
          this.#isToldMeanwhile = false
          void this.#look()
        } else if (this.#waiting.size > 0) this.#lookLater()
      })
    return this.#looking
  }

  async #collect(): Promise<void> {
    const asked = [...this.#waiting]
    const rows: AnswerRow[] = []
    const isTime = performance.now() - this.#straightenedAt > STRAIGHTEN_MS
    if (isTime) this.#straightenedAt = performance.now()
    for (const [queue, group] of Map.groupBy(asked, ([, waiting]) => waiting.queue)) {
      const ids = group.map(([id]) => id)
      if (isTime) await this.#store.statements.forgetTheFuture(queue, ids)
      rows.push(...(await this.#store.statements.look(queue, ids)))
    }
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
    for (const [queue, jobs] of Map.groupBy(loop.held, (job) => job.queue)) {
      const held = jobs.flatMap(({ id }) => {
        const retryCount = attempts.get(id)
        return retryCount === undefined ? [] : [{ id, retryCount }]
      })
      if (held.length === 0) continue
      const kept = await this.#store.touch(queue, held)
      for (const { id } of held) if (!kept.has(id)) loop.stop(id, 'Nobody waits for the answer from here.')
    }
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
}
