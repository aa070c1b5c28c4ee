/** Opens the queue of one process, or with a PostgreSQL URL the one that machines share. pg-boss is loaded only then. */
import type { Db } from 'pg-boss'
import { databaseError } from '../ledger/index.ts'
import { DEAD_QUEUE, KEY_INDEX, SCHEMA } from './job-rows.ts'
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
    // A cable may be cut without a word.
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
  // What it cannot do now it does later; whoever waits for it says so.
  boss.on('error', () => {})
  boss.on('warning', () => {})
  try {
    await boss.start()
    await boss.createQueue(DEAD_QUEUE, { retentionSeconds: 30 * 86_400 })
    await ensureIndex(boss.getDb())
    return new PostgresQueue(boss, new Signals(boss.getDb()))
  } catch (cause) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw databaseError(databaseUrl, cause)
  }
}

/** Only its owner may; for others a queue without it works, and is slow when it is long. */
async function ensureIndex(db: Db): Promise<void> {
  const { rows } = await db.executeSql(
    `select to_regclass('${SCHEMA}.${KEY_INDEX}') is not null as there`,
    [],
  )
  if ((rows[0] as { there?: boolean } | undefined)?.there) return
  await db
    .executeSql(`create index if not exists ${KEY_INDEX} on ${SCHEMA}.job (name, singleton_key)`, [])
    .catch(() => undefined)
}
