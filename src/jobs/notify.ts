/**
 * Hints between machines that something is there to be had: jobs, or answers. Sent at most once in a moment, whatever
 * the number of jobs; a lost hint costs half a second, nothing else. Whoever only asks does not listen for jobs, and
 * whoever only works not for answers: each hint wakes every connection that listens.
 */
import type { Db } from 'pg-boss'
import { JobSql } from './job-sql.ts'

export type NoticeTopic = 'jobs' | 'answers'

const GATHER_MS = 5

export class Signals {
  readonly #db: Db
  readonly #sql: JobSql
  readonly #handles = new Map<NoticeTopic, Promise<{ close(): Promise<void> } | undefined>>()
  readonly #pending = new Set<NoticeTopic>()
  #isClosed = false

  constructor(db: Db) {
    this.#db = db
    this.#sql = JobSql.in(db)
  }

  /** From the first call on the topic is listened to; until the server has heard of it, hints are lost. */
  listen(topic: NoticeTopic, listener: () => void): void {
    if (this.#handles.has(topic) || this.#isClosed) return
    const listening = this.#db.listen?.(`orch_${topic}`, listener, listener).catch(() => undefined)
    this.#handles.set(topic, Promise.resolve(listening))
  }

  send(topic: NoticeTopic): void {
    if (this.#pending.has(topic) || this.#isClosed) return
    this.#pending.add(topic)
    setTimeout(() => {
      this.#pending.delete(topic)
      if (!this.#isClosed) this.#sql.notify(`orch_${topic}`).catch(() => undefined)
    }, GATHER_MS)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const handle of await Promise.all(this.#handles.values())) await handle?.close()
  }
}
