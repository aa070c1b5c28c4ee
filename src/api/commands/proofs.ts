/** What the commands about single proofs print. */
import * as z from 'zod'
import { count, number, outcome, receiptBody, text } from '../words.ts'

const shown = {
  /** The statement in the library's own notation, as the judge saw it. */
  type: text,
  /** With every argument, where that was asked for or the plain form could mislead. */
  explicit: text.nullable(),
  /** What the statement speaks of besides the library. */
  own: z.array(
    z.object({
      name: text,
      kind: text,
      type: text.nullable().optional(),
      value: text.nullable().optional(),
    }),
  ),
}
const position = z.object({ line: count, column: count })
const namePart = z.union([text, count])

const kernelReport = z.object({
  verdict: z.enum(['accepted', 'rejected', 'declined']),
  /** Of a rejection: the rule that was broken, and how. */
  rule: text.optional(),
  detail: text.optional(),
  /** Why it was declined. */
  why: text.optional(),
  declaration: text.optional(),
  line: count.optional(),
  file: text,
  lines: count,
  declarations: count,
  theorems: count,
  axioms: z.array(text),
  axiomTypes: z.array(text),
  assumptions: z.array(text),
  /** Assumptions that were moreover taken to compute what their names say. */
  computed: z.array(text),
  meta: z
    .object({
      exporter: z.object({ name: text, version: text }),
      lean: z.object({ githash: text, version: text }),
      format: z.object({ version: text }),
      theorem: z.array(namePart).optional(),
      assumptions: z.array(z.array(namePart)),
    })
    .nullable(),
  theorem: z.object({ name: text, type: text }).nullable(),
  seconds: number,
})

export const proofCommands = {
  prove: z.object({
    outcome: outcome.exclude(['claimed']),
    statement: text,
    goal_hash: text,
    script: text.nullable(),
    strategy: text.nullable(),
    /** Spent searching; Lean's start and the reading of the statement are not part of it. */
    time_seconds: number,
    start_seconds: number,
    /** What was tried without success, in this order. */
    tried: z.array(
      z.object({ strategy: text, seconds: number, outcome: z.enum(['failed', 'stopped', 'not accepted']) }),
    ),
    cpu_seconds: number,
    receipt: receiptBody.nullable(),
    counterexample: text.nullable(),
    /** Without a proof: the open subgoal that came closest. */
    stuck_on: text.nullable(),
  }),
  check: z.discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('accepted'), statement_hash: text, ...shown, receipt: receiptBody }),
    z.object({
      verdict: z.literal('refused'),
      statement_hash: text,
      /** A stable word. */
      reason: text,
      detail: text,
      messages: z.array(
        z.object({
          severity: z.enum(['info', 'warning', 'error']),
          start: position,
          end: position.nullable(),
          text,
        }),
      ),
    }),
    z.object({ verdict: z.literal('unknown'), statement_hash: text, detail: text }),
  ]),
  verify: z.union([
    z.object({ verdict: z.literal('confirmed'), notes: z.array(text), ...shown, receipt: receiptBody }),
    z.object({ verdict: z.enum(['denied', 'unknown']), detail: text }),
  ]),
  certificate: z.union([
    z.object({
      outcome: z.literal('written'),
      out: text.nullable(),
      html: text.nullable(),
      theorem: text,
      type: text,
      declarations: count,
      bytes: count,
      axioms: z.array(text),
      assumptions: z.array(z.object({ name: text, type: text })),
      lean: text,
    }),
    z.object({ outcome: z.enum(['denied', 'unknown']), detail: text }),
  ]),
  /** The second form where there was nothing to check. */
  kernel: z.union([
    kernelReport,
    z.object({ verdict: z.literal('declined'), detail: text, hint: text.nullable() }),
  ]),
  trace: z.object({
    /** What was asked for; the files that it stands for are with their theorems. */
    file: text,
    theorems: z.array(
      z.object({ file: text, theorem: text, line: count, steps: count, why: text.nullable() }),
    ),
  }),
  'premises build': z.object({ theorems: count, imports: z.array(text), file: text, vectors: z.boolean() }),
  'premises search': z.object({
    kind: z.enum(['goal', 'pattern', 'words']),
    /** Why these are not quite what was asked for; null where they are. */
    fallback: text.nullable(),
    premises: z.array(z.object({ name: text, module: text.nullable(), statement: text.nullable() })),
  }),
}
