/**
 * A clock for budgets that runs slower while the machine is busy. Lean says of every request how long it took and how
 * much of that its thread was really working; where the two differ, others had the processor, and the time that
 * passes counts for less. A busy machine then makes a strategy slower, not weaker.
 */

/** The wall clock may run at most this many times as long as a budget: somebody is waiting for the answer. */
export const PATIENCE = 6

/** Ratios of very short requests say more about the timer than about the machine. */
const SHORTEST_SAMPLE_MICROS = 20_000

export class WorkClock {
  readonly #startedAt = performance.now()
  #wallMicros = 0
  #cpuMicros = 0

  /** What a request took, and what its thread worked. */
  sample(wallMicros: number, cpuMicros: number | null): void {
    if (cpuMicros === null) return
    this.#wallMicros += wallMicros
    this.#cpuMicros += cpuMicros
  }

  /** How many seconds pass for one second of work. */
  get slowness(): number {
    if (this.#wallMicros < SHORTEST_SAMPLE_MICROS) return 1
    return Math.min(PATIENCE, Math.max(1, this.#wallMicros / Math.max(1, this.#cpuMicros)))
  }

  /** Seconds of work that had room so far. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000 / this.slowness
  }

  /** Aborts when this clock has come so far. */
  at(seconds: number): AbortSignal {
    const controller = new AbortController()
    const look = () => {
      const left = seconds - this.seconds
      if (left <= 0) controller.abort(new DOMException('The time for this is over.', 'TimeoutError'))
      else setTimeout(look, Math.ceil(left * 1000)).unref()
    }
    look()
    return controller.signal
  }
}
