/** The table of workers: who said when that it lives, by the clock of the database. */
import type { Ledger } from './ledger.ts'

interface WorkerRow {
  readonly worker: string
  readonly host: string
  readonly pid: number
  readonly capability: string
  /** The next three are JSON. */
  readonly versions: string
  readonly lanes: string
  readonly running: string
}

interface SeenWorkerRow extends WorkerRow {
  readonly up_seconds: number
  readonly silent_seconds: number
}

/** Writes that a worker is there; those that were silent for `forgetSeconds` are forgotten. */
export async function saveWorker(
  { sql }: Ledger,
  { worker, host, pid, capability, versions, lanes, running }: WorkerRow,
  forgetSeconds: number,
): Promise<void> {
  const now = nowOf(sql.dialect)
  await sql.write(async (transaction) => {
    await transaction.run(
      `insert into workers (worker, host, pid, capability, versions, lanes, running, started_at, seen_at)
        values (?, ?, ?, ?, ?, ?, ?, ${now}, ${now})
        on conflict (worker) do update set running = excluded.running, seen_at = excluded.seen_at`,
      [worker, host, pid, capability, versions, lanes, running],
    )
    await transaction.run(`delete from workers where seen_at < ${now} - ?`, [forgetSeconds])
  })
}

export async function removeWorker({ sql }: Ledger, worker: string): Promise<void> {
  await sql.write((transaction) => transaction.run('delete from workers where worker = ?', [worker]))
}

export function workerRows({ sql }: Ledger): Promise<readonly SeenWorkerRow[]> {
  const now = nowOf(sql.dialect)
  return sql.all<SeenWorkerRow>(
    `select worker, host, pid, capability, versions, lanes, running,
        ${now} - started_at as up_seconds, ${now} - seen_at as silent_seconds
      from workers order by host, worker`,
  )
}

function nowOf(dialect: Ledger['dialect']): string {
  return dialect === 'postgres'
    ? 'extract(epoch from clock_timestamp())::double precision'
    : `unixepoch('subsec')`
}
