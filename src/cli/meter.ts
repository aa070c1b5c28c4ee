/** The small pieces that every display of progress is made of. */

/** A bar of exactly `columns` columns. */
export function bar(fraction: number, columns: number): string {
  const share = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0
  const full = Math.floor(share * columns)
  return '█'.repeat(full) + '░'.repeat(Math.max(0, columns - full))
}

export function percentText(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** `0:07`, `12:30`, `1:02:03` */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60) % 60
  const hours = Math.floor(whole / 3600)
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${Math.floor(whole / 60)}:${two(whole % 60)}`
}

/**
 * When a log wants its next line of progress: every ten seconds in the first minute, then every minute, so that the
 * log of a long run stays readable.
 */
export class Pace {
  readonly #now: () => number
  readonly #start: number
  #last: number

  constructor(now: () => number = Date.now) {
    this.#now = now
    this.#start = now()
    this.#last = this.#start
  }

  /** Since it began. */
  get seconds(): number {
    return Math.round((this.#now() - this.#start) / 1000)
  }

  due(): boolean {
    const now = this.#now()
    const interval = now - this.#start <= 60_000 ? 10_000 : 60_000
    if (now - this.#last < interval) return false
    this.#last = now
    return true
  }
}
