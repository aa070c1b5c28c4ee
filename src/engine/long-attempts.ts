import type { Budget } from '../attempt.ts'
import type { Lane } from './events.ts'
import type { Lanes } from './lanes.ts'

/**
 * Attempts that may take long never have all slots of a lane: a problem that nobody has looked at may come at any time,
 * and would wait for them. What could only be tried for long meanwhile waits here.
 */
export class LongAttempts<T extends { readonly lane: Lane }> {
  readonly #lanes: Lanes
  readonly #longSeconds: number
  #waiting: T[] = []

  constructor(lanes: Lanes, longSeconds: number) {
    this.#lanes = lanes
    this.#longSeconds = longSeconds
  }

  get waiting(): number {
    return this.#waiting.length
  }

  isLong({ seconds }: Budget): boolean {
    return seconds > this.#longSeconds
  }

  hasRoom({ lane }: T, budget: Budget): boolean {
    return !this.isLong(budget) || this.#lanes.bearsLong(lane)
  }

  wait(entry: T): void {
    this.#waiting.push(entry)
  }

  /** Those that waited, to be tried again now that one has ended. */
  release(): readonly T[] {
    return this.#waiting.splice(0)
  }
}
