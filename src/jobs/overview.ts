/** What the shared queue holds, for whoever only looks: no queue is opened, and without one there is nothing. */
import type { Ledger } from '../ledger/index.ts'
import { SCHEMA } from './job-rows.ts'
import type { DeadJob, QueueCounts } from './queue.ts'
import { countDeadJobs, readDeadJobs, readQueueCounts } from './read-jobs.ts'

export interface QueueOverview {
  readonly queues: readonly QueueCounts[]
  readonly dead: number
  /** Newest first. */
  readonly deadJobs: readonly DeadJob[]
}

export async function queueOverview({ sql }: Ledger, limit: number): Promise<QueueOverview | undefined> {
  if (sql.dialect !== 'postgres') return undefined
  const [found] = await sql.all<{ there: boolean }>(
    `select to_regclass('${SCHEMA}.job') is not null as there`,
  )
  if (!found?.there) return undefined
  const all = <T>(text: string, values: readonly (string | number)[]) => sql.all<T>(text, values)
  return {
    queues: await readQueueCounts(all),
    dead: await countDeadJobs(all),
    deadJobs: await readDeadJobs(all, limit),
  }
}
