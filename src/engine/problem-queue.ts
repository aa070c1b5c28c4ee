import type { Problem } from './arm.ts'
import type { Lane } from './events.ts'
import { PriorityQueue } from './priority-queue.ts'

interface Queued {
  readonly problem: Problem
  readonly lane: Lane
  readonly arrivedAt: number
  /** 0 as long as nobody has looked at it, less once it was screened, more when it comes back. */
  readonly lateness: number
}

/**
 * Problems waiting for a turn. A problem is either resting (backing off until a time) or ready in its lane,
 * where it keeps its place until a slot is free.
 * Ready problems are ordered by arrival minus `priority · agingMs`: the most important goes first, and yet one
 * that has waited `agingMs` longer overtakes any newcomer, so nothing starves. A problem that comes back counts as
 * `lateness · agingMs` younger: what nobody has looked at goes before a second look at anything else.
 */
export class ProblemQueue<T extends Queued> {
  readonly #agingMs: number
  readonly #ready: Record<Lane, PriorityQueue<T>> = { light: new PriorityQueue(), heavy: new PriorityQueue() }
  readonly #resting = new PriorityQueue<T>()

  constructor(agingMs: number) {
    this.#agingMs = agingMs
  }

  get size(): number {
    return this.#ready.light.size + this.#ready.heavy.size + this.#resting.size
  }

  /** When the next resting problem becomes ready, or infinity. */
  get nextWakeAt(): number {
    return this.#resting.nextKey
  }

  ready(lane: Lane): number {
    return this.#ready[lane].size
  }

  push(entry: T, now: number): void {
    const { lane, lateness, arrivedAt, problem } = entry
    // What was only screened has kept its place, and goes on before the next one is screened.
    const since = lateness <= 0 ? arrivedAt : now
    this.#ready[lane].push(entry, since + (lateness - problem.priority) * this.#agingMs)
  }

  rest(entry: T, until: number): void {
    this.#resting.push(entry, until)
  }

  wake(now: number): void {
    while (this.#resting.nextKey <= now) {
      const entry = this.#resting.pop()
      if (entry) this.push(entry, now)
    }
  }

  pop(lane: Lane): T | undefined {
    return this.#ready[lane].pop()
  }
}
