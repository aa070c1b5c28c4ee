/**
 * What comes within a moment, done in one statement. While one batch is under way the next gathers, so that a database
 * under load gets fewer and larger statements instead of more of them.
 */
export class Batch<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #gatherMs: number
  #waiting: { readonly item: Item; readonly result: PromiseWithResolvers<Result> }[] = []
  #isBusy = false

  /** `work` gives one result for each item, in their order. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, gatherMs: number) {
    this.#work = work
    this.#gatherMs = gatherMs
  }

  add(item: Item): Promise<Result> {
    const result = Promise.withResolvers<Result>()
    this.#waiting.push({ item, result })
    if (!this.#isBusy) {
      this.#isBusy = true
      setTimeout(() => void this.#run(), this.#gatherMs)
    }
    return result.promise
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.splice(0, MOST)
    try {
      const results = await this.#work(batch.map(({ item }) => item))
      for (const [place, { result }] of batch.entries()) result.resolve(results[place] as Result)
    } catch (error) {
      for (const { result } of batch) result.reject(error)
    }
    if (this.#waiting.length > 0) setTimeout(() => void this.#run(), this.#gatherMs)
    else this.#isBusy = false
  }
}

const MOST = 1_000
