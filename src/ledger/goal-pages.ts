/** Goals as people look for them: by status, by a piece of text, in an order, page by page. */
import { judgedType, withStatus } from './evidence.ts'
import { GoalTexts } from './goal-texts.ts'
import type { GoalStatus, Ledger } from './ledger.ts'
import type { Sql, SqlValue } from './sql.ts'

export const GOAL_SORTS = ['created', 'id', 'difficulty', 'priority', 'solved'] as const

export interface GoalFilter {
  readonly status?: GoalStatus | undefined
  readonly q?: string | undefined
  /** Solved by this strategy. */
  readonly strategy?: string | undefined
  readonly sort: (typeof GOAL_SORTS)[number]
  readonly order: 'asc' | 'desc'
  /** Behind the goal with this value in the column that is sorted by, and this number. */
  readonly after?: readonly [value: string | number, id: number] | undefined
  /** How many to leave out first; for those who jump. */
  readonly offset?: number | undefined
  readonly limit: number
}

export interface ListedGoal {
  readonly id: number
  readonly goal_hash: string
  readonly goal_id: string
  readonly goal_text: string
  readonly status: GoalStatus
  readonly difficulty: number
  readonly priority: number
  readonly solved_by: string | null
  readonly solved_at: string | null
  readonly created_at: string
  readonly receipt: string | null
  readonly judged_type: string | null
}

export interface GoalListing {
  readonly goals: readonly ListedGoal[]
  /** What `after` has to be for the next page; absent on the last one. */
  readonly next: readonly [value: string | number, id: number] | undefined
  /** How many there are in all; counted for the first page only. */
  readonly total: number | null
}

const selectGoals = ({ dialect }: Sql) =>
  `select id, goal_hash, goal_id, goal_text, status, difficulty, priority, solved_by, solved_at, created_at, receipt,
    ${judgedType(dialect, 'shown_goals')} from shown_goals`
const SORT_COLUMNS = {
  created: 'id',
  id: 'goal_id',
  difficulty: 'difficulty',
  priority: 'priority',
  solved: 'solved_at',
} as const
/** So few are looked up by their ids. */
const FEW = 500

export async function pageOfGoals(ledger: Ledger, filter: GoalFilter): Promise<GoalListing> {
  const { sort, order, limit, offset, after } = filter
  const { conditions, parameters, total } = await conditionsOf(ledger, filter)
  const column = SORT_COLUMNS[sort]
  const paged = [...conditions]
  const all: SqlValue[] = [...parameters]
  if (after) {
    const comparison = order === 'asc' ? '>' : '<'
    if (sort === 'created') paged.push(`id ${comparison} ?`)
    else paged.push(`(${column}, id) ${comparison} (?, ?)`)
    all.push(...(sort === 'created' ? [after[1]] : after))
  }
  const orderBy = sort === 'created' ? `id ${order}` : `${column} ${order}, id ${order}`
  const rows = await ledger.sql.all<ListedGoal>(
    `${selectGoals(ledger.sql)} ${where(paged)} order by ${orderBy} limit ? offset ?`,
    [...all, limit + 1, offset ?? 0],
  )
  const goals = rows.slice(0, limit)
  const last = goals.at(-1)
  return {
    goals,
    next: rows.length > limit && last ? [last[column] ?? '', last.id] : undefined,
    total: after ? null : (total ?? (await countGoals(ledger, conditions, parameters))),
  }
}

interface Conditions {
  readonly conditions: string[]
  readonly parameters: SqlValue[]
  /** How many goals fit, where that is known already. */
  readonly total?: number
}

async function conditionsOf(ledger: Ledger, filter: GoalFilter): Promise<Conditions> {
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  if (filter.status !== undefined) {
    const [condition, ...values] = withStatus(filter.status)
    conditions.push(condition)
    parameters.push(...values)
  }
  if (filter.strategy !== undefined) {
    conditions.push('solved_by = ?')
    parameters.push(filter.strategy)
  }
  if (filter.sort === 'solved') conditions.push('solved_at is not null')
  const piece = filter.q?.trim() ?? ''
  if (piece === '') return { conditions, parameters }
  const { dialect } = ledger.sql
  const found = dialect === 'sqlite' ? await GoalTexts.of(ledger).find(piece) : undefined
  if (found && found.length <= FEW) {
    conditions.push('(id in (select value from json_each(?)) or goal_hash = ?)')
    return { conditions, parameters: [...parameters, JSON.stringify(found), piece] }
  }
  // Where many goals fit, a page of them is soon found by looking. SQLite's own comparison ignores case already.
  const like = dialect === 'sqlite' ? 'like' : 'ilike'
  const pattern = `%${escaped(piece)}%`
  const total = conditions.length === 0 ? found?.length : undefined
  conditions.push(`(goal_text ${like} ? escape '\\' or goal_id ${like} ? escape '\\' or goal_hash = ?)`)
  parameters.push(pattern, pattern, piece)
  return { conditions, parameters, ...(total !== undefined && { total }) }
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

async function countGoals(
  { sql }: Ledger,
  conditions: readonly string[],
  parameters: readonly SqlValue[],
): Promise<number> {
  const [row] = await sql.all<{ count: number }>(
    `select count(*) as count from shown_goals ${where(conditions)}`,
    parameters,
  )
  return row?.count ?? 0
}

export async function goalCounts({
  sql,
}: Ledger): Promise<{ total: number; open: number; claimed: number; proved: number; refuted: number }> {
  const rows = await sql.all<{ status: GoalStatus; count: number }>(
    'select status, count(*) as count from shown_goals group by status',
  )
  const counts = { open: 0, claimed: 0, proved: 0, refuted: 0 }
  for (const { status, count } of rows) counts[status] = count
  return { total: counts.open + counts.claimed + counts.proved + counts.refuted, ...counts }
}

export async function listedGoal({ sql }: Ledger, key: string): Promise<ListedGoal | undefined> {
  const [row] = await sql.all<ListedGoal>(`${selectGoals(sql)} where goal_hash = ?`, [key])
  return row
}

export async function nameGoals(
  { sql }: Ledger,
  keys: readonly string[],
): Promise<{ goal_hash: string; id: string; goal: string }[]> {
  if (keys.length === 0) return []
  const rows = await sql.all<{ goal_hash: string; id: string; goal: string; judged_type: string | null }>(
    `select goal_hash, goal_id as id, goal_text as goal, ${judgedType(sql.dialect, 'goals')} from goals
      where goal_hash in (${keys.map(() => '?').join(', ')}) order by goal_id`,
    keys,
  )
  return rows.map(({ judged_type, ...goal }) => ({ ...goal, goal: judged_type ?? goal.goal }))
}

/** Keys that begin like this, with or without the word in front that says who computed them. */
export async function goalsByPrefix(
  { sql }: Ledger,
  prefix: string,
  limit: number,
): Promise<readonly string[]> {
  const pattern = `${escaped(prefix)}%`
  const rows = await sql.all<{ goal_hash: string }>(
    `select goal_hash from goals where goal_hash like ? escape '\\' or goal_hash like ? escape '\\' limit ?`,
    [pattern, `lean:${pattern}`, limit],
  )
  return rows.map(({ goal_hash }) => goal_hash)
}
