import { backoffDelay, createRandom } from '../engine/index.ts'
import { pause } from './pause.ts'

const IDLE = { baseMs: 1_000, mostMs: 8_000 }

/**
 * An idle run looks for goals and tickets that somebody else has added, ever less often; the jitter keeps runs that
 * fell idle together from asking the same ledger together.
 */
export class IdlePause {
  readonly #random
  #times = 0

  constructor(seed: number) {
    this.#random = createRandom(seed)
  }

  async wait(signal: AbortSignal): Promise<void> {
    await pause(backoffDelay(IDLE, this.#times, this.#random), signal)
    this.#times += 1
  }

  /** There was something to do. */
  reset(): void {
    this.#times = 0
  }
}
