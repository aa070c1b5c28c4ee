import type { Scheduler } from '../engine/index.ts'
import type { Hole } from './hole.ts'
import type { HoleProblem } from './hole-problem.ts'
import type { HoleQueue } from './hole-queue.ts'

const FEEDERS = 2

/** Brings holes to the scheduler as they become ready, and knows when all of them are done. */
export class Feeding {
  readonly #scheduler: Scheduler<HoleProblem>
  readonly #queue: HoleQueue
  readonly #prepare: (hole: Hole) => Promise<HoleProblem | undefined>
  readonly #ready: Hole[] = []
  readonly #done = new Set<string>()
  #feeders = 0
  #wake: (() => void) | undefined
  #failure: unknown

  constructor(
    scheduler: Scheduler<HoleProblem>,
    queue: HoleQueue,
    prepare: (hole: Hole) => Promise<HoleProblem | undefined>,
  ) {
    this.#scheduler = scheduler
    this.#queue = queue
    this.#prepare = prepare
  }

  seen(hole: Hole): void {
    this.#queue.seen(hole)
    this.#feed()
  }

  done(hole: Hole): void {
    this.#done.add(hole.id)
    this.seen(hole)
    this.#wake?.()
  }

  async until(count: number, signal: AbortSignal, broken: Promise<unknown>): Promise<void> {
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    this.#feed()
    while (this.#done.size < count && !signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, stopped, broken])
      if (this.#failure !== undefined) throw this.#failure
    }
  }

  #feed(): void {
    this.#ready.push(...this.#queue.take())
    while (this.#feeders < FEEDERS && this.#ready.length > 0) {
      this.#feeders += 1
      void this.#work().finally(() => {
        this.#feeders -= 1
        if (this.#ready.length > 0) this.#feed()
      })
    }
  }

  async #work(): Promise<void> {
    for (let hole = this.#ready.shift(); hole; hole = this.#ready.shift()) {
      try {
        const problem = await this.#prepare(hole)
        if (problem) this.#scheduler.enqueue(problem)
        else this.done(hole)
      } catch (error) {
        this.#failure ??= error
        this.#wake?.()
      }
    }
  }
}
