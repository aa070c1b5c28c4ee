/** Runs of the commands that search. */
import * as z from 'zod'
import { strategyStats } from './strategies.ts'
import { count, lane, number, page, runState, share, text, time } from './words.ts'

export const runningAttempt = z.object({
  goal_hash: text,
  goal_id: text,
  goal: text,
  strategy: text,
  lane,
  started_at: time,
  budget_seconds: number,
})

/** What a run says about itself every second or two. */
export const pulse = z.object({
  at: time,
  cpu_share: share,
  memory_share: share,
  cpu_target: share,
  paused: z.boolean(),
  queued: count,
  lanes: z.object({
    light: z.object({ running: count, limit: count }),
    heavy: z.object({ running: count, limit: count }),
  }),
  running: z.array(runningAttempt),
  goals: z.object({ total: count, processed: count, solved: count }),
  arms: z.array(z.object({ strategy: text, trials: number, mean: number, score: number })),
  /** Of an ARC batch: what it has finished itself, without pauses; null before its first task. */
  tasks_per_second: number.nullable().optional(),
})

export const run = z.object({
  run_id: text,
  command: text,
  state: runState,
  seed: number.nullable(),
  started_at: time,
  ended_at: time.nullable(),
  pid: z.number().int().nullable(),
  host: text.nullable(),
  /** The settings it was started with, secrets left out. */
  settings: z.record(text, z.unknown()),
  summary: z.record(text, z.unknown()).nullable(),
  /** Null when the run is over or has not spoken yet. */
  pulse: pulse.nullable(),
})

export const runList = page(run)

export const runDetail = run.extend({
  attempts: count,
  goals_tried: count,
  /**
   * Proved in this run, lemmas beside the bank included (`lemmas_proved` of the summary says how many);
   * `goals_refuted` were shown to be false. Both are settled.
   */
  goals_solved: count,
  goals_refuted: count,
  cpu_seconds: number,
  strategies: z.array(strategyStats),
  /** Goals settled after so many seconds of the run, in order. */
  solved: z.array(
    z.object({
      goal_hash: text,
      goal_id: text,
      outcome: z.enum(['proved', 'refuted']),
      strategy: text,
      after_seconds: number,
    }),
  ),
})

export const runComparison = z.object({
  left: runDetail,
  right: runDetail,
  /** Settled by one of them only. */
  only_left: z.array(z.object({ goal_hash: text, id: text, goal: text })),
  only_right: z.array(z.object({ goal_hash: text, id: text, goal: text })),
  both: count,
})

export type Pulse = z.infer<typeof pulse>
export type RunAnswer = z.infer<typeof run>
export type RunList = z.infer<typeof runList>
export type RunDetail = z.infer<typeof runDetail>
export type RunComparison = z.infer<typeof runComparison>
