import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { provedIds, startOrch } from './bank-process.ts'

export interface KillOutcome {
  readonly total: number
  readonly solved: number
  readonly resumed: boolean
  /** False when the run was over before the moment came. */
  readonly killed: boolean
  readonly integrity: string
  /** Goals that were reported before the kill and are not proved in the ledger at once after it. */
  readonly lost: readonly string[]
  /** Goals that were finished before the kill and were run again. */
  readonly repeated: readonly string[]
}

const GOALS = 7

/** Starts a bank run, kills it after some goals were reported (and a moment, if given), then runs the same command. */
export async function killAndResume(folder: string, reported: number, momentMs = 0): Promise<KillOutcome> {
  mkdirSync(folder, { recursive: true })
  const bank = join(folder, 'bank.jsonl')
  const goals = Array.from({ length: GOALS }, (_, i) => ({
    id: `g${i}`,
    goal: `∀ a b : Nat, a + b + ${i} = ${i} + b + a`,
  }))
  writeFileSync(bank, goals.map((goal) => JSON.stringify(goal)).join('\n'))
  const env = { ORCH_HOME: join(folder, 'home'), ORCH_TIMEOUT_MICRO: '60', ORCH_TIMEOUT_COPILOT: '60' }
  const args = ['bank', '--bank', bank, '--results', join(folder, 'results')]

  const first = startOrch(args, env)
  await first.proved(reported)
  if (momentMs > 0) await new Promise((resolve) => setTimeout(resolve, momentMs))
  const killed = first.child.exitCode === null
  first.child.kill('SIGKILL')
  await first.ended
  const seen = provedIds(first.lines)
  const before = readLedger(join(folder, 'home', 'ledger.db'))

  const second = startOrch([...args, '--json'], env)
  const { stdout } = await second.ended
  const results = JSON.parse(stdout)
  const after = readLedger(join(folder, 'home', 'ledger.db'))
  return {
    total: results.goals_total,
    solved: results.goals_solved,
    resumed: results.resumed,
    killed,
    integrity: after.integrity,
    lost: seen.filter((id) => !before.attempts.has(id)),
    repeated: [...before.attempts.keys()].filter((id) => before.attempts.get(id) !== after.attempts.get(id)),
  }
}

/** Attempts per goal that is proved. */
function readLedger(path: string): { integrity: string; attempts: Map<string, number> } {
  let database: DatabaseSync
  try {
    database = new DatabaseSync(path, { readOnly: true })
  } catch {
    // Killed before there was a ledger.
    return { integrity: 'none', attempts: new Map() }
  }
  try {
    const [check] = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
    const tables = database.prepare(`select 1 from sqlite_master where name = 'attempts'`).all()
    const rows =
      tables.length === 0
        ? []
        : (database
            .prepare(
              `select goal_id, count(*) as n from goals g join attempts a on a.goal_hash = g.goal_hash
        where g.status = 'proved' group by goal_id`,
            )
            .all() as { goal_id: string; n: number }[])
    return {
      integrity: check?.integrity_check ?? 'none',
      attempts: new Map(rows.map(({ goal_id, n }) => [goal_id, n])),
    }
  } finally {
    database.close()
  }
}
