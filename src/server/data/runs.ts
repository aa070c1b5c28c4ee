import { hostname } from 'node:os'
import * as z from 'zod'
import { judgedType, type Ledger, lastEvents, runControl, type SqlValue } from '../../ledger/index.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import { type Pulse, pulse as pulseSchema, type Run, type RunDetail, type RunPage } from '../schemas.ts'
import type { Solve } from './solves.ts'
import type { Totals } from './tally.ts'

interface RunRow {
  run_id: string
  command: string
  config: string
  seed: number | null
  started_at: string
  ended_at: string | null
  summary: string | null
}

const Settings = z.record(z.string(), z.unknown())
const Process = z.object({ pid: z.number().int(), host: z.string() })
const Interrupted = z.object({ interrupted: z.literal(true) })
const Cursor = z.tuple([z.string(), z.string()])
/** A run on another machine that has not spoken for so long is gone. */
const SILENT_MS = 15_000
const SECRET = /key|token|secret|password|url/i
const HIDDEN = new Set(['identity', 'pid', 'host'])

export async function runPage(
  ledger: Ledger,
  { command, cursor, limit }: { command?: string; cursor?: string | undefined; limit: number },
): Promise<RunPage> {
  const after = fromCursor(Cursor, cursor)
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  if (after) {
    conditions.push('(started_at, run_id) < (?, ?)')
    parameters.push(...after)
  }
  if (command !== undefined) {
    conditions.push('command = ?')
    parameters.push(command)
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const rows = await ledger.sql.all<RunRow>(
    `select * from runs ${where} order by started_at desc, run_id desc limit ?`,
    [...parameters, limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await Promise.all(page.map((row) => toRun(ledger, row))),
    next: rows.length > limit && last ? toCursor(last.started_at, last.run_id) : null,
  }
}

export async function findRun(ledger: Ledger, runId: string): Promise<Run | undefined> {
  const [row] = await ledger.sql.all<RunRow>('select * from runs where run_id = ?', [runId])
  return row && toRun(ledger, row)
}

/** Runs that go on right now. */
export async function activeRuns(ledger: Ledger): Promise<Run[]> {
  const rows = await ledger.sql.all<RunRow>(
    'select * from runs where ended_at is null order by started_at desc limit 50',
  )
  const runs = await Promise.all(rows.map((row) => toRun(ledger, row)))
  return runs.filter(({ state }) => state === 'running' || state === 'paused' || state === 'stopping')
}

export function runDetail(run: Run, totals: Totals, solves: readonly Solve[]): RunDetail {
  const began = Date.parse(run.started_at)
  return {
    ...run,
    attempts: totals.attempts,
    goals_tried: totals.goalsTried,
    goals_solved: totals.goalsSolved,
    cpu_seconds: totals.cpuSeconds,
    strategies: [...totals.strategies],
    solved: solves.map(({ goal_hash, goal_id, strategy, endedAt }) => ({
      goal_hash,
      goal_id,
      strategy,
      after_seconds: Math.max(0, (endedAt - began) / 1000),
    })),
  }
}

export async function nameGoals(
  ledger: Ledger,
  keys: readonly string[],
): Promise<{ goal_hash: string; id: string; goal: string }[]> {
  if (keys.length === 0) return []
  const rows = await ledger.sql.all<{
    goal_hash: string
    id: string
    goal: string
    judged_type: string | null
  }>(
    `select goal_hash, goal_id as id, goal_text as goal, ${judgedType(ledger.sql.dialect, 'goals')} from goals
      where goal_hash in (${keys.map(() => '?').join(', ')}) order by goal_id`,
    keys,
  )
  return rows.map(({ judged_type, ...goal }) => ({ ...goal, goal: judged_type ?? goal.goal }))
}

export async function latestPulse(ledger: Ledger, runId: string): Promise<Pulse | undefined> {
  const [event] = await lastEvents(ledger.sql, { type: 'pulse', runId, limit: 1 })
  return event && pulseSchema.safeParse({ ...(event.data as object), at: event.at }).data
}

async function toRun(ledger: Ledger, row: RunRow): Promise<Run> {
  const config = Settings.catch({}).parse(JSON.parse(row.config))
  const where = Process.safeParse(config).data
  const summary = row.summary === null ? null : Settings.catch({}).parse(JSON.parse(row.summary))
  const pulse = row.ended_at === null ? await latestPulse(ledger, row.run_id) : undefined
  const state = await stateOf(ledger, row, where, pulse)
  return {
    run_id: row.run_id,
    command: row.command,
    state,
    seed: row.seed,
    started_at: row.started_at,
    ended_at: row.ended_at,
    pid: where?.pid ?? null,
    host: where?.host ?? null,
    settings: shown(config),
    summary: summary && shown(summary),
    pulse: state === 'lost' ? null : (pulse ?? null),
  }
}

async function stateOf(
  ledger: Ledger,
  row: RunRow,
  where: { pid: number; host: string } | undefined,
  pulse: Pulse | undefined,
): Promise<Run['state']> {
  if (row.ended_at !== null)
    return Interrupted.safeParse(JSON.parse(row.summary ?? 'null')).success ? 'interrupted' : 'ended'
  const lastWord = Date.parse(pulse?.at ?? row.started_at)
  const here = where?.host === hostname()
  const alive = here && where ? isAlive(where.pid) : Date.now() - lastWord < SILENT_MS
  if (!alive) return 'lost'
  const control = await runControl(ledger.sql, row.run_id)
  if (control?.wanted === 'stop') return 'stopping'
  return control?.wanted === 'pause' ? 'paused' : 'running'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function shown(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]) => [name, SECRET.test(name) && typeof value === 'string' ? '(set)' : value]),
  )
}
