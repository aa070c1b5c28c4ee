import type { ProblemScheduler } from '../engine/index.ts'
import type { Hole } from './hole.ts'
import type { HoleProblem } from './hole-problem.ts'
import type { HoleQueue } from './hole-queue.ts'

const FEEDERS = 2

/**
 * Brings holes to the scheduler as they become ready, and knows when all of them are done. Two are prepared at a time, and
 * handed over in the order in which they came: which proof comes first, and so which hole brings a lemma into the file,
 * must not depend on which of two answers of Lean was the quicker one.
 */
export class Feeding {
  readonly #scheduler: Pick<ProblemScheduler<HoleProblem>, 'enqueue'>
  readonly #queue: HoleQueue
  readonly #prepare: (hole: Hole) => Promise<HoleProblem | undefined>
  readonly #ready: Hole[] = []
  #feeders = 0
  /** Settled when the hole that was taken last has been handed over. */
  #handedOver: Promise<void> = Promise.resolve()
  #wake: (() => void) | undefined
  #failure: unknown

  constructor(
    scheduler: Pick<ProblemScheduler<HoleProblem>, 'enqueue'>,
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
      const before = this.#handedOver
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#handedOver = promise
      try {
        const problem = await this.#prepare(hole)
        await before
        // Files may have changed meanwhile.
        if (!this.#queue.has(hole)) continue
        if (problem) this.#scheduler.enqueue(problem)
        else this.done(hole)
      } catch (error) {
        if (!this.#queue.has(hole)) continue
        this.#failure ??= error
        this.#wake?.()
      } finally {
        resolve()
      }
    }
  }
}
