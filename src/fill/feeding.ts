import type { ProblemScheduler } from '../engine/index.ts'
import type { Hole } from './hole.ts'
import type { HoleProblem } from './hole-problem.ts'
import type { HoleQueue } from './hole-queue.ts'

const FEEDERS = 2

/** Brings holes to the scheduler as they become ready, and knows when all of them are done. */
export class Feeding {
  readonly #scheduler: ProblemScheduler<HoleProblem>
  readonly #queue: HoleQueue
  readonly #prepare: (hole: Hole) => Promise<HoleProblem | undefined>
  readonly #ready: Hole[] = []
  #feeders = 0
  #wake: (() => void) | undefined
  #failure: unknown

  constructor(
    scheduler: ProblemScheduler<HoleProblem>,
    queue: HoleQueue,
    prepare: (hole: Hole) => Promise<HoleProblem | undefined>,
  ) {
    this.#scheduler = scheduler
    this.#queue = queue
    this.#prepare = prepare
  }

  seen(hole: Hole): void {
    this.#queue.seen(hole)
    this.feed()
  }

  /** A hole is settled, or nobody wants it any more. */
  done(hole: Hole): void {
    this.#queue.remove(hole)
    this.wake()
  }

  /** Holes came or went. */
  wake(): void {
    this.feed()
    this.#wake?.()
  }

  /** Until the queue has no open hole. */
  async until(signal: AbortSignal, broken: Promise<unknown>): Promise<void> {
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    this.feed()
    while (this.#queue.size > 0 && !signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, stopped, broken])
      if (this.#failure !== undefined) throw this.#failure
    }
  }

  /** Takes what is ready from the queue. */
  feed(): void {
    this.#ready.push(...this.#queue.take())
    while (this.#feeders < FEEDERS && this.#ready.length > 0) {
      this.#feeders += 1
      void this.#work().finally(() => {
        this.#feeders -= 1
        if (this.#ready.length > 0) this.feed()
      })
    }
  }

  async #work(): Promise<void> {
    for (let hole = this.#ready.shift(); hole; hole = this.#ready.shift()) {
      if (!this.#queue.has(hole)) continue
      try {
        const problem = await this.#prepare(hole)
        // Files may have changed meanwhile.
        if (!this.#queue.has(hole)) continue
        if (problem) this.#scheduler.enqueue(problem)
        else this.done(hole)
      } catch (error) {
        if (!this.#queue.has(hole)) continue
        this.#failure ??= error
        this.#wake?.()
      }
    }
  }
}
