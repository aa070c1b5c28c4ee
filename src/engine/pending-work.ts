/** Promises that nobody awaits one by one: their failures are told, and whoever ends waits for all of them. */
export class PendingWork {
  readonly #pending = new Set<Promise<unknown>>()
  readonly #told: { readonly failed: (error: unknown) => void; readonly allDone: () => void }

  constructor(told: { readonly failed: (error: unknown) => void; readonly allDone: () => void }) {
    this.#told = told
  }

  get size(): number {
    return this.#pending.size
  }

  add(work: Promise<unknown>): void {
    this.#pending.add(work)
    void work
      .catch((error: unknown) => this.#told.failed(error))
      .then(() => {
        this.#pending.delete(work)
        if (this.#pending.size === 0) this.#told.allDone()
      })
  }

  /** Also of what is added meanwhile. */
  async done(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
  }
}
