import { parseOutcome } from '../attempt.ts'
import type { ArcAttempt } from './ledger.ts'
import type { Sql } from './sql.ts'

export async function recordArc(sql: Sql, attempt: ArcAttempt): Promise<void> {
  await sql.write((transaction) =>
    transaction.run(
      `insert into arc_attempts (task_hash, task, strategy, settings, outcome, program, time_seconds, cpu_seconds,
          timestamp, run_id, receipt, error, worker)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        attempt.taskHash,
        attempt.task,
        attempt.strategy,
        attempt.settings,
        attempt.outcome,
        attempt.program,
        attempt.timeSeconds,
        attempt.cpuSeconds,
        new Date(attempt.startedAt).toISOString(),
        attempt.runId ?? null,
        attempt.receipt ?? null,
        attempt.error ?? null,
        attempt.worker ?? null,
      ],
    ),
  )
}

interface ArcRow {
  task_hash: string
  task: string
  strategy: string
  settings: string
  outcome: string
  program: string
  time_seconds: number
  cpu_seconds: number
  timestamp: string
  run_id: string | null
  receipt: string | null
  error: string | null
  worker: string | null
}

export async function arcAttempts(sql: Sql, runId: string): Promise<readonly ArcAttempt[]> {
  const rows = await sql.all<ArcRow>('select * from arc_attempts where run_id = ? order by id', [runId])
  return rows.map((row) => ({
    taskHash: row.task_hash,
    task: row.task,
    strategy: row.strategy,
    settings: row.settings,
    outcome: parseOutcome(row.outcome) ?? 'error',
    program: row.program,
    timeSeconds: row.time_seconds,
    cpuSeconds: row.cpu_seconds,
    startedAt: Date.parse(row.timestamp),
    runId: row.run_id ?? undefined,
    receipt: row.receipt ?? undefined,
    error: row.error ?? undefined,
    worker: row.worker ?? undefined,
  }))
}
