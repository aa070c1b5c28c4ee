/** What a client sends, and what it hears of it at once. */
import * as z from 'zod'
import { number, share, text } from './words.ts'

export const submitGoal = z.object({
  goal: text.min(1).max(100_000),
  id: text.min(1).max(200).optional(),
  context: z.array(text.max(10_000)).max(100).optional(),
  imports: z.array(text.max(200)).max(100).optional(),
  preamble: text.max(200_000).optional(),
  difficulty: share.min(0).max(1).optional(),
  priority: share.min(0).max(1).optional(),
})

export const startRun = z.object({
  command: z.enum(['bank', 'bg']),
  /** A bank below the folder the dashboard was started in. */
  bank: text.max(1000).optional(),
  timeout_seconds: number.positive().max(86_400).optional(),
  profile: z.number().int().min(0).max(2).optional(),
  strategies: z.array(text.min(1).max(100)).max(20).optional(),
})

export const started = z.object({ pid: z.number().int(), run_id: text.nullable() })

/** At least one of the two. */
export const controlRun = z.object({
  action: z.enum(['pause', 'resume', 'stop']).optional(),
  cpu_target: share.min(0.01).max(1).optional(),
})

export const controlled = z.object({
  run_id: text,
  wanted: z.enum(['run', 'pause', 'stop']),
  cpu_target: share.nullable(),
})

export const requestTicket = z.object({
  goal: text.min(1).max(100_000),
  context: z.array(text.max(10_000)).max(100).optional(),
  imports: z.array(text.max(200)).max(100).optional(),
  preamble: text.max(200_000).optional(),
  suggested_name: text.max(200).optional(),
  constraints: z.array(text.max(10_000)).max(100).optional(),
  priority: share.min(0).max(1).optional(),
  depends_on: z.array(text.max(200)).max(100).optional(),
})

export const claimTicket = z.object({
  worker: text.min(1).max(200),
  lease_seconds: number.positive().max(86_400).optional(),
})

export const completeTicket = z.object({ worker: text.min(1).max(200), proof: text.min(1).max(500_000) })

export type GoalRequest = z.infer<typeof submitGoal>
export type RunRequest = z.infer<typeof startRun>
export type Started = z.infer<typeof started>
export type ControlRun = z.infer<typeof controlRun>
export type Controlled = z.infer<typeof controlled>
export type TicketRequest = z.infer<typeof requestTicket>
export type ClaimTicket = z.infer<typeof claimTicket>
export type CompleteTicket = z.infer<typeof completeTicket>
