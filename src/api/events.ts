/** Live events: `event:` is the type, `data:` one of these as JSON, `id:` where to go on after a break. */
import * as z from 'zod'
import { attempt } from './attempts.ts'
import { controlled } from './requests.ts'
import { pulse } from './runs.ts'
import { text, ticketStatus, time } from './words.ts'

export const eventTypes = [
  'attempt',
  'run-started',
  'run-ended',
  'run-changed',
  'pulse',
  'goal',
  'ticket',
  'project',
  'search',
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
  /** The search on a goal has got on. Not kept: it has no id. */
  search: z.object({ at: time }),
  /** Too much happened since the client was last here: load everything anew. */
  reset: z.object({ at: time }),
} as const satisfies Record<(typeof eventTypes)[number], z.ZodType>

export type LiveEvents = { [K in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[K]> }
