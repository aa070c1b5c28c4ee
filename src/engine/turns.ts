import type { Clock } from './clock.ts'

// After this many starts in a row the event loop gets a turn, so that timers and the ledger are never starved.
const STARTS_PER_TURN = 128

/** When the scheduler looks for work again: at once and once for all who ask, or after a turn of the event loop. */
export class Turns {
  readonly #look: () => void
  readonly #clock: Clock
  #starts = 0
  #isAsked = false
  #cancelLater: (() => void) | undefined

  constructor(look: () => void, clock: Clock) {
    this.#look = look
    this.#clock = clock
  }

  get mayStart(): boolean {
    return this.#starts < STARTS_PER_TURN
  }

  started(): void {
    this.#starts += 1
  }

  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    if (this.mayStart) queueMicrotask(() => this.#answer())
    else
      setImmediate(() => {
        this.#starts = 0
        this.#answer()
      })
  }

  /** The one time at which to ask again; a new one replaces it, and `Infinity` is never. */
  askAt(time: number): void {
    this.end()
    if (time === Infinity) return
    this.#cancelLater = this.#clock.after(Math.max(0, time - this.#clock.now()), () => this.ask())
  }

  end(): void {
    this.#cancelLater?.()
    this.#cancelLater = undefined
  }

  #answer(): void {
    this.#isAsked = false
    this.#look()
  }
}
