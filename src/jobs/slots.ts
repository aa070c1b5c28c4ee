/**
 * The loop of a worker over any queue: as many jobs at once as there are slots, taken as they become free.
 *
 * Life of the loop: serving → draining (takes nothing more) → over, when the last job has ended. It looks for jobs
 * when it is woken, when a slot becomes free, and every `LOOK_MS` in any case.
 *
 * A worker on which one job after the other breaks (a full disk, a Lean that does not start) is free at once and would
 * take every retry, until all jobs are dead. It rests instead, longer each time, so that they go to others.
 */
import type { Handler, Job, ServeOptions, Service } from './queue.ts'

const LOOK_MS = 500
/** After an error the database is left alone for a moment. */
const REST_MS = 1_000
/** Longer than a job waits for its next try. */
const BROKEN_REST_MS = 10_000
const MOST_REST_MS = 60_000
/** What breaks together broke for one reason. */
const TOGETHER_MS = 1_000

export interface Taken {
  readonly job: Omit<Job, 'signal'>
  /** Tells the queue how it ended; must not throw. */
  settle(ending: { readonly output: unknown } | { readonly error: unknown }): Promise<void>
}

export interface Source {
  take(queue: string, most: number): Promise<readonly Taken[]>
}

export class SlotLoop implements Service {
  readonly #options: ServeOptions
  readonly #handler: Handler
  readonly #source: Source
  readonly #jobs = new Map<string, { readonly job: Job; readonly controller: AbortController }>()
  readonly #ending = new Set<Promise<void>>()
  #isDraining = false
  #wake = Promise.withResolvers<void>()
  #turn = 0
  /** How often jobs broke since the last one that did not. */
  #breaks = 0
  #brokeAt = Number.NEGATIVE_INFINITY
  readonly #loop: Promise<void>

  constructor(source: Source, options: ServeOptions, handler: Handler) {
    this.#source = source
    this.#options = options
    this.#handler = handler
    this.#loop = this.#run()
  }

  get running(): readonly Job[] {
    return Array.from(this.#jobs.values(), ({ job }) => job)
  }

  /** Something may be waiting. */
  wake(): void {
    this.#wake.resolve()
  }

  /** Stops a job whose answer nobody wants from here. */
  stop(id: string, reason: string): void {
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
    for (const id of this.#jobs.keys()) this.stop(id, 'The worker is stopped.')
    await this.drain()
  }

  async #run(): Promise<void> {
    while (!this.#isDraining) {
      this.#wake = Promise.withResolvers<void>()
      const found = await this.#fill().catch(() => undefined)
      if (this.#isDraining) return
      if (found !== undefined && found > 0 && this.#free > 0) continue
      await this.#pause(found === undefined ? REST_MS : LOOK_MS)
    }
  }

  get #free(): number {
    return this.#options.slots - this.#jobs.size
  }

  /** One round over the queues; says how many jobs it brought. */
  async #fill(): Promise<number> {
    const { queues, admits } = this.#options
    let found = 0
    for (let step = 0; step < queues.length && this.#free > 0 && !this.#isDraining; step += 1) {
      if (this.#isResting || (admits && !admits(this.#jobs.size))) return 0
      const queue = queues[this.#turn % queues.length]
      this.#turn += 1
      if (queue === undefined) break
      // A worker that watches its machine takes one at a time, and looks again.
      const taken = await this.#source.take(queue, admits ? 1 : this.#free)
      found += taken.length
      for (const one of taken) this.#start(one)
    }
    return found
  }

  #start({ job: bare, settle }: Taken): void {
    const controller = new AbortController()
    const job: Job = { ...bare, signal: controller.signal }
    this.#jobs.set(job.id, { job, controller })
    const ended = this.#handle(job)
      .then((ending) => settle(ending))
      .finally(() => {
        this.#jobs.delete(job.id)
        this.#ending.delete(ended)
        this.wake()
      })
    this.#ending.add(ended)
  }

  get #isResting(): boolean {
    if (this.#breaks < 2) return false
    const { restMs = BROKEN_REST_MS } = this.#options
    return performance.now() - this.#brokeAt < Math.min(MOST_REST_MS, restMs * 2 ** (this.#breaks - 2))
  }

  #broke(): void {
    const now = performance.now()
    if (now - this.#brokeAt < TOGETHER_MS) return
    this.#breaks += 1
    this.#brokeAt = now
  }

  async #handle(job: Job): Promise<{ output: unknown } | { error: unknown }> {
    try {
      const output = await this.#handler(job)
      this.#breaks = 0
      return job.signal.aborted ? { error: job.signal.reason } : { output }
    } catch (error) {
      if (!job.signal.aborted) this.#broke()
      return { error }
    }
  }

  async #pause(ms: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), ms)
    await this.#wake.promise
    clearTimeout(timer)
  }
}
