/** What the commands about Lean projects and their blueprints print. */
import * as z from 'zod'
import { blueprint, blueprintNode } from '../blueprint.ts'
import { count, number, outcome, share, text, ticketStatus } from '../words.ts'

const hole = z.object({
  id: text,
  /** From the root of the project. */
  path: text,
  /** Lines are counted from 1, columns from 0, in characters. */
  line: count,
  column: count,
  end_line: count,
  end_column: count,
  start_byte: count,
  end_byte: count,
  declaration: text.nullable(),
  goal: text,
  goal_hash: text,
  is_tactic: z.boolean(),
  /** False where a value is wanted. */
  is_proof: z.boolean(),
  difficulty: share,
  /** Why it is not searched; null where it can be. */
  unsearchable: text.nullable(),
  last_outcome: z
    .object({ outcome, strategy: text, seconds: number, counterexample: text.optional() })
    .nullable(),
})

const written = z.union([
  z.object({ kind: z.literal('written'), path: text }),
  z.object({ kind: z.literal('kept'), path: text, why: text }),
])

/** Declarations that the checker did not accept, with its reason. */
const refused = z.record(text, text)

export const projectCommands = {
  sorries: z.object({
    root: text,
    files: z.array(
      z.object({
        path: text,
        module: text,
        errors: z.array(z.object({ line: count, column: count, text })),
        failure: text.nullable(),
      }),
    ),
    holes: z.array(hole),
  }),
  fill: z.object({
    outcomes: z.array(
      hole.extend({
        outcome: z.enum(['proved', 'refuted', 'failed', 'open', 'skipped']),
        strategy: text.nullable(),
        script: text.nullable(),
        lemmas: z.array(z.object({ name: text, text })),
        /** Declarations with holes of their own that the proof uses; all of them are proved. */
        uses: z.array(text),
        /** Open declarations that the proof rests on. */
        given: z.array(text),
        receipt: text.nullable(),
        judged: z.enum(['declaration', 'goal']).nullable(),
        counterexample: text.nullable(),
        why: text.nullable(),
        time_seconds: number,
        /** CPU seconds of Lean for each step of the work on it. */
        steps: z.record(text, number),
      }),
    ),
    diff: text,
    withdrawn: z.array(z.object({ id: text, why: text })),
    written: z.array(written),
    failures: z.array(z.object({ path: text, failure: text })),
    steps: z.array(
      z.object({
        step: text,
        times: count,
        time_seconds: number,
        lean_cpu_seconds: number,
        /** For the text above a hole, and for starting Lean. */
        of_which_context: number,
        of_which_starts: number,
      }),
    ),
    time_seconds: number,
    branch: z
      .object({ name: text, commits: z.array(z.object({ declaration: text, commit: text })) })
      .optional(),
  }),
  golf: z.object({
    seen: count,
    proofs: z.array(
      z.object({
        declaration: text,
        path: text,
        line: count,
        before: text,
        after: text,
        /** Characters, or microseconds in Lean. */
        cost: z.object({ before: number, after: number }),
      }),
    ),
    diff: text,
    written: z.array(written),
    /** Proofs that Lean takes and the checker does not. */
    refused: z.array(z.object({ declaration: text, path: text, line: count, why: text })),
    /** Files of the project that Lean could not read, and why. */
    unread: z.record(text, text),
  }),
  'bg --project': z.object({ proved: count, refuted: count, open: count, changes: count, log: text }),
  'blueprint status': blueprint
    .pick({ counts: true, critical_path: true, problems: true, unread: true })
    .extend({
      main: text,
      nodes: z.array(
        blueprintNode.extend({ tickets: z.array(z.object({ ticket_id: text, status: ticketStatus })) }),
      ),
      refused,
    }),
  'blueprint sync': blueprint.pick({ problems: true }).extend({
    changes: z.array(
      z.object({
        id: text,
        file: text,
        line: count,
        part: z.enum(['statement', 'proof']),
        change: z.enum(['add', 'remove']),
      }),
    ),
    files: z.array(text),
    written: z.boolean(),
    refused,
  }),
}
