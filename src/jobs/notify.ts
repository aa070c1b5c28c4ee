/**
 * Hints between machines that something is there to be had: jobs, or answers. Sent at most once in a moment, whatever
 * the number of jobs; a lost hint costs half a second, nothing else.
 */
import type { Db } from 'pg-boss'

export type Topic = 'jobs' | 'answers'

const GATHER_MS = 5

export class Signals {
  readonly #db: Db
  readonly #listeners = new Map<Topic, () => void>()
  readonly #pending = new Set<Topic>()
  readonly #handles: { close(): Promise<void> }[] = []
  #isClosed = false

  static async open(db: Db): Promise<Signals> {
    const signals = new Signals(db)
    for (const topic of ['jobs', 'answers'] as const) {
      const tell = () => signals.#listeners.get(topic)?.()
      const handle = await db.listen?.(`orch_${topic}`, tell, tell).catch(() => undefined)
      if (handle) signals.#handles.push(handle)
    }
    return signals
  }

  private constructor(db: Db) {
    this.#db = db
  }

  on(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener)
  }

  send(topic: Topic): void {
    if (this.#pending.has(topic) || this.#isClosed) return
    this.#pending.add(topic)
    setTimeout(() => {
      this.#pending.delete(topic)
      if (!this.#isClosed)
        this.#db.executeSql('select pg_notify($1, $2)', [`orch_${topic}`, '']).catch(() => undefined)
    }, GATHER_MS)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#handles.map((handle) => handle.close()))
  }
}
