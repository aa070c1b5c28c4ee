import * as z from 'zod'
import { type GoalStatus, judgedType, type Ledger, type SqlValue, withStatus } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import type { EffortOf } from '../parts.ts'
import type { Goal, GoalPage } from '../schemas.ts'
import { GoalTexts } from './goal-texts.ts'

export const GOAL_SORTS = ['created', 'id', 'difficulty', 'priority', 'solved'] as const

export interface GoalFilter {
  readonly status?: GoalStatus | undefined
  readonly q?: string | undefined
  /** Solved by this strategy. */
  readonly strategy?: string | undefined
  readonly sort: (typeof GOAL_SORTS)[number]
  readonly order: 'asc' | 'desc'
  readonly cursor?: string | undefined
  /** How many to leave out first; for those who jump. */
  readonly offset?: number | undefined
  readonly limit: number
}

interface GoalRow {
  id: number
  goal_hash: string
  goal_id: string
  goal_text: string
  status: Goal['status']
  difficulty: number
  priority: number
  solved_by: string | null
  solved_at: string | null
  created_at: string
  receipt: string | null
  judged_type: string | null
}

const columnsOf = ({
  sql: { dialect },
}: Ledger) => `id, goal_hash, goal_id, goal_text, status, difficulty, priority,
  solved_by, solved_at, created_at, receipt, ${judgedType(dialect, 'shown_goals')}`
const SORT_COLUMNS = {
  created: 'id',
  id: 'goal_id',
  difficulty: 'difficulty',
  priority: 'priority',
  solved: 'solved_at',
} as const
/** So few are looked up by their ids. */
const FEW = 500
const Cursor = z.tuple([z.union([z.string(), z.number()]), z.number().int()])

export async function goalPage(ledger: Ledger, effortOf: EffortOf, filter: GoalFilter): Promise<GoalPage> {
  const { sort, order, limit, offset } = filter
  const { conditions, parameters, total } = await conditionsOf(ledger, filter)
  const after = fromCursor(Cursor, filter.cursor)
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
  const rows = await ledger.sql.all<GoalRow>(
    `select ${columnsOf(ledger)} from shown_goals ${where(paged)} order by ${orderBy} limit ? offset ?`,
    [...all, limit + 1, offset ?? 0],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => toGoal(row, effortOf)),
    next: rows.length > limit && last ? toCursor(last[column] ?? '', last.id) : null,
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
  const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`
  const total = conditions.length === 0 ? found?.length : undefined
  conditions.push(`(goal_text ${like} ? escape '\\' or goal_id ${like} ? escape '\\' or goal_hash = ?)`)
  parameters.push(pattern, pattern, piece)
  return { conditions, parameters, ...(total !== undefined && { total }) }
}

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

async function countGoals(
  ledger: Ledger,
  conditions: readonly string[],
  parameters: readonly SqlValue[],
): Promise<number> {
  const [row] = await ledger.sql.all<{ count: number }>(
    `select count(*) as count from shown_goals ${where(conditions)}`,
    parameters,
  )
  return row?.count ?? 0
}

export async function goalCounts(
  ledger: Ledger,
): Promise<{ total: number; open: number; claimed: number; proved: number; refuted: number }> {
  const rows = await ledger.sql.all<{ status: Goal['status']; count: number }>(
    'select status, count(*) as count from shown_goals group by status',
  )
  const counts = { open: 0, claimed: 0, proved: 0, refuted: 0 }
  for (const { status, count } of rows) counts[status] = count
  return { total: counts.open + counts.claimed + counts.proved + counts.refuted, ...counts }
}

export async function goalSummary(
  ledger: Ledger,
  effortOf: EffortOf,
  key: string,
): Promise<Goal | undefined> {
  const [row] = await ledger.sql.all<GoalRow>(
    `select ${columnsOf(ledger)} from shown_goals where goal_hash = ?`,
    [key],
  )
  return row && toGoal(row, effortOf)
}

function toGoal(row: GoalRow, effortOf: EffortOf): Goal {
  const { attempts, cpuSeconds } = effortOf(row.goal_hash)
  return {
    goal_hash: row.goal_hash,
    id: row.goal_id,
    goal: row.goal_text,
    status: row.status,
    difficulty: row.difficulty,
    priority: row.priority,
    solved_by: row.solved_by,
    solved_at: row.solved_at,
    created_at: row.created_at,
    receipt: row.receipt,
    proved_type: row.status === 'proved' ? row.judged_type : null,
    attempts,
    cpu_seconds: cpuSeconds,
  }
}
