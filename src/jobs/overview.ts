/** What the shared queue holds, for whoever only looks: no queue is opened, and without one there is nothing. */
import type { Ledger } from '../ledger/index.ts'
import { JobSql } from './job-sql.ts'
import type { DeadJob, QueueCounts } from './queue.ts'

export interface QueueOverview {
  readonly queues: readonly QueueCounts[]
  readonly dead: number
  /** Newest first. */
  readonly deadJobs: readonly DeadJob[]
}

export async function queueOverview(ledger: Ledger, limit: number): Promise<QueueOverview | undefined> {
  const jobs = JobSql.beside(ledger)
  if (!jobs || !(await jobs.hasTables())) return undefined
  return { queues: await jobs.counts(), dead: await jobs.countDead(), deadJobs: await jobs.dead(limit) }
}
