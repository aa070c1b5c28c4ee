import { Declined } from './verdict.ts'

export interface Limits {
  /** Reductions, comparisons and inferences that one declaration may take. */
  readonly steps: number
  /** Distinct terms that may exist at one time. */
  readonly terms: number
  /** Bits of a natural number that the kernel computes with. */
  readonly natBits: number
  /** Milliseconds for everything, by `now`. */
  readonly millis: number
}

export const DEFAULT_LIMITS: Limits = {
  steps: 200_000_000,
  terms: 24_000_000,
  natBits: 1 << 24,
  millis: Number.POSITIVE_INFINITY,
}

/** How many steps go by between two looks at the clock. */
const CLOCK_EVERY = 4096

/** Counts the work of a check and ends it by `Declined` when a limit is reached. */
export class KernelBudget {
  readonly limits: Limits
  readonly #now: () => number
  readonly #end: number
  #steps = 0

  constructor(limits: Partial<Limits> = {}, now: () => number = () => 0) {
    this.limits = { ...DEFAULT_LIMITS, ...limits }
    this.#now = now
    this.#end = now() + this.limits.millis
  }

  get steps(): number {
    return this.#steps
  }

  /** A new declaration begins. */
  restart(): void {
    this.#steps = 0
    this.#look()
  }

  step(): void {
    this.#steps++
    if (this.#steps % CLOCK_EVERY === 0) this.#look()
  }

  #look(): void {
    if (this.#steps > this.limits.steps)
      throw new Declined(`it takes more than ${this.limits.steps} steps, which is the limit`)
    if (this.#now() > this.#end)
      throw new Declined(`it takes more than ${this.limits.millis} ms, which is the limit`)
  }
}
