/**
 * Every answer of the API, as a schema. Imports nothing but zod and its own parts, so that browser code can take its types from here.
 * Fields are snake_case as in the files Orch writes; times are ISO 8601 in UTC; shares and rates go from 0 to 1.
 */
import * as z from 'zod'
import { controlled } from './request-schemas.ts'
import {
  count,
  goalStatus,
  lane,
  number,
  outcome,
  page,
  runState,
  share,
  text,
  ticketStatus,
  time,
} from './schema-words.ts'

export * from './arc-schemas.ts'
export * from './blueprint-schemas.ts'
export * from './project-schemas.ts'
export * from './request-schemas.ts'
export { goalStatus, lane, outcome, runState, ticketStatus } from './schema-words.ts'
export * from './system-schemas.ts'

/** RFC 9457. `title` and `detail` are sentences for people, `code` is stable and meant for programs. */
export const problem = z.object({
  type: text,
  title: text,
  status: z.number().int(),
  code: text,
  detail: text,
  hint: text.nullable(),
  /** Of an error in Lean text: where it is, and the line with carets below what is meant. */
  source: z
    .object({ place: text, line: z.number().int(), column: z.number().int(), frame: text })
    .nullable()
    .optional(),
})

export const strategyStats = z.object({
  strategy: text,
  attempts: count,
  solved: count,
  refuted: count,
  rate: share,
  mean_time_seconds: number,
  cpu_seconds: number,
  /** Null as long as nothing was solved. */
  cpu_seconds_per_solve: number.nullable(),
  /** Null when the tactic cache was never asked. */
  cache_hit_rate: share.nullable(),
  /** Goals that no other strategy has proved. */
  unique_solves: count,
})

export const stats = z.object({
  ledger: text,
  total_attempts: count,
  successful_attempts: count,
  success_rate: share,
  unique_goals: count,
  goals: z.object({ total: count, open: count, claimed: count, proved: count, refuted: count }),
  cached_scripts: count,
  cache_hit_rate: share.nullable(),
  cpu_seconds: number,
  strategies: z.array(strategyStats),
})

export const ticket = z.object({
  ticket_id: text,
  goal_hash: text,
  goal: text,
  context: z.array(text),
  suggested_name: text.nullable(),
  constraints: z.array(text),
  priority: share,
  status: ticketStatus,
  claimed_by: text.nullable(),
  lease_expires_at: time.nullable(),
  completed_by: text.nullable(),
  completed_proof: text.nullable(),
  receipt: text.nullable(),
  proved_type: text.nullable(),
  created_at: time,
  /** Tickets that must be completed first. */
  depends_on: z.array(text),
  /** Goals that are searched again once the lemma is there. */
  waiting_goals: z.array(text),
})

/** A delivered lemma, with the names of the goals and the tickets that can go on now. */
export const delivered = ticket.extend({
  unblocked: z.object({ goals: z.array(text), tickets: z.array(text) }),
})

export const marketplace = z.object({
  total: count,
  open: count,
  claimed: count,
  completed: count,
  cancelled: count,
  /** What can be worked on now, most valuable first. */
  tickets: z.array(ticket),
})

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: text,
  ledger: z.object({ place: text, reachable: z.boolean(), detail: text.nullable() }),
  uptime_seconds: number,
  time,
  /** Runs that go on right now. */
  runs: count,
})

export const goal = z.object({
  goal_hash: text,
  /** The name given by the bank. */
  id: text,
  goal: text,
  status: goalStatus,
  difficulty: share,
  priority: share,
  solved_by: text.nullable(),
  solved_at: time.nullable(),
  created_at: time,
  receipt: text.nullable(),
  /** What was proved, as the judge saw it, where a preamble could make the text mean something else. */
  proved_type: text.nullable(),
  attempts: count,
  cpu_seconds: number,
})

export const goalPage = page(goal).extend({
  /** Goals that fit the filters, on all pages; only on the first page, null elsewhere. */
  total: count.nullable(),
})

export const attempt = z.object({
  attempt_id: count,
  goal_hash: text,
  goal_text: text,
  strategy: text,
  strategy_version: text,
  outcome,
  tactics: z.array(text),
  time_seconds: number,
  cpu_seconds: number,
  budget_seconds: number,
  started_at: time,
  run_id: text.nullable(),
  receipt: text.nullable(),
  error: text.nullable(),
  worker: text.nullable(),
  cache_hit: z.boolean().nullable(),
  proved_type: text.nullable(),
})

export const attemptPage = page(attempt)

export const goalDetail = goal.extend({
  context: z.array(text),
  imports: z.array(text),
  preamble: text,
  /** The proof, as it stands behind `by`. */
  script: text.nullable(),
  counterexample: text.nullable(),
  similar: z.array(
    z.object({ goal_hash: text, id: text, goal: text, status: goalStatus, similarity: share }),
  ),
  /** Tickets this goal waits for, and the ticket that asks for it. */
  tickets: z.array(ticket),
})

/**
 * The search on a goal as a tree, parents before children: the goal, its attempts by strategy, the tickets it waits
 * for and the goals of those.
 */
export const treeNode = z.object({
  id: text,
  parent: text.nullable(),
  kind: z.enum(['goal', 'strategy', 'attempt', 'ticket']),
  label: text,
  /** Outcome of an attempt, status of a goal or a ticket, null for a strategy. */
  state: text.nullable(),
  goal_hash: text.nullable(),
  attempt_id: count.nullable(),
  ticket_id: text.nullable(),
  time_seconds: number.nullable(),
  started_at: time.nullable(),
})

