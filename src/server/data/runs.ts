import { hostname } from 'node:os'
import * as z from 'zod'
import {
  type Pulse,
  pulse as pulseSchema,
  type RunAnswer,
  type RunDetail,
  type RunList,
} from '../../api/index.ts'
import { isProcessAlive } from '../../files/index.ts'
import { type Ledger, lastEvents, runControl, type Run as StoredRun } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import type { Solve } from './solves.ts'
import type { Totals } from './tally.ts'

const Settings = z.record(z.string(), z.unknown())
const Interrupted = z.object({ interrupted: z.literal(true) })
const Cursor = z.tuple([z.string(), z.string()])
/** A run on another machine that has not spoken for so long is gone. */
const SILENT_MS = 15_000
const SECRET = /key|token|secret|password|url/i
/** Runs of earlier versions have their process in here, too. */
const HIDDEN = new Set(['identity', 'pid', 'host'])

export async function runPage(
  ledger: Ledger,
  { command, cursor, limit }: { command?: string; cursor?: string | undefined; limit: number },
): Promise<RunList> {
  const runs = await ledger.runs({ command, before: fromCursor(Cursor, cursor), limit: limit + 1 })
  const page = runs.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await Promise.all(page.map((run) => toRun(ledger, run))),
    next: runs.length > limit && last ? toCursor(last.startedAt, last.runId) : null,
  }
}

export async function findRunAnswer(ledger: Ledger, runId: string): Promise<RunAnswer | undefined> {
  const run = await ledger.run(runId)
  return run && toRun(ledger, run)
}

/** Runs that go on right now. */
export async function activeRuns(ledger: Ledger): Promise<RunAnswer[]> {
  const stored = await ledger.runs({ ended: false, limit: 50 })
  const runs = await Promise.all(stored.map((run) => toRun(ledger, run)))
  return runs.filter(({ state }) => state === 'running' || state === 'paused' || state === 'stopping')
}

export function runDetail(run: RunAnswer, totals: Totals, solves: readonly Solve[]): RunDetail {
  const began = Date.parse(run.started_at)
  return {
    ...run,
    attempts: totals.attempts,
    goals_tried: totals.goalsTried,
    goals_solved: totals.goalsSolved,
    goals_refuted: totals.goalsRefuted,
    cpu_seconds: totals.cpuSeconds,
    strategies: [...totals.strategies],
    solved: solves.map(({ goal_hash, goal_id, outcome, strategy, endedAt }) => ({
      goal_hash,
      goal_id,
      outcome,
      strategy,
      after_seconds: Math.max(0, (endedAt - began) / 1000),
    })),
  }
}

export async function latestPulse(ledger: Ledger, runId: string): Promise<Pulse | undefined> {
  const [event] = await lastEvents(ledger, { type: 'pulse', runId, limit: 1 })
  return event && pulseSchema.safeParse({ ...(event.data as object), at: event.at }).data
}

async function toRun(ledger: Ledger, run: StoredRun): Promise<RunAnswer> {
  const { runId, host, pid, endedAt } = run
  const summary = run.summary === undefined ? null : Settings.catch({}).parse(run.summary)
  const pulse = endedAt === undefined ? await latestPulse(ledger, runId) : undefined
  const state = await stateOf(ledger, run, pulse)
  return {
    run_id: runId,
    command: run.command,
    state,
    seed: run.seed,
    started_at: run.startedAt,
    ended_at: endedAt ?? null,
    pid: pid ?? null,
    host: host ?? null,
    settings: shown(Settings.catch({}).parse(run.config)),
    summary: summary && shown(summary),
    pulse: state === 'lost' ? null : (pulse ?? null),
  }
}

async function stateOf(
  ledger: Ledger,
  run: StoredRun,
  pulse: Pulse | undefined,
): Promise<RunAnswer['state']> {
  const { runId, host, pid, startedAt, endedAt, summary } = run
  if (endedAt !== undefined) return Interrupted.safeParse(summary).success ? 'interrupted' : 'ended'
  const lastWord = Date.parse(pulse?.at ?? startedAt)
  const isHere = host === hostname() && pid !== undefined
  const alive = isHere ? isProcessAlive(pid) : Date.now() - lastWord < SILENT_MS
  if (!alive) return 'lost'
  const control = await runControl(ledger, runId)
  if (control?.wanted === 'stop') return 'stopping'
  return control?.wanted === 'pause' ? 'paused' : 'running'
}

function shown(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]) => [name, SECRET.test(name) && typeof value === 'string' ? '(set)' : value]),
  )
}
