/** Lean text that somebody is writing: what Lean says of it, and what could be done at its holes. */
import * as z from 'zod'
import { count, number, text } from './words.ts'

const place = z.object({
  /** Counted from 1. */
  line: count,
  /** Counted from 0, in Unicode characters. */
  column: count,
})

/** A statement alone, or a small file with its own imports. */
export const playgroundText = z.object({ text: text.max(100_000) })

export const playgroundMessage = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  start: place,
  end: place.nullable(),
  text,
})

export const playgroundRead = z.object({
  /** `statement`: a proposition alone, read as a theorem without a proof. */
  kind: z.enum(['statement', 'file', 'empty']),
  messages: z.array(playgroundMessage),
  /** The goals before and after each tactic, outer tactics before inner ones. */
  steps: z.array(z.object({ start: place, end: place, before: z.array(text), after: z.array(text) })),
  /** Every `sorry`, or the statement itself, with its goal. */
  holes: z.array(
    z.object({
      start: place,
      end: place,
      declaration: text.nullable(),
      goals: z.array(text),
      /** What submitting it would submit; null where it is no theorem of its own. */
      goal: z.object({ goal: text, preamble: text, imports: z.array(text) }).nullable(),
    }),
  ),
  milliseconds: number,
})

/** What Lean says of a goal that is about to be submitted; `submitGoal` has its fields. */
export const goalCheck = z.object({
  accepted: z.boolean(),
  /** What is to be proved, as Lean understood it. */
  goals: z.array(text),
  problem: z
    .object({
      message: text,
      hint: text.nullable(),
      /** Which of the texts it is in: `statement`, `preamble`, `imports`. */
      place: text,
      line: count.nullable(),
      /** Counted from 1. */
      column: count.nullable(),
      /** The line with carets below what is meant. */
      frame: text.nullable(),
    })
    .nullable(),
})

export const playgroundTry = playgroundText.extend({
  /** Which of the holes, counted from 0. */
  hole: count,
  /** What to try there, all of them from the same state; the engine's own tactics if none are given. */
  tactics: z.array(text.min(1).max(2000)).max(20).optional(),
})

export const playgroundTried = z.object({
  /** Closing ones first. Where Lean proposes something better to write, `tactic` is that. */
  items: z.array(
    z.object({
      tactic: text,
      outcome: z.enum(['closes', 'leads on', 'rejected', 'timeout']),
      goals: z.array(text),
      /** Why Lean rejects it. */
      detail: text.nullable(),
      milliseconds: number,
    }),
  ),
})

export const leanWords = z.object({
  /** Signs by the name that is typed behind a backslash. */
  signs: z.array(z.object({ name: text, sign: text })),
})

export const leanNames = z.object({
  items: z.array(z.object({ name: text, statement: text.nullable() })),
  /** Set while the library's index is being built: a later request may find more. */
  note: text.nullable(),
})

export type PlaygroundReadAnswer = z.infer<typeof playgroundRead>
export type PlaygroundTryRequest = z.infer<typeof playgroundTry>
export type PlaygroundTriedAnswer = z.infer<typeof playgroundTried>
export type GoalCheckAnswer = z.infer<typeof goalCheck>
export type LeanWordsAnswer = z.infer<typeof leanWords>
