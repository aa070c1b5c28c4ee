import * as z from 'zod'

export const TICKET_STATUSES = ['open', 'claimed', 'completed', 'cancelled'] as const

export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** A request for a helper lemma. */
export interface Ticket {
  readonly ticketId: string
  readonly goalKey: string
  readonly goal: string
  readonly context: readonly string[]
  readonly suggestedName: string | undefined
  readonly constraints: readonly string[]
  /** 0 (whenever) to 1 (first). */
  readonly priority: number
  readonly status: TicketStatus
  readonly claimedBy: string | undefined
  /** Milliseconds since the epoch; after that the claim is void. */
  readonly leaseExpiresAt: number | undefined
  readonly completedBy: string | undefined
  readonly completedProof: string | undefined
  readonly receipt: string | undefined
  /** What was proved, as the judge saw it, where a preamble could make the goal's text mean something else. */
  readonly provedType: string | undefined
  readonly createdAt: string
  /** Tickets that must be completed first. */
  readonly dependsOn: readonly string[]
  /** Goals that are searched again once the lemma is there. */
  readonly waitingGoals: readonly string[]
}

export interface TicketRow {
  id: number
  ticket_id: string
  goal_hash: string
  goal: string
  context: string
  suggested_name: string | null
  constraints: string
  priority: number
  status: TicketStatus
  claimed_by: string | null
  lease_expires_at: number | null
  completed_by: string | null
  completed_proof: string | null
  receipt: string | null
  created_at: string
  judged_type?: string | null
}

const Strings = z.array(z.string())

export function toTicket(
  row: TicketRow,
  now: number,
  dependsOn: readonly string[],
  waitingGoals: readonly string[],
): Ticket {
  // A claim whose lease ran out is no claim, even before somebody else takes the ticket.
  const expired = row.status === 'claimed' && (row.lease_expires_at ?? 0) <= now
  const isDone = row.status === 'completed'
  return {
    ticketId: row.ticket_id,
    goalKey: row.goal_hash,
    goal: row.goal,
    context: Strings.parse(JSON.parse(row.context)),
    suggestedName: row.suggested_name ?? undefined,
    constraints: Strings.parse(JSON.parse(row.constraints)),
    priority: row.priority,
    status: expired ? 'open' : row.status,
    claimedBy: expired ? undefined : (row.claimed_by ?? undefined),
    leaseExpiresAt: expired ? undefined : (row.lease_expires_at ?? undefined),
    completedBy: (isDone && row.completed_by) || undefined,
    completedProof: (isDone && row.completed_proof) || undefined,
    receipt: (isDone && row.receipt) || undefined,
    provedType: (isDone && row.judged_type) || undefined,
    createdAt: row.created_at,
    dependsOn,
    waitingGoals,
  }
}
