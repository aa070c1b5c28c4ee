import type { TicketAnswer } from '../api/index.ts'
import { InputError } from '../errors.ts'
import { makeGoal, tacticsOf } from '../goal/index.ts'
import { appendEvents, type Ledger } from '../ledger/index.ts'
import { type Completion, createMarket, type Ticket, type Unblocked } from '../market/index.ts'
import {
  createCompletionCheck,
  fixGoal,
  goalOfTicket,
  offeredProof,
  prepareGoal,
  READING_MS,
} from '../search/index.ts'
import type { LeanParts } from './lazy-lean.ts'

interface Parts {
  readonly ledger: Ledger
  /** Opened only when Lean is needed. */
  readonly lean: { open(): Promise<Pick<LeanParts, 'pool' | 'checker'>> }
}

export function ticketJson(ticket: Ticket): TicketAnswer {
  return {
    ticket_id: ticket.ticketId,
    goal_hash: ticket.goalKey,
    goal: ticket.goal,
    context: [...ticket.context],
    suggested_name: ticket.suggestedName ?? null,
    constraints: [...ticket.constraints],
    priority: ticket.priority,
    status: ticket.status,
    claimed_by: ticket.claimedBy ?? null,
    lease_expires_at:
      ticket.leaseExpiresAt === undefined ? null : new Date(ticket.leaseExpiresAt).toISOString(),
    completed_by: ticket.completedBy ?? null,
    completed_proof: ticket.completedProof ?? null,
    receipt: ticket.receipt ?? null,
    proved_type: ticket.provedType ?? null,
    created_at: ticket.createdAt,
    depends_on: [...ticket.dependsOn],
    waiting_goals: [...ticket.waitingGoals],
  }
}

export interface LemmaOrder {
  readonly goal: string
  readonly context?: readonly string[] | undefined
  readonly imports?: readonly string[] | undefined
  readonly preamble?: string | undefined
  readonly suggestedName?: string | undefined
  readonly constraints?: readonly string[] | undefined
  readonly priority?: number | undefined
  readonly dependsOn?: readonly string[] | undefined
}

/** Asks for a lemma that Lean accepts; its goal goes into the ledger for whoever works on the ticket. */
export async function requestTicket(parts: Parts, order: LemmaOrder, signal: AbortSignal): Promise<Ticket> {
  const { ledger, lean } = parts
  const { constraints = [], dependsOn = [], suggestedName } = order
  const goal = makeGoal({
    id: suggestedName ?? 'lemma',
    text: order.goal,
    context: order.context ?? [],
    imports: order.imports ?? [],
    preamble: order.preamble ?? '',
    priority: order.priority ?? 0.5,
  })
  const { key } = await fixGoal(await lean.open(), goal, signal, READING_MS)
  const { context, priority } = goal
  const market = createMarket(ledger)
  const ticketId = await market.requestLemma({
    goal: goal.text,
    goalKey: key,
    context,
    constraints,
    priority,
    dependsOn,
    ...(suggestedName !== undefined && { suggestedName }),
  })
  await ledger.saveGoals([{ ...goal, key }])
  return tell(ledger, await existing(ledger, ticketId))
}

/** Undefined when somebody else holds the ticket, or it is done. */
export async function claimTicket(
  ledger: Ledger,
  ticketId: string,
  { worker, leaseSeconds }: { readonly worker: string; readonly leaseSeconds?: number | undefined },
): Promise<Ticket | undefined> {
  await existing(ledger, ticketId)
  const lease = leaseSeconds === undefined ? {} : { leaseMs: leaseSeconds * 1000 }
  const claimed = await createMarket(ledger).claimTicket(ticketId, worker, lease)
  return claimed ? tell(ledger, await existing(ledger, ticketId)) : undefined
}

/** What became of a delivery; an accepted one comes with what it lets go on. */
export type Delivery =
  | Exclude<Completion, { readonly kind: 'completed' }>
  | (Extract<Completion, { readonly kind: 'completed' }> & { readonly unblocked: Unblocked })

/** In a sentence, for the one who delivered. */
export function thanks({ goals, tickets }: Unblocked): string {
  const named = (names: readonly string[]) =>
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  const parts = [
    ...(goals.length > 0 ? [`${named(goals)} can go on with it`] : []),
    ...(tickets.length > 0 ? [`${tickets.length} more ticket(s) can be worked on`] : []),
  ]
  return parts.length > 0 ? `Thank you: ${parts.join('; ')}.` : 'Thank you: the lemma is in the ledger.'
}

/** Delivers a proof, a script or a whole theorem. The checker judges it; an accepted one settles the lemma's goal. */
export async function completeTicket(
  { ledger, lean }: Parts,
  ticketId: string,
  { worker, proof }: { readonly worker: string; readonly proof: string },
  signal: AbortSignal,
): Promise<Delivery> {
  await existing(ledger, ticketId)
  const opened = await lean.open()
  const problemOf = async (ticket: Ticket) => {
    const goal = (await ledger.goal(ticket.goalKey)) ?? goalOfTicket(ticket)
    const prepared = await prepareGoal(opened, goal, signal)
    if (prepared.kind !== 'ready') throw new InputError('lean_statement', prepared.why)
    return prepared.problem
  }
  const startedAt = Date.now()
  const check = createCompletionCheck(opened.checker, ledger, problemOf)
  const completion = await createMarket(ledger).completeTicket(ticketId, proof, worker, check)
  if (completion.kind !== 'completed') return completion
  const { ticket } = completion
  const problem = await problemOf(ticket)
  const timeSeconds = (Date.now() - startedAt) / 1000
  await ledger.saveGoals([{ ...problem.goal, key: problem.key }])
  await ledger.record({
    goalKey: problem.key,
    goalText: problem.text,
    strategy: 'market',
    strategyVersion: '1',
    outcome: 'proved',
    tactics: tacticsOf(offeredProof(proof).script),
    timeSeconds,
    cpuSeconds: timeSeconds,
    budget: { seconds: 60 },
    startedAt,
    receipt: ticket.receipt,
    worker,
  })
  await tell(ledger, ticket)
  const market = createMarket(ledger)
  for (const closed of await market.closeUnneeded()) await tell(ledger, await existing(ledger, closed))
  return { ...completion, unblocked: await market.unblockedBy(ticketId) }
}

/** False when there is nothing to cancel any more. */
export async function cancelTicket(ledger: Ledger, ticketId: string): Promise<boolean> {
  await existing(ledger, ticketId)
  const cancelled = await createMarket(ledger).cancelTicket(ticketId)
  if (cancelled) await tell(ledger, await existing(ledger, ticketId))
  return cancelled
}

async function existing(ledger: Ledger, ticketId: string): Promise<Ticket> {
  const ticket = await createMarket(ledger).getTicket(ticketId)
  if (!ticket) throw new InputError('unknown-ticket', `There is no ticket ${ticketId}.`)
  return ticket
}

/** Whoever watches the ledger hears of it. */
export async function tellOfTicket(ledger: Ledger, ticketId: string): Promise<void> {
  await tell(ledger, await existing(ledger, ticketId))
}

async function tell(ledger: Ledger, ticket: Ticket): Promise<Ticket> {
  const { ticketId: ticket_id, status } = ticket
  await appendEvents(ledger, [{ type: 'ticket', data: { ticket_id, status } }])
  return ticket
}
