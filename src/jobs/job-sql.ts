/** Every statement on the tables of pg-boss that is not pg-boss's own, each for many jobs at once. */
import type { Db } from 'pg-boss'
import type { Ledger, SqlValue } from '../ledger/index.ts'
import { type AnswerRow, DEAD_QUEUE, KEY_INDEX, readFailure, readPayload, SCHEMA } from './job-rows.ts'
import type { DeadJob, QueueCounts } from './queue.ts'

/** Asks a PostgreSQL; parameters are `$1`, `$2`, … */
type Ask = <T>(text: string, values: unknown[]) => Promise<T[]>

/** What a worker says of a job that it had. */
export interface Ending {
  readonly queue: string
  readonly id: string
  readonly retryCount: number
  readonly output: object
}

interface DeadRow {
  source_name: string | null
  data: unknown
  source_output: unknown
  created_on: Date
}

/** More than a retry waits at most. */
const MOST_AHEAD_SECONDS = 60

export class JobSql {
  readonly #ask: Ask

  private constructor(ask: Ask) {
    this.#ask = ask
  }

  static in(db: Db): JobSql {
    return new JobSql(async (text, values) => (await db.executeSql(text, values)).rows)
  }

  /** For looking only, through the connections of a ledger that lies in the same database; undefined if it is SQLite's. */
  static beside({ sql }: Ledger): JobSql | undefined {
    return sql.dialect === 'postgres'
      ? new JobSql((text, values) => sql.all(text, values as SqlValue[]))
      : undefined
  }

  /** Whether pg-boss has made its tables in this database. */
  async hasTables(): Promise<boolean> {
    return this.#exists('job')
  }

  /** Only the owner of the tables may; for others a queue without the index works, and is slow when it is long. */
  async ensureIndex(): Promise<void> {
    if (await this.#exists(KEY_INDEX)) return
    await this.#ask(
      `create index if not exists ${KEY_INDEX} on ${SCHEMA}.job (name, singleton_key)`,
      [],
    ).catch(() => undefined)
  }

  async notify(channel: string): Promise<void> {
    await this.#ask('select pg_notify($1, $2)', [channel, ''])
  }

  /** The latest job of each key that is answered or will be. */
  async latest(queue: string, keys: readonly string[]): Promise<readonly (AnswerRow & { key: string })[]> {
    return this.#ask(
      `select distinct on (singleton_key) id, state, output, singleton_key as key from ${SCHEMA}.job
        where name = $1 and singleton_key = any($2::text[])
          and state in ('created', 'retry', 'active', 'completed')
        order by singleton_key, created_on desc`,
      [queue, keys],
    )
  }

  /** As pg-boss completes jobs, but each with its own answer; only the try that is still the latest counts. */
  async complete(endings: readonly Ending[]): Promise<readonly undefined[]> {
    for (const [queue, group] of Map.groupBy(endings, (ending) => ending.queue))
      await this.#ask(
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
    await this.#ask(
      `update ${SCHEMA}.job set start_after = least(start_after, ${now}), heartbeat_on = least(heartbeat_on, ${now}),
          started_on = least(started_on, ${now})
        where name = $1 and id = any($2::uuid[]) and (state < 'active' and start_after > ${late}
          or state = 'active' and greatest(heartbeat_on, started_on) > ${late})`,
      [queue, ids],
    )
  }

  /** How far jobs are; those that are not there any more are left out. */
  async look(queue: string, ids: readonly string[]): Promise<readonly AnswerRow[]> {
    return this.#ask(
      `select id, state, case when state > 'active' then output end as output from ${SCHEMA}.job
        where name = $1 and id = any($2::uuid[])`,
      [queue, ids],
    )
  }

  /** Those of some jobs that somebody works on, each with the number of its try. */
  async active(queue: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ask<{ id: string; retry_count: number }>(
      `select id, retry_count from ${SCHEMA}.job where name = $1 and id = any($2::uuid[]) and state = 'active'`,
      [queue, ids],
    )
    return new Map(rows.map(({ id, retry_count }) => [id, retry_count]))
  }

  async counts(): Promise<readonly QueueCounts[]> {
    const rows = await this.#ask<{ queue: string; waiting: string; active: string }>(
      `select name as queue, count(*) filter (where state < 'active') as waiting,
          count(*) filter (where state = 'active') as active
        from ${SCHEMA}.job where state <= 'active' and name <> $1 group by name order by name`,
      [DEAD_QUEUE],
    )
    return rows.map(({ queue, waiting, active }) => ({
      queue,
      waiting: Number(waiting),
      active: Number(active),
    }))
  }

  async countDead(): Promise<number> {
    const [row] = await this.#ask<{ n: string }>(
      `select count(*) as n from ${SCHEMA}.job where name = $1 and state < 'active'`,
      [DEAD_QUEUE],
    )
    return Number(row?.n ?? 0)
  }

  /** Newest first. */
  async dead(limit: number): Promise<readonly DeadJob[]> {
    const rows = await this.#ask<DeadRow>(
      `select source_name, data, source_output, created_on from ${SCHEMA}.job
        where name = $1 and state < 'active' order by created_on desc limit $2`,
      [DEAD_QUEUE, limit],
    )
    return rows.map(({ source_name, data, source_output, created_on }) => {
      const { group, key } = readPayload(data)
      return {
        queue: source_name ?? '',
        group,
        key,
        error: readFailure(source_output),
        diedAt: created_on.toISOString(),
      }
    })
  }

  async #exists(name: string): Promise<boolean> {
    const [found] = await this.#ask<{ there: boolean }>(
      `select to_regclass('${SCHEMA}.${name}') is not null as there`,
      [],
    )
    return found?.there === true
  }
}
