/** The statements on the tables of pg-boss, each for many jobs at once; the rest is left to pg-boss. */
import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { type AnswerRow, keyHash, QUEUE_OPTIONS, readAnswer, SCHEMA, toInsert } from './job-rows.ts'
import type { JobAnswer, NewJob } from './queue.ts'

/** What a worker says of a job that it had. */
export interface Ending {
  readonly queue: string
  readonly id: string
  readonly retryCount: number
  readonly output: object
}

/** More than a retry waits at most. */
const MOST_AHEAD_SECONDS = 60

export class JobStore {
  readonly #boss: PgBoss
  readonly #queues = new Map<string, Promise<void>>()

  constructor(boss: PgBoss) {
    this.#boss = boss
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
      const rows = await this.all<AnswerRow & { key: string }>(
        `select distinct on (singleton_key) id, state, output, singleton_key as key from ${SCHEMA}.job
          where name = $1 and singleton_key = any($2::text[])
            and state in ('created', 'retry', 'active', 'completed')
          order by singleton_key, created_on desc`,
        [queue, group.map(({ key }) => keyHash(key))],
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

  /** As pg-boss completes jobs, but each with its own answer; only the try that is still the latest counts. */
  async complete(endings: readonly Ending[]): Promise<readonly undefined[]> {
    for (const [queue, group] of Map.groupBy(endings, (ending) => ending.queue))
      await this.all(
        `update ${SCHEMA}.job j set completed_on = ${SCHEMA}.job_now(), state = 'completed', output = i.output::jsonb
          from unnest($2::uuid[], $3::int[], $4::text[]) as i (id, retry_count, output)
          where j.name = $1 and j.id = any($2::uuid[]) and j.state = 'active'
            and j.id = i.id and j.retry_count = i.retry_count`,
        [
          queue,
          group.map(({ id }) => id),
          group.map(({ retryCount }) => retryCount),
          group.map(({ output }) => JSON.stringify(output)),
        ],
      )
    return endings.map(() => undefined)
  }

  /**
   * A database whose clock was set back would leave jobs alone until it has caught up: those that wait for their next
   * try, and those of dead workers. Nothing is ever planned further ahead than `MOST_AHEAD_SECONDS`.
   */
  async forgetTheFuture(queue: string, ids: readonly string[]): Promise<void> {
    const now = `${SCHEMA}.job_now()`
    const late = `${now} + interval '${MOST_AHEAD_SECONDS} s'`
    await this.all(
      `update ${SCHEMA}.job set start_after = least(start_after, ${now}), heartbeat_on = least(heartbeat_on, ${now}),
          started_on = least(started_on, ${now})
        where name = $1 and id = any($2::uuid[]) and (state < 'active' and start_after > ${late}
          or state = 'active' and greatest(heartbeat_on, started_on) > ${late})`,
      [queue, ids],
    )
  }

  /** How far jobs are; those that are not there any more are left out. */
  async look(queue: string, ids: readonly string[]): Promise<readonly AnswerRow[]> {
    return this.all<AnswerRow>(
      `select id, state, case when state > 'active' then output end as output from ${SCHEMA}.job
        where name = $1 and id = any($2::uuid[])`,
      [queue, ids],
    )
  }

  /** Says that jobs are being worked on, and tells which of them still belong to whoever says so. */
  async touch(
    queue: string,
    held: readonly { readonly id: string; readonly retryCount: number }[],
  ): Promise<ReadonlySet<string>> {
    await this.#boss.touch(queue, [...held])
    const rows = await this.all<{ id: string; retry_count: number }>(
      `select id, retry_count from ${SCHEMA}.job where name = $1 and id = any($2::uuid[]) and state = 'active'`,
      [queue, held.map(({ id }) => id)],
    )
    const kept = new Map(rows.map(({ id, retry_count }) => [id, retry_count]))
    return new Set(held.flatMap(({ id, retryCount }) => (kept.get(id) === retryCount ? [id] : [])))
  }

  async all<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#boss.getDb().executeSql(text, values)).rows as T[]
  }
}
