/**
 * The loop of a worker over any queue: as many jobs at once as there are slots, taken as they become free.
 *
 * Life of the loop: serving → draining (takes nothing more) → over, when the last job has ended. It looks for jobs
 * when it is woken, when a slot becomes free and the last look brought all it asked for, and every `LOOK_MS` in any
 * case.
 *
 * Jobs that end within milliseconds are taken ahead, as many as end in `AHEAD_SECONDS`, so that a slot does
 * not stand still while the database is asked; of jobs that take longer than that, none is.
 */
import type { Handler, Job, JobServeOptions, Service } from './queue.ts'
import { Rate } from './rate.ts'
import { Rest } from './rest.ts'

const LOOK_MS = 500
/** A queue that was just found empty is left alone for this long. */
const GAP_MS = 10
/** After an error the database is left alone for a moment. */
const AFTER_ERROR_MS = 1_000
const AHEAD_SECONDS = 0.1
const STOPPED = 'The worker is stopped.'

export interface Taken {
  readonly job: Omit<Job, 'signal'>
  /** Tells the queue how it ended; must not throw. */
  settle(ending: { readonly output: unknown } | { readonly error: unknown }): Promise<void>
}

export interface JobSource {
  take(queue: string, most: number): Promise<readonly Taken[]>
}

export class SlotLoop implements Service {
  readonly #options: JobServeOptions
  readonly #handler: Handler
  readonly #source: JobSource
  readonly #jobs = new Map<string, { readonly job: Job; readonly controller: AbortController }>()
  /** Taken, and waiting for a slot here. */
  readonly #ahead = new Map<string, Taken>()
  /** Done, and not yet told to the queue. */
  readonly #settling = new Map<string, Taken['job']>()
  readonly #ending = new Set<Promise<void>>()
  readonly #rate = new Rate()
  readonly #rest: Rest
  #isDraining = false
  #isAbandoned = false
  #wake = Promise.withResolvers<void>()
  #mayHaveMore = true
  #turn = 0
  readonly #loop: Promise<void>

  constructor(source: JobSource, options: JobServeOptions, handler: Handler) {
    this.#source = source
    this.#options = options
    this.#handler = handler
    this.#rest = new Rest(options.restMs)
    this.#loop = this.#run()
  }

  get running(): readonly Job[] {
    return Array.from(this.#jobs.values(), ({ job }) => job)
  }

  /** Everything that the queue believes to be here. */
  get held(): readonly Taken['job'][] {
    return [
      ...this.running,
      ...Array.from(this.#ahead.values(), ({ job }) => job),
      ...this.#settling.values(),
    ]
  }

  /** Something may be waiting. */
  wake(): void {
    this.#mayHaveMore = true
    this.#wake.resolve()
  }

  /** Stops a job whose answer nobody wants from here. */
  stop(id: string, reason: string): void {
    this.#ahead.delete(id)
    this.#jobs.get(id)?.controller.abort(new DOMException(reason, 'AbortError'))
  }

  async drain(): Promise<void> {
    this.#isDraining = true
    this.wake()
    await this.#loop
    while (this.#ending.size > 0) await Promise.allSettled(this.#ending)
  }

  async abandon(): Promise<void> {
    this.#isDraining = true
    this.#isAbandoned = true
    this.#giveBack()
    for (const id of this.#jobs.keys()) this.stop(id, STOPPED)
    await this.drain()
  }

  async #run(): Promise<void> {
    while (!this.#isDraining) {
      this.#wake = Promise.withResolvers<void>()
      const found = await this.#fill().catch(() => 'error' as const)
      if (this.#isDraining) return
      if (found !== 'more' || this.#room === 0)
        await this.#pause(found === 'error' ? AFTER_ERROR_MS : LOOK_MS)
    }
  }

  get #free(): number {
    return this.#options.slots - this.#jobs.size
  }

  get #wanted(): number {
    return Math.floor(this.#rate.perSecond * AHEAD_SECONDS)
  }

  /** How many more it may hold: asked for again only when half of what is taken ahead is used up. */
  get #room(): number {
    const room = this.#free + this.#wanted - this.#ahead.size
    return this.#ahead.size > this.#wanted / 2 ? 0 : Math.max(0, room)
  }

  /** One round over the queues; says whether one of them gave as much as was asked for. */
  async #fill(): Promise<'more' | 'nothing more'> {
    const { queues, admits } = this.#options
    if (!this.#mayHaveMore) return 'nothing more'
    let step = 0
    // A hint that comes while the database is asked must not be lost.
    this.#mayHaveMore = false
    let found: 'more' | 'nothing more' = 'nothing more'
    for (; step < queues.length && this.#room > 0 && !this.#isDraining; step += 1) {
      if (this.#rest.isResting || (admits && !admits(this.#jobs.size))) break
      const queue = queues[this.#turn % queues.length]
      this.#turn += 1
      if (queue === undefined) break
      // A worker that watches its machine takes one at a time, and looks again, unless its jobs are over in no time.
      const most = admits ? Math.max(1, Math.min(this.#room, this.#wanted)) : this.#room
      const taken = await this.#source.take(queue, most)
      if (taken.length >= most) found = 'more'
      this.#accept(taken)
    }
    if (found === 'more' || step < queues.length) this.#mayHaveMore = true
    else await new Promise((resolve) => setTimeout(resolve, GAP_MS))
    return found
  }

  #accept(taken: readonly Taken[]): void {
    for (const one of taken) this.#ahead.set(one.job.id, one)
    if (this.#isAbandoned) this.#giveBack()
    else this.#startWaiting()
  }

  /** What was taken ahead goes back to the queue. */
  #giveBack(): void {
    const error = new DOMException(STOPPED, 'AbortError')
    for (const taken of this.#ahead.values()) this.#settle(taken, { error })
    this.#ahead.clear()
  }

  #startWaiting(): void {
    for (const [id, taken] of this.#ahead) {
      if (this.#free <= 0) return
      this.#ahead.delete(id)
      this.#start(taken)
    }
  }

  #start(taken: Taken): void {
    const controller = new AbortController()
    const job: Job = { ...taken.job, signal: controller.signal }
    this.#jobs.set(job.id, { job, controller })
    const ended = this.#handle(job).then((ending) => {
      this.#settle(taken, ending)
      this.#jobs.delete(job.id)
      this.#ending.delete(ended)
      this.#rate.happened()
      this.#startWaiting()
      this.#wake.resolve()
    })
    this.#ending.add(ended)
  }

  /** The slot is free while the queue is told. */
  #settle({ job, settle }: Taken, ending: { output: unknown } | { error: unknown }): void {
    this.#settling.set(job.id, job)
    const told = settle(ending).finally(() => {
      this.#settling.delete(job.id)
      this.#ending.delete(told)
    })
    this.#ending.add(told)
  }

  async #handle(job: Job): Promise<{ output: unknown } | { error: unknown }> {
    try {
      const output = await this.#handler(job)
      this.#rest.worked()
      return job.signal.aborted ? { error: job.signal.reason } : { output }
    } catch (error) {
      if (!job.signal.aborted) this.#rest.broke()
      return { error }
    }
  }

  async #pause(ms: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), ms)
    await this.#wake.promise
    clearTimeout(timer)
  }
}
