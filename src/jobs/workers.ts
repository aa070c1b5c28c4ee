/**
 * Who is there to work. A worker says every few seconds that it lives and what it does; times are those of the
 * database, so that no machine's clock decides who is alive. Nothing that counts depends on this list: jobs come back
 * by their own heartbeats.
 */
import * as z from 'zod'
import type { Lane } from '../engine/index.ts'
import type { Ledger } from '../ledger/index.ts'

export interface WorkerVersions {
  readonly orch: string
  /** Hash of Orch's own source: two programs of one version may still differ. */
  readonly build: string
  /** The kinds of work it takes. */
  readonly work: readonly string[]
  readonly toolchain: string
  readonly checker: string
  readonly strategies: readonly string[]
}

export interface RunningJob {
  readonly what: string
  readonly run: string
  readonly seconds: number
}

export interface WorkerState {
  readonly worker: string
  readonly host: string
  readonly pid: number
  /** Workers and runs of the same capability understand each other. */
  readonly capability: string
  readonly versions: WorkerVersions
  readonly lanes: Readonly<Record<Lane, number>>
  readonly running: readonly RunningJob[]
}

export interface SeenWorker extends WorkerState {
  readonly upSeconds: number
  /** Since it was last heard of. */
  readonly silentSeconds: number
}

/** Longer silence is death. */
export const ALIVE_SECONDS = 15
/** The dead are shown for a while, then forgotten. */
const FORGET_SECONDS = 3_600

const Versions = z.object({
  orch: z.string(),
  build: z.string(),
  work: z.array(z.string()),
  toolchain: z.string(),
  checker: z.string(),
  strategies: z.array(z.string()),
})
const Lanes = z.object({ light: z.number(), heavy: z.number() })
const Running = z.array(z.object({ what: z.string(), run: z.string(), seconds: z.number() }))

interface WorkerRow {
  worker: string
  host: string
  pid: number
  capability: string
  versions: string
  lanes: string
  running: string
  up_seconds: number
  silent_seconds: number
}

export async function sayAlive({ sql }: Ledger, state: WorkerState): Promise<void> {
  const { worker, host, pid, capability, versions, lanes, running } = state
  const now = nowOf(sql.dialect)
  await sql.write(async (transaction) => {
    await transaction.run(
      `insert into workers (worker, host, pid, capability, versions, lanes, running, started_at, seen_at)
        values (?, ?, ?, ?, ?, ?, ?, ${now}, ${now})
        on conflict (worker) do update set running = excluded.running, seen_at = excluded.seen_at`,
      [
        worker,
        host,
        pid,
        capability,
        JSON.stringify(versions),
        JSON.stringify(lanes),
        JSON.stringify(running),
      ],
    )
    await transaction.run(`delete from workers where seen_at < ${now} - ${FORGET_SECONDS}`)
  })
}

export async function sayGone({ sql }: Ledger, worker: string): Promise<void> {
  await sql.write((transaction) => transaction.run('delete from workers where worker = ?', [worker]))
}

export async function listWorkers({ sql }: Ledger): Promise<readonly SeenWorker[]> {
  const now = nowOf(sql.dialect)
  const rows = await sql.all<WorkerRow>(
    `select worker, host, pid, capability, versions, lanes, running,
        ${now} - started_at as up_seconds, ${now} - seen_at as silent_seconds
      from workers order by host, worker`,
  )
  return rows.flatMap((row) => {
    const versions = Versions.safeParse(parse(row.versions)).data
    const lanes = Lanes.safeParse(parse(row.lanes)).data
    const running = Running.safeParse(parse(row.running)).data
    if (!versions || !lanes || !running) return []
    const { worker, host, pid, capability, up_seconds, silent_seconds } = row
    return [
      {
        worker,
        host,
        pid,
        capability,
        versions,
        lanes,
        running,
        upSeconds: Number(up_seconds),
        silentSeconds: Number(silent_seconds),
      },
    ]
  })
}

function nowOf(dialect: Ledger['dialect']): string {
  return dialect === 'postgres'
    ? 'extract(epoch from clock_timestamp())::double precision'
    : `unixepoch('subsec')`
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
