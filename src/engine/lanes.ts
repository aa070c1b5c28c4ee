import type { Lane } from './events.ts'
import type { Limit } from './scheduler-options.ts'
import type { Throttle } from './throttle.ts'

/** Who may start: a limit for each lane, and a throttle over both. */
export class Lanes {
  readonly running: Record<Lane, number> = { light: 0, heavy: 0 }
  readonly #maxLight: Limit
  readonly #maxHeavy: Limit
  readonly #throttle: Throttle | undefined
  /** Of those that run, the ones that may take long. */
  readonly #long: Record<Lane, number> = { light: 0, heavy: 0 }
  #lastServed: Lane = 'heavy'

  constructor(limits: {
    readonly maxLight: Limit
    readonly maxHeavy: Limit
    readonly throttle?: Throttle
  }) {
    this.#maxLight = limits.maxLight
    this.#maxHeavy = limits.maxHeavy
    this.#throttle = limits.throttle
  }

  get total(): number {
    return this.running.light + this.running.heavy
  }

  get heavyLimit(): number {
    const most = limitNow(this.#maxHeavy)
    return this.#throttle?.heavyLimit(most) ?? most
  }

  enter(lane: Lane, isLong = false): void {
    this.running[lane] += 1
    if (isLong) this.#long[lane] += 1
  }

  leave(lane: Lane, isLong = false): void {
    this.running[lane] -= 1
    if (isLong) this.#long[lane] -= 1
  }

  slots(lane: Lane): number {
    return this.#limit(lane) - this.running[lane]
  }

  /**
   * Whether one more long attempt leaves a slot for problems that nobody has looked at yet; a lane with a single
   * slot may give it to a long attempt.
   */
  bearsLong(lane: Lane): boolean {
    return this.#long[lane] < Math.max(1, this.#limit(lane) - 1)
  }

  #limit(lane: Lane): number {
    return lane === 'light' ? limitNow(this.#maxLight) : this.heavyLimit
  }

  /** Whether the machine bears one more attempt. */
  admits(): boolean {
    return this.#throttle?.admits(this.total) ?? true
  }

  /** The lane to serve next. They take turns, so that neither can keep a scarce machine from the other. */
  next(isWaiting: (lane: Lane) => boolean): Lane | undefined {
    if (!this.admits()) return undefined
    const other: Lane = this.#lastServed === 'light' ? 'heavy' : 'light'
    const lane = [other, this.#lastServed].find(
      (candidate) => this.slots(candidate) > 0 && isWaiting(candidate),
    )
    if (lane) this.#lastServed = lane
    return lane
  }
}

function limitNow(limit: Limit): number {
  return typeof limit === 'number' ? limit : limit()
}
