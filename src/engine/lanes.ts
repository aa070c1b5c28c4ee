import type { Lane } from './events.ts'
import type { Limit } from './scheduler-options.ts'
import type { Throttle } from './throttle.ts'

/** Who may start: a limit for each lane, and a throttle over both. */
export class Lanes {
  readonly running: Record<Lane, number> = { light: 0, heavy: 0 }
  readonly #maxLight: Limit
  readonly #maxHeavy: Limit
  readonly #throttle: Throttle | undefined
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

  enter(lane: Lane): void {
    this.running[lane] += 1
  }

  leave(lane: Lane): void {
    this.running[lane] -= 1
  }

  slots(lane: Lane): number {
    return (lane === 'light' ? limitNow(this.#maxLight) : this.heavyLimit) - this.running[lane]
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
