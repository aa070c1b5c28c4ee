import { type Goal, goalTextKey } from '../goal/index.ts'
import { judgedType, withStatus } from './evidence.ts'
import type { FrontierGoal, GoalQuery, GoalStatus, Page, SimilarGoal, StoredGoal } from './ledger.ts'
import { type GoalRow, type PriorRow, toGoal, toPrior } from './rows.ts'
import { findSimilar, indexForSearch, searchWords } from './similarity.ts'
import type { Sql, SqlTransaction, SqlValue } from './sql.ts'

const INSERT_GOAL = `insert into goals
  (goal_hash, goal_id, goal_text, context, imports, preamble, difficulty, priority, created_at, metadata, text_key)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (goal_hash) do nothing`
const CHUNK = 500

type KeyedGoal = Goal & { readonly key: string }

export async function saveGoals(sql: Sql, goals: readonly KeyedGoal[]): Promise<void> {
  const unique = [...new Map(goals.map((goal) => [goal.key, goal])).values()]
  for (let from = 0; from < unique.length; from += CHUNK) {
    const chunk = unique.slice(from, from + CHUNK)
    await sql.write((transaction) => insertNew(sql, transaction, chunk))
  }
}

async function insertNew(sql: Sql, transaction: SqlTransaction, goals: readonly KeyedGoal[]): Promise<void> {
  const marks = goals.map(() => '?').join(', ')
  const known = await transaction.all<{ goal_hash: string }>(
    `select goal_hash from goals where goal_hash in (${marks})`,
    goals.map(({ key }) => key),
  )
  const keys = new Set(known.map(({ goal_hash }) => goal_hash))
  const fresh = goals.filter(({ key }) => !keys.has(key))
  if (fresh.length === 0) return
  const now = new Date().toISOString()
  await transaction.runMany(
    INSERT_GOAL,
    fresh.map((goal) => [
      goal.key,
      goal.id,
      goal.text,
      JSON.stringify(goal.context),
      JSON.stringify(goal.imports),
      goal.preamble,
      goal.difficulty,
      goal.priority,
      now,
      JSON.stringify(goal.metadata ?? {}),
      goalTextKey(goal),
    ]),
  )
  await indexForSearch(
    sql,
    transaction,
    fresh.map(({ key, text, context }) => ({ kind: 'goal', ref: key, words: searchWords(text, context) })),
  )
}

/** A receipt speaks of one text. The goal of its key takes that text over, so that what is shown is what was proved. */
export async function restateGoal(sql: Sql, goal: KeyedGoal): Promise<void> {
  const { key, text, context, imports, preamble } = goal
  const words = [text, JSON.stringify(context), JSON.stringify(imports), preamble]
  const [row] = await sql.all<GoalRow>('select * from shown_goals where goal_hash = ?', [key])
  const known = row && [row.goal_text, row.context, row.imports, row.preamble]
  if (!row || row.status === 'proved' || row.status === 'refuted') return
  if (known?.every((word, at) => word === words[at])) return
  await sql.write((transaction) =>
    transaction.run(
      `update goals set goal_text = ?, context = ?, imports = ?, preamble = ?, text_key = ?
        where goal_hash = ?`,
      [...words, goalTextKey(goal), key],
    ),
  )
}

const selectGoals = ({ dialect }: Sql) => `select *, ${judgedType(dialect, 'shown_goals')} from shown_goals`

export async function findGoal(sql: Sql, key: string): Promise<StoredGoal | undefined> {
  const [row] = await sql.all<GoalRow>(`${selectGoals(sql)} where goal_hash = ?`, [key])
  return row && toGoal(row)
}

export async function listGoals(sql: Sql, query: GoalQuery): Promise<Page<StoredGoal>> {
  const { status, goalId, after = 0, limit = 100 } = query
  const conditions = ['id > ?']
  const parameters: SqlValue[] = [after]
  if (status !== undefined) {
    const [condition, ...values] = withStatus(status)
    conditions.push(condition)
    parameters.push(...values)
  }
  if (goalId !== undefined) {
    conditions.push('goal_id = ?')
    parameters.push(goalId)
  }
  const rows = await sql.all<GoalRow>(
    `${selectGoals(sql)} where ${conditions.join(' and ')} order by id limit ?`,
    [...parameters, limit + 1],
  )
  const items = rows.slice(0, limit)
  return { items: items.map(toGoal), next: rows.length > limit ? items.at(-1)?.id : undefined }
}

export async function similarGoals(
  sql: Sql,
  text: string,
  { context = [], status, limit = 5 }: { context?: readonly string[]; status?: GoalStatus; limit?: number },
): Promise<readonly SimilarGoal[]> {
  const words = searchWords(text, context)
  const candidates = await findSimilar(sql, sql, { kind: 'goal', words, limit: status ? limit * 8 : limit })
  const found: SimilarGoal[] = []
  for (const { ref, similarity } of candidates) {
    const goal = await findGoal(sql, ref)
    if (goal && (status === undefined || goal.status === status)) found.push({ goal, similarity })
    if (found.length === limit) break
  }
  return found
}

export async function frontier(sql: Sql): Promise<readonly FrontierGoal[]> {
  const goals = await sql.all<GoalRow>(
    `select * from shown_goals where status in ('open', 'claimed') order by priority desc, id`,
  )
  const tried = await sql.all<PriorRow>(`
    select distinct a.goal_hash, a.strategy, a.strategy_version, a.lemma_set, a.budget, a.outcome
    from shown_attempts a join shown_goals g on g.goal_hash = a.goal_hash
    where g.status in ('open', 'claimed') and a.outcome not in ('cancelled', 'error', 'claimed')`)
  const byGoal = Map.groupBy(tried, ({ goal_hash }) => goal_hash)
  return goals.map((row) => ({ goal: toGoal(row), tried: (byGoal.get(row.goal_hash) ?? []).map(toPrior) }))
}
