/**
 * A clock for budgets that runs slower while the machine is busy. Lean says of every request how long it took and how
 * much of that its thread was really working; where the two differ, others had the processor, and the time that
 * passes counts for less. A busy machine then makes a strategy slower, not weaker.
 */

import { PATIENCE } from '../tactics/index.ts'

/** Ratios of very short requests say more about the timer than about the machine. */
const SHORTEST_SAMPLE_MICROS = 20_000
/** What was seen of the machine before is worth this much of what a clock sees itself. */
export const RECENT_MICROS = 500_000

/** What requests took, and what their threads worked; the newest so many microseconds of it. */
export class WorkPace {
  #wallMicros = 0
  #cpuMicros = 0
  readonly #mostMicros: number

  constructor(mostMicros = Infinity, before?: WorkPace) {
    this.#mostMicros = mostMicros
    if (before) this.add(before.#wallMicros, before.#cpuMicros)
  }

  add(wallMicros: number, cpuMicros: number): void {
    const wall = this.#wallMicros + wallMicros
    const kept = Math.min(1, this.#mostMicros / Math.max(1, wall))
    this.#wallMicros = kept * wall
    this.#cpuMicros = kept * (this.#cpuMicros + cpuMicros)
  }

  /** How many seconds pass for one second of work. */
  get slowness(): number {
    if (this.#wallMicros < SHORTEST_SAMPLE_MICROS) return 1
    return Math.min(PATIENCE, Math.max(1, this.#wallMicros / Math.max(1, this.#cpuMicros)))
  }
}

export class WorkClock {
  readonly #startedAt = performance.now()
  readonly #paces: readonly [own: WorkPace, recent: WorkPace]

  /** Begins with the pace of what was asked lately, by whomever: its own first request may take all its time. */
  constructor(recent: WorkPace) {
    this.#paces = [new WorkPace(Infinity, recent), recent]
  }

  /** What a request took, and what its thread worked. */
  sample(wallMicros: number, cpuMicros: number | null): void {
    if (cpuMicros !== null) for (const pace of this.#paces) pace.add(wallMicros, cpuMicros)
  }

  get slowness(): number {
    return this.#paces[0].slowness
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
