/** How fast a batch gets on by its own work: pauses take no time, and what a run before it has done is none of it. */
export class WorkRate {
  #before: number | undefined
  #done = 0
  #workedMs = 0

  /** The first news comes with the first task that this run has finished. */
  update(done: number): void {
    this.#before ??= Math.max(0, done - 1)
    this.#done = done
  }

  passed(milliseconds: number, paused: boolean): void {
    if (!paused) this.#workedMs += milliseconds
  }

  /** Tasks a second; null before there is anything to tell. */
  get perSecond(): number | null {
    const own = this.#done - (this.#before ?? this.#done)
    return own > 0 && this.#workedMs > 0 ? (own * 1000) / this.#workedMs : null
  }
}