export const proofTree = z.object({
  goal_hash: text,
  nodes: z.array(treeNode),
  /** Whether there were more attempts than are shown. */
  truncated: z.boolean(),
})

export const proofSteps = z.object({
  goal_hash: text,
  /** The goals before the first step, as Lean prints them. */
  start: z.array(text),
  steps: z.array(
    z.object({
      tactic: text,
      /** The goals that are left after it. */
      goals: z.array(text),
      messages: z.array(text),
      milliseconds: number,
    }),
  ),
  /** False when the script could not be replayed step by step; the receipt still counts. */
  complete: z.boolean(),
  detail: text.nullable(),
})

export const bandit = z.object({
  /** The policy whose state this is; both learn from every attempt. */
  policy: text,
  updated_at: time,
  arms: z.array(
    z.object({
      strategy: text,
      trials: number,
      mean: number,
      score: number.nullable(),
      cpu_seconds: number.nullable(),
    }),
  ),
})

export const strategies = z.object({
  strategies: z.array(strategyStats),
  bandit: z.array(bandit),
  /** UCB state over time, oldest first, as running searches reported it. */
  history: z.array(
    z.object({
      at: time,
      run_id: text,
      arms: z.array(z.object({ strategy: text, trials: number, mean: number, score: number })),
    }),
  ),
})

export const solvedOverTime = z.object({
  bucket_seconds: count,
  /** Oldest first; buckets without a solve are left out. */
  points: z.array(z.object({ at: time, proved: count, refuted: count, total: count })),
})

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

export const runPage = page(run)

export const runDetail = run.extend({
  attempts: count,
  goals_tried: count,
  goals_solved: count,
  cpu_seconds: number,
  strategies: z.array(strategyStats),
  /** Goals proved after so many seconds of the run, in order. */
  solved: z.array(z.object({ goal_hash: text, goal_id: text, strategy: text, after_seconds: number })),
})

export const runComparison = z.object({
  left: runDetail,
  right: runDetail,
  only_left: z.array(z.object({ goal_hash: text, id: text, goal: text })),
  only_right: z.array(z.object({ goal_hash: text, id: text, goal: text })),
  both: count,
})

export const receipt = z.object({ receipt: text, goal_hash: text, created_at: time, body: z.unknown() })

export const receiptPage = page(receipt.omit({ body: true }).extend({ goal_id: text, goal: text }))

export const premises = z.object({
  query: text,
  source: text,
  items: z.array(z.object({ name: text, score: number.nullable(), statement: text.nullable() })),
})

export const machineHistory = z.object({
  cores: count,
  memory_bytes: number,
  samples: z.array(
    z.object({ at: time, cpu_share: share, memory_share: share, cpu_target: share.nullable() }),
  ),
})

export const ticketPage = page(ticket)

/* Live events: `event:` is the type, `data:` one of these as JSON, `id:` where to go on after a break. */

export const eventTypes = [
  'attempt',
  'run-started',
  'run-ended',
  'run-changed',
  'pulse',
  'goal',
  'ticket',
  'project',
  'reset',
] as const

export const liveEvents = {
  /** An attempt ended. `settled` says that it proved or refuted its goal. */
  attempt: attempt
    .pick({
      attempt_id: true,
      goal_hash: true,
      strategy: true,
      outcome: true,
      time_seconds: true,
      cpu_seconds: true,
      started_at: true,
      run_id: true,
    })
    .extend({ settled: z.boolean() }),
  'run-started': z.object({ run_id: text, command: text, at: time }),
  'run-ended': z.object({ run_id: text, at: time }),
  'run-changed': controlled.extend({ at: time }),
  pulse: pulse.extend({ run_id: text }),
  /** A goal was submitted. */
  goal: z.object({ goal_hash: text, id: text, at: time }),
  ticket: z.object({ ticket_id: text, status: ticketStatus, at: time }),
  /** Something about the project is new: files, holes, or what is being tried. Not kept: it has no id. */
  project: z.object({ at: time }),
  /** Too much happened since the client was last here: load everything anew. */
  reset: z.object({ at: time }),
} as const satisfies Record<(typeof eventTypes)[number], z.ZodType>

export type Problem = z.infer<typeof problem>
export type StrategyStats = z.infer<typeof strategyStats>
export type Stats = z.infer<typeof stats>
export type Ticket = z.infer<typeof ticket>
export type TicketPage = z.infer<typeof ticketPage>
export type Health = z.infer<typeof health>
export type Goal = z.infer<typeof goal>
export type GoalPage = z.infer<typeof goalPage>
export type GoalDetail = z.infer<typeof goalDetail>
export type Attempt = z.infer<typeof attempt>
export type AttemptPage = z.infer<typeof attemptPage>
export type TreeNode = z.infer<typeof treeNode>
export type ProofTree = z.infer<typeof proofTree>
export type ProofSteps = z.infer<typeof proofSteps>
export type Bandit = z.infer<typeof bandit>
export type Strategies = z.infer<typeof strategies>
export type SolvedOverTime = z.infer<typeof solvedOverTime>
export type Pulse = z.infer<typeof pulse>
export type Run = z.infer<typeof run>
export type RunPage = z.infer<typeof runPage>
export type RunDetail = z.infer<typeof runDetail>
export type RunComparison = z.infer<typeof runComparison>
export type Receipt = z.infer<typeof receipt>
export type ReceiptPage = z.infer<typeof receiptPage>
export type Premises = z.infer<typeof premises>
export type MachineHistory = z.infer<typeof machineHistory>
export type LiveEvents = { [K in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[K]> }
