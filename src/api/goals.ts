/** Goals, the search on them, their proofs and receipts. */
import * as z from 'zod'
import { ticket } from './tickets.ts'
import { count, goalStatus, number, page, share, text, time } from './words.ts'

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

export const goalList = page(goal).extend({
  /** Goals that fit the filters, on all pages; only on the first page, null elsewhere. */
  total: count.nullable(),
})

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

export const receipt = z.object({ receipt: text, goal_hash: text, created_at: time, body: z.unknown() })

export const receiptList = page(receipt.omit({ body: true }).extend({ goal_id: text, goal: text }))

export const premises = z.object({
  query: text,
  source: text,
  items: z.array(z.object({ name: text, score: number.nullable(), statement: text.nullable() })),
})

export type GoalAnswer = z.infer<typeof goal>
export type GoalList = z.infer<typeof goalList>
export type GoalDetail = z.infer<typeof goalDetail>
export type TreeNode = z.infer<typeof treeNode>
export type ProofTree = z.infer<typeof proofTree>
export type ProofStepsAnswer = z.infer<typeof proofSteps>
export type ReceiptAnswer = z.infer<typeof receipt>
export type ReceiptList = z.infer<typeof receiptList>
export type PremisesAnswer = z.infer<typeof premises>
