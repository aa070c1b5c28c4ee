/** Opens the queue of one process, or with a PostgreSQL URL the one that machines share. pg-boss is loaded only then. */
import { databaseError } from '../ledger/index.ts'
import { DEAD_QUEUE, SCHEMA } from './job-rows.ts'
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
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: connections,
    application_name: 'orch jobs',
    connectionTimeoutMillis: 5_000,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
    maintenanceIntervalSeconds: 600,
    schedule: false,
  })
  // What it cannot do now it does later; whoever waits for it says so.
  boss.on('error', () => {})
  boss.on('warning', () => {})
  try {
    await boss.start()
    await boss.createQueue(DEAD_QUEUE, { retentionSeconds: 30 * 86_400 })
    return new PostgresQueue(boss, await Signals.open(boss.getDb()))
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw databaseError(databaseUrl, cause)
  }
}
