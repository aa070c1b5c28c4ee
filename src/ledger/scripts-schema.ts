/**
 * A script is a string, tactics are tactics. Before, the lines of a script stood in the column of the tactics, so that
 * the cases of an `induction` were tactics of their own.
 */
import { tacticsOf } from '../goal/index.ts'
import { evidenceOfScripts } from './evidence.ts'
import type { MigrationStep } from './migrations.ts'
import { parseStrings } from './rows.ts'
import type { Sql } from './sql.ts'

export function scriptsSchema(dialect: Sql['dialect']): readonly (string | MigrationStep)[] {
  return [
    'alter table attempts add column script text',
    'alter table goals add column script text',
    ...evidenceOfScripts(dialect),
    (transaction) => regroup(transaction, 'attempts'),
    (transaction) => regroup(transaction, 'goals'),
    regroupCache,
  ]
}

const CHUNK = 1000

async function regroup(
  transaction: Parameters<MigrationStep>[0],
  table: 'attempts' | 'goals',
): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await transaction.all<{ id: number; tactics: string }>(
      `select id, tactics from ${table} where id > ? and tactics is not null and tactics <> '[]' order by id limit ?`,
      [after, CHUNK],
    )
    const changes = rows.map(({ id, tactics }) => {
      const script = parseStrings(tactics).join('\n')
      return [script, JSON.stringify(tacticsOf(script)), id]
    })
    if (changes.length > 0)
      await transaction.runMany(`update ${table} set script = ?, tactics = ? where id = ?`, changes)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Two scripts that differ in blank lines only are one now: the one that is there already stays. */
async function regroupCache(transaction: Parameters<MigrationStep>[0]): Promise<void> {
  const rows = await transaction.all<{ goal_hash: string; tactics: string }>(
    `select goal_hash, tactics from tactic_cache where tactics like '%","%'`,
  )
  for (const { goal_hash, tactics } of rows) {
    const grouped = JSON.stringify(tacticsOf(parseStrings(tactics).join('\n')))
    if (grouped === tactics) continue
    await transaction.run(
      `update tactic_cache set tactics = ? where goal_hash = ? and tactics = ?
        and not exists (select 1 from tactic_cache other where other.goal_hash = ? and other.tactics = ?)`,
      [grouped, goal_hash, tactics, goal_hash, grouped],
    )
  }
}
