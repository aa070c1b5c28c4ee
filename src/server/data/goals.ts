import * as z from 'zod'
import type { GoalAnswer, GoalList } from '../../api/index.ts'
import { type GoalFilter, type Ledger, type ListedGoal, listedGoal, pageOfGoals } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import type { EffortOf } from '../server-context.ts'

const Cursor = z.tuple([z.union([z.string(), z.number()]), z.number().int()])

export async function goalPage(
  ledger: Ledger,
  effortOf: EffortOf,
  { cursor, ...filter }: Omit<GoalFilter, 'after'> & { readonly cursor?: string | undefined },
): Promise<GoalList> {
  const { goals, next, total } = await pageOfGoals(ledger, { ...filter, after: fromCursor(Cursor, cursor) })
  return {
    items: goals.map((goal) => toGoal(goal, effortOf)),
    next: next ? toCursor(...next) : null,
    total,
  }
}

export async function goalSummary(
  ledger: Ledger,
  effortOf: EffortOf,
  key: string,
): Promise<GoalAnswer | undefined> {
  const goal = await listedGoal(ledger, key)
  return goal && toGoal(goal, effortOf)
}

function toGoal(row: ListedGoal, effortOf: EffortOf): GoalAnswer {
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
