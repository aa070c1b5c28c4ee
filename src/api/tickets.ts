/** Tickets of the marketplace. */
import * as z from 'zod'
import { count, page, share, text, ticketStatus, time } from './words.ts'

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

/** A delivery that did not count: the checker refused the proof, or somebody else holds the ticket. */
export const undelivered = z.object({
  ticket_id: text,
  outcome: z.enum(['refused', 'not-claimed']),
  detail: text,
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

export const ticketList = page(ticket)

export type TicketAnswer = z.infer<typeof ticket>
export type TicketList = z.infer<typeof ticketList>
