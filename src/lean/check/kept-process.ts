import type { LeanServer } from '../server.ts'

const MAX_REQUESTS = 2_000
const MAX_IMPORTS = 8

/** A Lean process kept between uses, one use at a time, and replaced when it died or grew old. */
export class KeptProcess {
  #start: () => Promise<LeanServer>
  #server: LeanServer | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(start: () => Promise<LeanServer>) {
    this.#start = start
  }

  use<T>(work: (server: LeanServer) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const current = this.#server
      if (current?.isAlive && current.requests < MAX_REQUESTS && current.imports < MAX_IMPORTS) {
        return await work(current)
      }
      await current?.close()
      this.#server = await this.#start()
      return await work(this.#server)
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#server?.close()
      this.#server = undefined
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}
