/** What must hold in the database whatever happened: no attempt twice, no proof without a receipt, nothing stuck. */
import type { Cluster } from './cluster.ts'

export async function audit(cluster: Cluster): Promise<readonly string[]> {
  const findings: string[] = []
  const none = async (what: string, query: string) => {
    const rows = await cluster.query<object>(query)
    if (rows.length > 0) findings.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  await none(
    'attempts recorded twice',
    `select goal_hash, strategy, timestamp, count(*) from attempts
      group by goal_hash, strategy, strategy_version, run_id, timestamp having count(*) > 1`,
  )
  await none(
    'successes that no receipt bears out',
    `select id, goal_hash from shown_attempts where outcome = 'claimed'`,
  )
  await none('goals that no receipt bears out', `select goal_hash from shown_goals where status = 'claimed'`)
  await none(
    'goals proved by two attempts of one strategy in one run',
    `select goal_hash, strategy, run_id from attempts where success = 1
      group by goal_hash, strategy, run_id having count(*) > 1`,
  )
  await none(
    'tickets stuck in the hands of nobody',
    `select ticket_id from tickets where status = 'claimed' and lease_expires_at is null`,
  )
  await none(
    'jobs under way of runs that are over',
    `select j.name, j.state from orch_jobs.job j
      join runs r on r.run_id = j.group_id
      where j.name <> 'dead' and j.state <= 'active' and r.ended_at is not null`,
  )
  return findings
}
