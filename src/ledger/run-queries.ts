import { hostname } from 'node:os'
import type { Ledger, Run } from './ledger.ts'
import type { Sql, SqlValue } from './sql.ts'

const now = () => new Date().toISOString()

export async function startRun(sql: Sql, run: Parameters<Ledger['startRun']>[0]): Promise<void> {
  const { runId, command, config, seed, host = hostname(), pid = process.pid } = run
  await sql.write((transaction) =>
    transaction.run(
      'insert into runs (run_id, command, config, seed, host, pid, started_at) values (?, ?, ?, ?, ?, ?, ?)',
      [runId, command, JSON.stringify(config), seed, host, pid, now()],
    ),
  )
}

export async function resumeRun(sql: Sql, runId: string, config: unknown): Promise<void> {
  await sql.write((transaction) =>
    transaction.run(
      'update runs set config = ?, host = ?, pid = ?, ended_at = null, summary = null where run_id = ?',
      [JSON.stringify(config), hostname(), process.pid, runId],
    ),
  )
}

export async function endRun(sql: Sql, runId: string, summary: unknown): Promise<void> {
  await sql.write((transaction) =>
    transaction.run('update runs set ended_at = ?, summary = ? where run_id = ?', [
      now(),
      JSON.stringify(summary),
      runId,
    ]),
  )
}

export async function findRun(sql: Sql, runId: string): Promise<Run | undefined> {
  const [row] = await sql.all<RunRow>('select * from runs where run_id = ?', [runId])
  return row && toRun(row)
}

export interface RunQuery {
  readonly command?: string | undefined
  readonly host?: string | undefined
  readonly pid?: number | undefined
  /** Whether it came to its end. */
  readonly ended?: boolean | undefined
  /** Runs older than this one: when it began, and its id. */
  readonly before?: readonly [startedAt: string, runId: string] | undefined
  readonly limit?: number | undefined
}

export async function listRuns(
  sql: Sql,
  { command, host, pid, ended, before, limit = 100 }: RunQuery,
): Promise<Run[]> {
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  const also = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    parameters.push(...values)
  }
  if (command !== undefined) also('command = ?', command)
  if (host !== undefined) also('host = ?', host)
  if (pid !== undefined) also('pid = ?', pid)
  if (ended !== undefined) also(`ended_at is ${ended ? 'not ' : ''}null`)
  if (before) also('(started_at, run_id) < (?, ?)', ...before)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const rows = await sql.all<RunRow>(
    `select * from runs ${where} order by started_at desc, run_id desc limit ?`,
    [...parameters, limit],
  )
  return rows.map(toRun)
}

interface RunRow {
  run_id: string
  command: string
  config: string
  seed: number
  host: string | null
  pid: number | null
  started_at: string
  ended_at: string | null
  summary: string | null
}

function toRun(row: RunRow): Run {
  return {
    runId: row.run_id,
    command: row.command,
    config: JSON.parse(row.config),
    seed: row.seed,
    host: row.host ?? undefined,
    pid: row.pid ?? undefined,
    startedAt: row.started_at,
    endedAt: row.ended_at ?? undefined,
    summary: row.summary === null ? undefined : JSON.parse(row.summary),
  }
}
