/** The queues of pg-boss as this process uses them. */
import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { keyHash, QUEUE_OPTIONS, readAnswer, toInsert } from './job-rows.ts'
import { JobSql } from './job-sql.ts'
import type { JobAnswer, NewJob } from './queue.ts'

export class JobStore {
  readonly statements: JobSql
  readonly #boss: PgBoss
  readonly #queues = new Map<string, Promise<void>>()

  constructor(boss: PgBoss) {
    this.#boss = boss
    this.statements = JobSql.in(boss.getDb())
  }

  ensure(queue: string): Promise<void> {
    const made =
      this.#queues.get(queue) ??
      this.#boss.createQueue(queue, QUEUE_OPTIONS).catch((error: unknown) => {
        this.#queues.delete(queue)
        throw error
      })
    this.#queues.set(queue, made)
    return made
  }

  /** For each the answer if there is one already, or the id of the job that will have it. */
  async findOrSend(jobs: readonly NewJob[]): Promise<readonly (JobAnswer | string)[]> {
    const found = new Map<NewJob, JobAnswer | string>()
    for (const [queue, group] of Map.groupBy(jobs, (job) => job.queue)) {
      await this.ensure(queue)
      const rows = await this.statements.latest(
        queue,
        group.map(({ key }) => keyHash(key)),
      )
      const known = new Map(rows.map((row) => [row.key, readAnswer(row) ?? row.id]))
      const news = new Map<string, NewJob>()
      for (const job of group) {
        const answer = known.get(keyHash(job.key))
        if (answer === undefined) news.set(randomUUID(), job)
        else found.set(job, answer)
      }
      if (news.size === 0) continue
      const rowsToInsert = Array.from(news, ([id, job]) => ({ id, ...toInsert(job) }))
      const sent = await this.#boss.insert(queue, rowsToInsert, { returnId: true })
      for (const id of sent ?? []) {
        const job = news.get(id)
        if (job) found.set(job, id)
      }
    }
    return jobs.map((job) => found.get(job) ?? 'again')
  }

  /** Says that jobs are being worked on, and tells which of them still belong to whoever says so. */
  async touch(
    queue: string,
    held: readonly { readonly id: string; readonly retryCount: number }[],
  ): Promise<ReadonlySet<string>> {
    await this.#boss.touch(queue, [...held])
    const kept = await this.statements.active(
      queue,
      held.map(({ id }) => id),
    )
    return new Set(held.flatMap(({ id, retryCount }) => (kept.get(id) === retryCount ? [id] : [])))
  }
}
