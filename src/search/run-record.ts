import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod'
import { isProcessAlive } from '../files/index.ts'
import { type Ledger, lastEvents, type Run } from '../ledger/index.ts'
import { shortHash } from './problem.ts'

export interface RunRecord {
  readonly runId: string
  readonly seed: number
  /** Whether this goes on with a run that was killed or interrupted. */
  readonly resumed: boolean
}

const Stored = z.object({ identity: z.string() })
/** A run on another machine that was silent for this long is over; clocks may differ by less. */
const SILENT_MS = 60_000
/** How many of the latest runs are looked through for one to take up: many machines may have started others since. */
const MOST_RUNS = 1_000
const Ended = z.object({ interrupted: z.boolean() })

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
  const config = { ...settings, identity }
  const open = await findUnfinished(ledger, command, identity)
  if (open) {
    await ledger.resumeRun(open.runId, config)
    return { runId: open.runId, seed: seed ?? open.seed, resumed: true }
  }
  const chosen = seed ?? Math.floor(Math.random() * 2 ** 32)
  const runId = `${command}-${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}-${randomUUID().slice(0, 8)}`
  await ledger.startRun({ runId, command, config, seed: chosen })
  return { runId, seed: chosen, resumed: false }
}

async function findUnfinished(ledger: Ledger, command: string, identity: string): Promise<Run | undefined> {
  const runs = await ledger.runs({ command, limit: MOST_RUNS })
  const last = runs.find(({ config }) => Stored.safeParse(config).data?.identity === identity)
  if (!last) return undefined
  if (last.endedAt !== undefined) {
    const interrupted = Ended.safeParse(last.summary).data?.interrupted
    return interrupted ? last : undefined
  }
  const { pid, host } = last
  const isHeld =
    pid !== undefined && host === hostname()
      ? pid !== process.pid && isProcessAlive(pid)
      : await isHeardOf(ledger, last)
  return isHeld ? undefined : last
}

/** Whether a run on another machine has been heard of lately; it says something every second, the first one included. */
async function isHeardOf(ledger: Ledger, { runId, startedAt }: Run): Promise<boolean> {
  const [pulse] = await lastEvents(ledger, { type: 'pulse', runId, limit: 1 })
  return Date.now() - Date.parse(pulse?.at ?? startedAt) < SILENT_MS
}
