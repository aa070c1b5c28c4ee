/** How often something happens, as an average that forgets what is longer ago than about half a second. */
const MEMORY_SECONDS = 0.5

export class Rate {
  readonly #now: () => number
  #perSecond = 0
  #at: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#at = now()
  }

  happened(): void {
    this.#perSecond = this.perSecond + 1 / MEMORY_SECONDS
    this.#at = this.#now()
  }

  get perSecond(): number {
    return this.#perSecond * Math.exp(-(this.#now() - this.#at) / 1000 / MEMORY_SECONDS)
  }
}
