/** The ledger over time: what was solved when, what runs said of themselves, what the bandit believes. */
import type { Ledger } from './ledger.ts'
import type { SqlValue } from './sql.ts'

export interface SolvedRange {
  readonly first: string | null
  readonly last: string | null
  readonly count: number
}

export async function solvedRange({ sql }: Ledger): Promise<SolvedRange> {
  const [range = { first: null, last: null, count: 0 }] = await sql.all<SolvedRange>(
    `select min(solved_at) as first, max(solved_at) as last, count(*) as count from goals
      where solved_at is not null`,
  )
  return range
}

/** Goals by the beginning of the time at which they were solved; its length decides how fine that is. */
export function solvedPer(
  { sql }: Ledger,
  prefixLength: number,
): Promise<{ at: string; status: string; count: number }[]> {
  return sql.all(
    `select substr(solved_at, 1, ${Math.trunc(prefixLength)}) as at, status, count(*) as count from shown_goals
      where solved_at is not null and status in ('proved', 'refuted') group by 1, 2 order by 1`,
  )
}

/** Pulses of every run since a moment, thinned out evenly, oldest first. */
export async function pulsesSince(
  { sql }: Ledger,
  since: string | undefined,
  most: number,
): Promise<{ at: string; runId: string; data: unknown }[]> {
  const [condition, parameters]: [string, SqlValue[]] =
    since === undefined ? ['', []] : ['and at >= ?', [since]]
  const [row] = await sql.all<{ count: number }>(
    `select count(*) as count from events where type = 'pulse' ${condition}`,
    parameters,
  )
  const step = Math.max(1, Math.ceil((row?.count ?? 0) / most))
  const rows = await sql.all<{ at: string; run_id: string | null; data: string }>(
    `select at, run_id, data from events where type = 'pulse' ${condition} and id % ? = 0
      order by id desc limit ?`,
    [...parameters, step, 2 * most],
  )
  return rows.reverse().map(({ at, run_id, data }) => ({ at, runId: run_id ?? '', data: JSON.parse(data) }))
}

export async function banditStates({
  sql,
}: Ledger): Promise<{ policy: string; state: unknown; updatedAt: string }[]> {
  const rows = await sql.all<{ policy: string; state: string; updated_at: string }>(
    'select policy, state, updated_at from bandit_state order by policy',
  )
  return rows.map(({ policy, state, updated_at }) => ({
    policy,
    state: JSON.parse(state),
    updatedAt: updated_at,
  }))
}

/** Scripts that worked most often, over all goals. */
export async function bestScripts({ sql }: Ledger, limit: number): Promise<readonly string[]> {
  const rows = await sql.all<{ tactics: string }>(
    `select tactics from tactic_cache where success_rate > 0.5
      group by tactics order by sum(use_count) desc limit ?`,
    [limit],
  )
  return rows.map(({ tactics }) => (JSON.parse(tactics) as string[]).join('\n'))
}

export async function countScripts({ sql }: Ledger): Promise<number> {
  const [row] = await sql.all<{ count: number }>('select count(*) as count from tactic_cache')
  return row?.count ?? 0
}

export interface TacticRowCount {
  readonly row: string
  readonly uses: number
  readonly solves: number
  readonly cpuSeconds: number
}

/** Adds what the rows of the tables of tactics did in an attempt. */
export async function countTacticRows(
  { sql }: Ledger,
  strategy: string,
  rows: readonly TacticRowCount[],
): Promise<void> {
  if (rows.length === 0) return
  await sql.write((transaction) =>
    transaction.runMany(
      `insert into tactic_rows (strategy, row_name, uses, solves, cpu_seconds) values (?, ?, ?, ?, ?)
        on conflict (strategy, row_name) do update set uses = tactic_rows.uses + excluded.uses,
        solves = tactic_rows.solves + excluded.solves,
        cpu_seconds = tactic_rows.cpu_seconds + excluded.cpu_seconds`,
      rows.map(({ row, uses, solves, cpuSeconds }) => [strategy, row, uses, solves, cpuSeconds]),
    ),
  )
}
