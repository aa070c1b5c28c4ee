import { judgedType } from './evidence.ts'
import type { AttemptQuery, Page, PriorAttempt, StoredAttempt, StrategyStats } from './ledger.ts'
import { type AttemptRow, type PriorRow, toAttempt, toPrior } from './rows.ts'
import { creditFinder, type SoleFinder } from './sole-finder.ts'
import type { Sql, SqlValue } from './sql.ts'

export async function listAttempts(sql: Sql, query: AttemptQuery): Promise<Page<StoredAttempt>> {
  const { limit = 100 } = query
  const filters: readonly (readonly [condition: string, value: SqlValue | undefined])[] = [
    ['goal_hash = ?', query.goalKey],
    ['strategy = ?', query.strategy],
    ['outcome = ?', query.outcome],
    ['told = ?', query.outcome === 'claimed' ? undefined : query.outcome],
    ['run_id = ?', query.runId],
    ['id < ?', query.before],
  ]
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  for (const [condition, value] of filters) {
    if (value === undefined) continue
    conditions.push(condition)
    parameters.push(value)
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const rows = await sql.all<AttemptRow>(
    `select *, ${judgedType(sql.dialect, 'shown_attempts')} from shown_attempts ${where} order by id desc limit ?`,
    [...parameters, limit + 1],
  )
  const items = rows.slice(0, limit)
  return { items: items.map(toAttempt), next: rows.length > limit ? items.at(-1)?.id : undefined }
}

const PRIOR_COLUMNS = 'goal_hash, strategy, strategy_version, lemma_set, budget, outcome'

export async function priors(sql: Sql, goalKey: string): Promise<readonly PriorAttempt[]> {
  const rows = await sql.all<PriorRow>(
    `select distinct ${PRIOR_COLUMNS} from shown_attempts
      where goal_hash = ? and outcome not in ('cancelled', 'error', 'claimed')`,
    [goalKey],
  )
  return rows.map(toPrior)
}

export async function findDuplicate(
  sql: Sql,
  wanted: {
    goalKey: string
    strategy: string
    strategyVersion: string
    lemmaSet?: string
    budgetSeconds: number
  },
): Promise<PriorAttempt | undefined> {
  const [row] = await sql.all<PriorRow>(
    `select ${PRIOR_COLUMNS} from shown_attempts
      where goal_hash = ? and strategy = ? and strategy_version = ? and lemma_set = ? and budget >= ?
        and outcome not in ('cancelled', 'error', 'claimed')
      order by budget limit 1`,
    [wanted.goalKey, wanted.strategy, wanted.strategyVersion, wanted.lemmaSet ?? '', wanted.budgetSeconds],
  )
  return row && toPrior(row)
}

interface TotalsRow {
  strategy: string
  attempts: number
  mean_time: number
  cpu_seconds: number
  cache_hits: number | null
  cache_asked: number
}

interface SettledRow {
  strategy: string
  solved: number
  refuted: number
}

export async function strategyStats(sql: Sql, runId: string | undefined): Promise<readonly StrategyStats[]> {
  const ofRun = runId === undefined ? '' : 'run_id = ?'
  const parameters = runId === undefined ? [] : [runId]
  const totals = await sql.all<TotalsRow>(
    `select strategy, count(*) as attempts, avg(time_seconds) as mean_time, sum(cpu_seconds) as cpu_seconds,
        sum(cache_hit) as cache_hits, count(cache_hit) as cache_asked
      from attempts ${ofRun && `where ${ofRun}`} group by strategy order by strategy`,
    parameters,
  )
  const settled = await sql.all<SettledRow>(
    `select strategy, sum(success) as solved, sum(case when outcome = 'refuted' then 1 else 0 end) as refuted
      from shown_attempts where told in ('proved', 'refuted') ${ofRun && `and ${ofRun}`} group by strategy`,
    parameters,
  )
  const byStrategy = new Map(settled.map((row) => [row.strategy, row]))
  const uniqueSolves = await countUniqueSolves(sql, ofRun, parameters)
  return totals.map((row) => {
    const { solved = 0, refuted = 0 } = byStrategy.get(row.strategy) ?? {}
    return {
      strategy: row.strategy,
      attempts: row.attempts,
      solved,
      refuted,
      rate: (solved + refuted) / row.attempts,
      meanTimeSeconds: row.mean_time,
      cpuSeconds: row.cpu_seconds,
      cpuSecondsPerSolve: solved + refuted > 0 ? row.cpu_seconds / (solved + refuted) : undefined,
      cacheHitRate: row.cache_asked > 0 ? (row.cache_hits ?? 0) / row.cache_asked : undefined,
      uniqueSolves: uniqueSolves.get(row.strategy) ?? 0,
    }
  })
}

/**
 * Goals that a strategy settled, proved or refuted, and that no other one has settled in any run. Of a run, those that
 * it settled in that run.
 */
async function countUniqueSolves(
  sql: Sql,
  ofRun: string,
  parameters: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // What is told and not borne out by a receipt is neither.
  const settled = `select distinct goal_hash, strategy from shown_attempts
    where told in ('proved', 'refuted') and (success = 1 or outcome = 'refuted')`
  const all = await sql.all<{ goal_hash: string; strategy: string }>(settled)
  const counts = new Map<string, number>()
  const finders = new Map<string, SoleFinder>()
  for (const { goal_hash: goal, strategy } of all)
    finders.set(goal, creditFinder(counts, finders.get(goal), strategy))
  if (ofRun === '') return counts
  const inRun = await sql.all<{ goal_hash: string; strategy: string }>(`${settled} and ${ofRun}`, [
    ...parameters,
  ])
  const own = inRun.filter(({ goal_hash, strategy }) => finders.get(goal_hash) === strategy)
  return new Map([...Map.groupBy(own, ({ strategy }) => strategy)].map(([name, rows]) => [name, rows.length]))
}
