/** Questions about a goal by its text alone, answered without Lean. */
import { goalTextKey } from '../goal/index.ts'
import type { CachedTactics, GoalWords } from './ledger.ts'
import { parseStrings } from './rows.ts'
import type { SqlReader } from './sql.ts'

/** A goal that was stored without Lean has its text's key as its own. */
export async function goalsOfText(reader: SqlReader, goal: string | GoalWords): Promise<readonly string[]> {
  const textKey = goalTextKey(typeof goal === 'string' ? { text: goal } : goal)
  const rows = await reader.all<{ goal_hash: string }>(
    'select goal_hash from goals where text_key = ? order by id desc',
    [textKey],
  )
  return [...new Set([...rows.map(({ goal_hash }) => goal_hash), textKey])]
}

interface CachedRow {
  goal_hash: string
  tactics: string
  strategy: string
  success_rate: number
  avg_time: number
  use_count: number
}

export async function getCachedTactics(
  reader: SqlReader,
  goal: string | GoalWords,
): Promise<CachedTactics | undefined> {
  const keys = await goalsOfText(reader, goal)
  const [row] = await reader.all<CachedRow>(
    `select * from tactic_cache where goal_hash in (${keys.map(() => '?').join(', ')})
      order by success_rate desc, avg_time, use_count desc limit 1`,
    keys,
  )
  return (
    row && {
      goalKey: row.goal_hash,
      tactics: parseStrings(row.tactics),
      strategy: row.strategy,
      successRate: row.success_rate,
      avgTime: row.avg_time,
      useCount: row.use_count,
    }
  )
}

export async function hasAttempted(
  reader: SqlReader,
  goal: string | GoalWords,
  strategy: string,
): Promise<boolean> {
  for (const key of await goalsOfText(reader, goal)) {
    const rows = await reader.all(
      `select 1 from shown_attempts where goal_hash = ? and strategy = ?
        and outcome not in ('cancelled', 'error', 'claimed') limit 1`,
      [key, strategy],
    )
    if (rows.length > 0) return true
  }
  return false
}
