/**
 * How long a server has been away, counted in time that was spent on trying: a machine that was asleep or frozen for
 * minutes has not tried meanwhile, and must not give up on the first connection that broke in its sleep.
 */
export class Outage {
  readonly #mostMs: number
  readonly #mostOfTryMs: number
  readonly #now: () => number
  #tryingMs = 0
  #lastAt: number

  constructor(
    { mostMs, mostOfTryMs }: { mostMs: number; mostOfTryMs: number },
    now = () => performance.now(),
  ) {
    this.#mostMs = mostMs
    this.#mostOfTryMs = mostOfTryMs
    this.#now = now
    this.#lastAt = now()
  }

  /** Says that a try has failed, and tells whether it was the last one. */
  isGivenUp(): boolean {
    const now = this.#now()
    this.#tryingMs += Math.min(now - this.#lastAt, this.#mostOfTryMs)
    this.#lastAt = now
    return this.#tryingMs > this.#mostMs
  }
}
