/** The search on one goal that somebody asked for on its page, and the trees of states that searches left. */
import * as z from 'zod'
import { count, number, outcome, text, time } from './words.ts'

/** `waiting`: another search has Lean. `starting`: Lean is not there yet. `idle`: nobody has asked since the start. */
export const goalSearchState = z.enum([
  'idle',
  'waiting',
  'starting',
  'elaborating',
  'searching',
  'checking',
  'ended',
])

export const goalSearch = z.object({
  goal_hash: text,
  state: goalSearchState,
  kind: z.enum(['prove', 'refute']).nullable(),
  /** When it was asked for; the time limit begins when Lean has read the statement. */
  asked_at: time.nullable(),
  searching_since: time.nullable(),
  timeout_seconds: number,
  /** Tactics that were tried so far, and the one that was tried last. */
  tactics: count,
  tactic: text.nullable(),
  attempts: z.array(
    z.object({
      strategy: text,
      /** Null while it goes on. */
      outcome: outcome.nullable(),
      started_at: time,
      time_seconds: number.nullable(),
      cpu_seconds: number.nullable(),
    }),
  ),
  /** Null until it has ended, and where it could not be made at all. */
  outcome: outcome.nullable(),
  /** How it ended, in a sentence. */
  detail: text.nullable(),
  /** The open subgoal that came closest. */
  stuck_on: text.nullable(),
})

export const startGoalSearch = z.object({
  kind: z.enum(['prove', 'refute']).default('prove'),
  timeout_seconds: number.min(1).max(3600).default(60),
  profile: z.number().int().min(0).max(2).default(1),
})

export const searchNode = z.object({
  id: count,
  /** Null for a state to begin with. */
  parent: count.nullable(),
  tactic: text.nullable(),
  /** Of the tactic, in its table; the lower, the sooner. */
  price: number.nullable(),
  cpu_seconds: number,
  /** None where the proof is complete. */
  goals: z.array(text),
  /** The first tactics that led nowhere from here, and how many did. */
  failed: z.array(
    z.object({ tactic: text, outcome: z.enum(['rejected', 'timeout', 'crashed']), cpu_seconds: number }),
  ),
  failures: count,
})

export const searchTree = z.object({
  strategy: text,
  run_id: text.nullable(),
  updated_at: time,
  /** Whether the attempt goes on. */
  live: z.boolean(),
  nodes: z.array(searchNode),
  /** States that were reached and are not kept. */
  left_out: count,
})

export const searchTrees = z.object({ goal_hash: text, items: z.array(searchTree) })

export type GoalSearchAnswer = z.infer<typeof goalSearch>
export type StartGoalSearch = z.infer<typeof startGoalSearch>
export type SearchNodeAnswer = z.infer<typeof searchNode>
export type SearchTreeAnswer = z.infer<typeof searchTree>
export type SearchTreeList = z.infer<typeof searchTrees>
