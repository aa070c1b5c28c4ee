/**
 * Who is there to work. A worker says every few seconds that it lives and what it does; times are those of the
 * database, so that no machine's clock decides who is alive. Nothing that counts depends on this list: jobs come back
 * by their own heartbeats.
 */
import * as z from 'zod'
import type { Lane } from '../engine/index.ts'
import { type Ledger, removeWorker, saveWorker, workerRows } from '../ledger/index.ts'

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

/** A worker that was silent for longer than this counts as dead. */
export const ALIVE_SECONDS = 15
/** Dead workers are listed for this long. */
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

export async function sayAlive(ledger: Ledger, state: WorkerState): Promise<void> {
  const { versions, lanes, running, ...rest } = state
  const texts = {
    versions: JSON.stringify(versions),
    lanes: JSON.stringify(lanes),
    running: JSON.stringify(running),
  }
  await saveWorker(ledger, { ...rest, ...texts }, FORGET_SECONDS)
}

export async function sayGone(ledger: Ledger, worker: string): Promise<void> {
  await removeWorker(ledger, worker)
}

export async function listWorkers(ledger: Ledger): Promise<readonly SeenWorker[]> {
  const rows = await workerRows(ledger)
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
