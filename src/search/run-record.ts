import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod'
import type { Ledger } from '../ledger/index.ts'
import { shortHash } from './problem.ts'

export interface RunRecord {
  readonly runId: string
  readonly seed: number
  /** Whether this goes on with a run that was killed or interrupted. */
  readonly resumed: boolean
}

const Stored = z.object({ identity: z.string(), pid: z.number(), host: z.string() })
const Ended = z.object({ interrupted: z.boolean() })

interface RunRow {
  run_id: string
  seed: number
  config: string
  ended_at: string | null
  summary: string | null
}

/**
 * Starts a run, or takes up the last one of the same identity that did not come to its end: killed, or stopped
 * with Ctrl-C. A run whose process is still there is left alone.
 */
export async function beginRun(
  ledger: Ledger,
  options: { command: string; identity: readonly string[]; settings: object; seed: number | undefined },
): Promise<RunRecord> {
  const { command, settings, seed } = options
  const identity = shortHash(...options.identity)
  const config = { ...settings, identity, pid: process.pid, host: hostname() }
  const open = await findUnfinished(ledger, command, identity)
  if (open) {
    await ledger.sql.write((transaction) =>
      transaction.run('update runs set config = ?, ended_at = null, summary = null where run_id = ?', [
        JSON.stringify(config),
        open.run_id,
      ]),
    )
    return { runId: open.run_id, seed: seed ?? open.seed, resumed: true }
  }
  const chosen = seed ?? Math.floor(Math.random() * 2 ** 32)
  const runId = `${command}-${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}-${randomUUID().slice(0, 8)}`
  await ledger.startRun({ runId, command, config, seed: chosen })
  return { runId, seed: chosen, resumed: false }
}

async function findUnfinished(
  ledger: Ledger,
  command: string,
  identity: string,
): Promise<RunRow | undefined> {
  const rows = await ledger.sql.all<RunRow>(
    'select run_id, seed, config, ended_at, summary from runs where command = ? order by started_at desc limit 50',
    [command],
  )
  const last = rows.find((row) => Stored.safeParse(JSON.parse(row.config)).data?.identity === identity)
  if (!last) return undefined
  if (last.ended_at !== null) {
    const interrupted = Ended.safeParse(JSON.parse(last.summary ?? 'null')).data?.interrupted
    return interrupted ? last : undefined
  }
  const { pid, host } = Stored.parse(JSON.parse(last.config))
  return host === hostname() && isAlive(pid) ? undefined : last
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
