/** What the MCP tools answer, by name. The descriptions are for models. */
import * as z from 'zod'
import { fileToolOutputs } from './file-tools.ts'
import { premises } from './goals.ts'
import { delivered, ticket } from './tickets.ts'
import { outcome, receiptBody } from './words.ts'

const goals = z
  .array(z.string())
  .describe('Open goals as Lean prints them; none means nothing is left to prove')

const where = {
  path: z.string().describe('From the root of the project'),
  line: z.int(),
  column: z.int().describe('In characters, from 0'),
  declaration: z.string().nullable(),
}

/** As a client gives it and gets it back. */
export const arcGrid = z
  .array(z.array(z.int().min(0).max(9)).min(1).max(30))
  .min(1)
  .max(30)

export const toolOutputs = {
  ...fileToolOutputs,
  prove: z.object({
    outcome: outcome.exclude(['claimed']),
    script: z.string().nullable().describe('The proof, as it stands behind `by`'),
    strategy: z.string().nullable(),
    counterexample: z.string().nullable(),
    stuck_on: z.string().nullable(),
    time_seconds: z.number(),
    goal_hash: z.string(),
    receipt: receiptBody.nullable(),
  }),
  goal_state: z.object({ session: z.string(), state: z.number(), goals, script: z.string() }),
  run_tactic: z.object({
    result: z.enum(['open', 'closed', 'rejected', 'timeout', 'crashed']),
    state: z.number().nullable().describe('The new state, if there is one'),
    goals,
    messages: z.array(z.string()),
    error: z.string().nullable(),
    error_line: z.int().nullable().describe('Where in the tactic, from 1'),
    error_column: z.int().nullable().describe('In characters, from 0'),
    script: z.string().nullable().describe('All tactics from the start to the new state'),
  }),
  search_premises: premises
    .pick({ source: true, items: true })
    .extend({ next_offset: z.int().nullable().describe('Ask again with this offset for more') }),
  check_proof: z.object({
    verdict: z.enum(['accepted', 'refused', 'unknown']),
    detail: z.string().nullable(),
    error_line: z.int().nullable().describe('Where in the proof, from 1'),
    error_column: z.int().nullable().describe('In characters, from 0'),
    goal_hash: z.string().nullable(),
    receipt_uri: z.string().nullable(),
    receipt: receiptBody.nullable(),
  }),
  list_sorries: z.object({
    root: z.string(),
    holes: z.array(
      z.object({
        ...where,
        goal: z.string().describe('With its hypotheses, as Lean shows it'),
        goal_hash: z.string(),
        difficulty: z.number().describe('0 easy to 1 hard'),
        /** Null where it can be searched. */
        unsearchable: z.string().nullable(),
        last_outcome: z.string().nullable().describe('How the last attempt ended; null if there was none'),
        counterexample: z.string().nullable(),
      }),
    ),
    total: z.int(),
    next_offset: z.int().nullable().describe('Ask again with this offset for more; null at the end'),
    problems: z.array(
      z.object({
        path: z.string(),
        line: z.int().nullable(),
        column: z.int().nullable(),
        message: z.string(),
      }),
    ),
  }),
  fill_sorry: z.object({
    outcomes: z.array(
      z.object({
        ...where,
        outcome: z.enum(['proved', 'refuted', 'failed', 'open', 'skipped']),
        script: z.string().nullable(),
        counterexample: z.string().nullable(),
        receipt_uri: z.string().nullable(),
        given: z.array(z.string()).describe('Open declarations that the proof rests on'),
        why: z.string().nullable(),
      }),
    ),
    diff: z.string().describe('What `git apply` takes; empty where nothing was found'),
    written: z.array(z.object({ path: z.string(), result: z.string() })),
  }),
  request_lemma: ticket,
  list_tickets: z.object({ tickets: z.array(ticket) }),
  claim_ticket: z.object({ claimed: z.boolean(), ticket: ticket.nullable() }),
  complete_ticket: z.object({
    result: z.enum(['completed', 'refused', 'not-claimed']),
    reason: z.string().nullable(),
    ticket: ticket.nullable(),
    unblocked: delivered.shape.unblocked.nullable(),
  }),
  solve_arc_task: z.object({
    status: z.enum(['solved', 'unsolved']),
    program: z.string().nullable(),
    pairs_solved: z.number(),
    train_pairs: z.number(),
    facts: z.array(z.string()).describe('What all train pairs have in common'),
    attempts: z.array(z.object({ attempt_1: arcGrid.nullable(), attempt_2: arcGrid.nullable() })),
  }),
}

export type ToolName = keyof typeof toolOutputs
