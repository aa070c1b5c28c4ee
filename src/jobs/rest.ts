/**
 * A worker on which one job after the other breaks (a full disk, a Lean that does not start) is free at once and would
 * take every retry, until all jobs are dead. It rests instead, longer each time, so that they go to others.
 */

/** Longer than a job waits for its next try. */
const REST_MS = 10_000
const MOST_REST_MS = 60_000
/** What breaks together broke for one reason. */
const TOGETHER_MS = 1_000

export class Rest {
  readonly #restMs: number
  /** How often jobs broke since the last one that did not. */
  #breaks = 0
  #brokeAt = Number.NEGATIVE_INFINITY

  constructor(restMs: number = REST_MS) {
    this.#restMs = restMs
  }

  worked(): void {
    this.#breaks = 0
  }

  broke(): void {
    const now = performance.now()
    if (now - this.#brokeAt < TOGETHER_MS) return
    this.#breaks += 1
    this.#brokeAt = now
  }

  get isResting(): boolean {
    if (this.#breaks < 2) return false
    return performance.now() - this.#brokeAt < Math.min(MOST_REST_MS, this.#restMs * 2 ** (this.#breaks - 2))
  }
}
