/** Attempts in the order of their numbers, for whoever keeps up with a ledger by reading only what is new. */
import type { Ledger } from './ledger.ts'
import type { SqlValue } from './sql.ts'

export interface StreamedAttempt {
  readonly id: number
  readonly goal_hash: string
  readonly strategy: string
  readonly outcome: string
  readonly success: number
  readonly time_seconds: number
  readonly cpu_seconds: number
  readonly cache_hit: number | null
  readonly timestamp: string
  readonly run_id: string | null
}

const COLUMNS = `id, goal_hash, strategy, outcome, success, time_seconds, cpu_seconds, cache_hit, timestamp, run_id`

export async function lastAttemptId({ sql }: Ledger): Promise<number> {
  const [row] = await sql.all<{ id: number | null }>('select max(id) as id from attempts')
  return row?.id ?? 0
}

export function attemptsAfter(
  { sql }: Ledger,
  after: number,
  {
    until,
    runId,
    limit,
  }: { readonly until?: number; readonly runId?: string | undefined; readonly limit: number },
): Promise<StreamedAttempt[]> {
  const conditions = ['id > ?']
  const parameters: SqlValue[] = [after]
  if (until !== undefined) {
    conditions.push('id <= ?')
    parameters.push(until)
  }
  if (runId !== undefined) {
    conditions.unshift('run_id = ?')
    parameters.unshift(runId)
  }
  return sql.all<StreamedAttempt>(
    `select ${COLUMNS} from shown_attempts where ${conditions.join(' and ')} order by id limit ?`,
    [...parameters, limit],
  )
}

export interface RunSolve {
  readonly id: number
  readonly goal_hash: string
  readonly goal_id: string | null
  readonly outcome: 'proved' | 'refuted'
  readonly strategy: string
  readonly timestamp: string
  readonly time_seconds: number
}

/** What a run settled, in the order of its attempts. */
export function solvesOfRun(
  { sql }: Ledger,
  { runId, after, limit }: { readonly runId: string; readonly after: number; readonly limit: number },
): Promise<RunSolve[]> {
  return sql.all<RunSolve>(
    `select a.id, a.goal_hash, g.goal_id, a.outcome, a.strategy, a.timestamp, a.time_seconds from shown_attempts a
      left join goals g on g.goal_hash = a.goal_hash
      where a.run_id = ? and a.told in ('proved', 'refuted') and (a.success = 1 or a.outcome = 'refuted') and a.id > ?
      order by a.id limit ?`,
    [runId, after, limit],
  )
}
