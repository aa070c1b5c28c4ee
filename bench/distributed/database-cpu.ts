/**
 * CPU seconds that a PostgreSQL server on this machine has used so far, all its processes together. Unlike the time on
 * the clock it does not depend on what else the machine is doing.
 */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const TICKS_PER_SECOND = 100

export async function databaseCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = statOf(Number(rows[0].pid))?.parent
  await client.end()
  if (postmaster === undefined) throw new Error('The server must run on this machine, and this on Linux.')
  return () => {
    const own = statOf(postmaster)
    const children = readdirSync('/proc').flatMap((name) => statOf(Number(name)) ?? [])
    const alive = children.filter(({ parent }) => parent === postmaster)
    // Processes that have ended count with the one that started them.
    const ticks = alive.reduce((sum, { used }) => sum + used, (own?.used ?? 0) + (own?.ofEnded ?? 0))
    return ticks / TICKS_PER_SECOND
  }
}

function statOf(pid: number): { parent: number; used: number; ofEnded: number } | undefined {
  if (!Number.isInteger(pid)) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (place: number) => fields[place] ?? 0
    return { parent: at(1), used: at(11) + at(12), ofEnded: at(13) + at(14) }
  } catch {
    return undefined
  }
}
