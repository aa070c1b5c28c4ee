/** What was tried on goals. */
import * as z from 'zod'
import { count, number, outcome, page, text, time } from './words.ts'

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

export const attemptList = page(attempt)

export type AttemptAnswer = z.infer<typeof attempt>
export type AttemptList = z.infer<typeof attemptList>
