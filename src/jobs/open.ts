/** Opens the queue of one process, or with a PostgreSQL URL the one that machines share. pg-boss is loaded only then. */
import { databaseError } from '../ledger/index.ts'
import { DEAD_QUEUE, SCHEMA } from './job-rows.ts'
import { JobSql } from './job-sql.ts'
import { MemoryQueue } from './memory-queue.ts'
import { Signals } from './notify.ts'
import { PostgresQueue } from './postgres-queue.ts'
import type { JobQueue } from './queue.ts'

/** How often dead workers are looked for. */
const WATCH_SECONDS = 3

export async function openJobs({
  databaseUrl,
  connections = 4,
}: {
  readonly databaseUrl: string | undefined
  readonly connections?: number
}): Promise<JobQueue> {
  if (databaseUrl === undefined) return new MemoryQueue()
  const { PgBoss } = await import('pg-boss')
  const connection = {
    connectionString: databaseUrl,
    max: connections,
    application_name: 'orch jobs',
    connectionTimeoutMillis: 5_000,
    // A broken network connection may never report an error.
    query_timeout: 60_000,
    keepAlive: true,
    // A server that crashes may forget the last moments of the queue, never of the ledger: what is gone is asked
    // again, and what was done is done again. That saves a wait for the disk at every step of a job.
    options: '-c synchronous_commit=off',
  }
  const boss = new PgBoss({
    ...connection,
    schema: SCHEMA,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    maintenanceIntervalSeconds: 600,
    schedule: false,
  })
  // pg-boss repeats its own maintenance, so these need no answer; a question that fails reports its error itself.
  boss.on('error', () => {})
  boss.on('warning', () => {})
  try {
    await boss.start()
    await boss.createQueue(DEAD_QUEUE, { retentionSeconds: 30 * 86_400 })
    await JobSql.in(boss.getDb()).ensureIndex()
    return new PostgresQueue(boss, new Signals(boss.getDb()))
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw databaseError(databaseUrl, cause)
  }
}
