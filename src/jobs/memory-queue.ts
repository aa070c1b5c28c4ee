/** The queue of one process: nothing is written down, and whoever asks and whoever works are the same program. */
import { randomUUID } from 'node:crypto'
import { backoffDelay, createRandom } from '../engine/index.ts'
import {
  type DeadJob,
  type Handler,
  type JobAnswer,
  type JobQueue,
  type JobServeOptions,
  MOST_TRIES,
  messageOf,
  type NewJob,
  type QueueCounts,
  type Service,
} from './queue.ts'
import { SlotLoop, type Taken } from './slots.ts'

interface Entry {
  readonly id: string
  readonly job: NewJob
  readonly answer: PromiseWithResolvers<JobAnswer>
  state: 'waiting' | 'resting' | 'active' | 'over'
  /** Those who wait for the answer. */
  askers: number
  tries: number
}

const BACKOFF = { baseMs: 50, mostMs: 1_000 }

export class MemoryQueue implements JobQueue {
  readonly #entries = new Map<string, Entry>()
  readonly #loops = new Set<SlotLoop>()
  readonly #dead: DeadJob[] = []
  readonly #random = createRandom(1)

  async ask(job: NewJob, signal: AbortSignal): Promise<JobAnswer> {
    if (signal.aborted) return { kind: 'cancelled' }
    const entry = this.#enter(job)
    entry.askers += 1
    const cancelled = Promise.withResolvers<JobAnswer>()
    const cancel = () => {
      entry.askers -= 1
      if (entry.askers === 0) this.#cancel(entry)
      cancelled.resolve({ kind: 'cancelled' })
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await Promise.race([entry.answer.promise, cancelled.promise])
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  async enqueue(jobs: readonly NewJob[]): Promise<void> {
    for (const job of jobs) this.#enter(job)
  }

  serve(options: JobServeOptions, handler: Handler): Service {
    const take = async (queue: string, most: number): Promise<readonly Taken[]> =>
      this.#waiting(queue)
        .slice(0, most)
        .map((entry) => this.#taken(entry, options.worker))
    const loop = new SlotLoop({ take }, options, handler)
    this.#loops.add(loop)
    return loop
  }

  async counts(): Promise<readonly QueueCounts[]> {
    const queues = Map.groupBy(this.#entries.values(), ({ job }) => job.queue)
    return Array.from(queues, ([queue, entries]) => {
      const active = entries.filter(({ state }) => state === 'active').length
      return { queue, active, waiting: entries.length - active }
    })
  }

  async deadJobs(limit: number): Promise<readonly DeadJob[]> {
    return this.#dead.slice(-limit).reverse()
  }

  async countDead(): Promise<number> {
    return this.#dead.length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#loops].map((loop) => loop.abandon()))
  }

  #enter(job: NewJob): Entry {
    const place = `${job.queue} ${job.key}`
    const known = this.#entries.get(place)
    if (known) return known
    const entry: Entry = {
      id: randomUUID(),
      job,
      answer: Promise.withResolvers(),
      state: 'waiting',
      askers: 0,
      tries: 0,
    }
    this.#entries.set(place, entry)
    this.#wake()
    return entry
  }

  #waiting(queue: string): Entry[] {
    return [...this.#entries.values()]
      .filter(({ state, job }) => state === 'waiting' && job.queue === queue)
      .sort((left, right) => right.job.priority - left.job.priority)
  }

  #taken(entry: Entry, worker: string): Taken {
    const { id, job } = entry
    entry.state = 'active'
    entry.tries += 1
    return {
      job: { id, queue: job.queue, group: job.group, data: asJson(job.data), tries: entry.tries },
      settle: async (ending) => {
        if (entry.state !== 'active') return
        if ('output' in ending) this.#close(entry, { kind: 'done', output: asJson(ending.output), worker })
        else this.#failed(entry, messageOf(ending.error))
      },
    }
  }

  #failed(entry: Entry, error: string): void {
    const { job, tries } = entry
    if (tries >= MOST_TRIES) {
      const { queue, group, key } = job
      this.#dead.push({ queue, group, key, error, diedAt: new Date().toISOString() })
      this.#close(entry, { kind: 'dead', error })
      return
    }
    entry.state = 'resting'
    const delay = backoffDelay(BACKOFF, tries - 1, this.#random)
    setTimeout(() => {
      if (entry.state !== 'resting') return
      entry.state = 'waiting'
      this.#wake()
    }, delay).unref()
  }

  #cancel(entry: Entry): void {
    if (entry.state === 'over') return
    this.#close(entry, { kind: 'cancelled' })
    for (const loop of this.#loops) loop.stop(entry.id, 'Nobody waits for the answer.')
  }

  #close(entry: Entry, answer: JobAnswer): void {
    entry.state = 'over'
    this.#entries.delete(`${entry.job.queue} ${entry.job.key}`)
    entry.answer.resolve(answer)
  }

  #wake(): void {
    for (const loop of this.#loops) loop.wake()
  }
}

/** As it would come out of a database. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
