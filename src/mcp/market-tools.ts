import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ticketStatus } from '../api/index.ts'
import { createMarket } from '../market/index.ts'
import { claimTicket, completeTicket, requestTicket, ticketJson } from '../use-cases/index.ts'
import type { McpParts } from './server.ts'
import { addTool } from './tool.ts'

export function addMarketTools(server: McpServer, parts: McpParts): void {
  const { lean } = parts

  addTool(
    server,
    'request_lemma',
    {
      title: 'Ask for a lemma',
      description:
        'Put a helper lemma on the marketplace. Searches, people and other agents may prove it; goals that wait for ' +
        'it are tried again with it. Asking for the same lemma twice gives the same ticket.',
      readOnly: false,
      input: z.object({
        goal: z.string().min(1).describe('The lemma as a Lean proposition'),
        context: z.array(z.string()).optional().describe('Hypotheses such as `h : 0 < n`'),
        preamble: z.string().optional(),
        imports: z.array(z.string()).optional(),
        suggested_name: z.string().optional(),
        priority: z.number().min(0).max(1).default(0.5),
        depends_on: z.array(z.string()).optional().describe('Tickets that must be completed first'),
      }),
    },
    async ({ suggested_name: suggestedName, depends_on: dependsOn, ...order }, { signal }) => {
      const context = { ledger: await parts.ledger(), lean }
      return ticketJson(await requestTicket(context, { ...order, suggestedName, dependsOn }, signal))
    },
  )

  addTool(
    server,
    'list_tickets',
    {
      title: 'List tickets',
      description:
        'Lemmas that are wanted. Without a status: those that can be worked on now, most valuable first. Claim one ' +
        'before working on it.',
      readOnly: true,
      input: z.object({
        status: ticketStatus.optional(),
        limit: z.int().min(1).max(200).default(20),
      }),
    },
    async ({ status, limit }) => {
      const market = createMarket(await parts.ledger())
      const found =
        status === undefined
          ? await market.getOpenTickets({ limit })
          : await market.listTickets({ status, limit })
      return { tickets: found.map(ticketJson) }
    },
  )

  addTool(
    server,
    'claim_ticket',
    {
      title: 'Claim a ticket',
      description: 'Reserve a ticket for yourself for a while. Claim again to extend it.',
      readOnly: false,
      input: z.object({
        ticket_id: z.string(),
        worker: z.string().min(1).describe('A name of your own; complete_ticket wants the same'),
        lease_seconds: z.number().positive().max(86_400).default(600),
      }),
    },
    async ({ ticket_id, worker, lease_seconds: leaseSeconds }) => {
      const claimed = await claimTicket(await parts.ledger(), ticket_id, { worker, leaseSeconds })
      return { claimed: claimed !== undefined, ticket: claimed ? ticketJson(claimed) : null }
    },
  )

  addTool(
    server,
    'complete_ticket',
    {
      title: 'Deliver a lemma',
      description:
        'Deliver the proof of a ticket that you hold. The kernel judges it: a refused proof gives the ticket back.',
      readOnly: false,
      input: z.object({
        ticket_id: z.string(),
        worker: z.string().min(1),
        proof: z.string().min(1).describe('Tactics, as they stand behind `by`, or a whole theorem'),
      }),
    },
    async ({ ticket_id, worker, proof }, { signal }) => {
      const context = { ledger: await parts.ledger(), lean }
      const done = await completeTicket(context, ticket_id, { worker, proof }, signal)
      if (done.kind === 'completed') {
        const { goals, tickets } = done.unblocked
        const unblocked = { goals: [...goals], tickets: [...tickets] }
        return { result: done.kind, reason: null, ticket: ticketJson(done.ticket), unblocked }
      }
      const reason = done.kind === 'refused' ? done.reason : `The ticket is ${done.status}; claim it first.`
      return { result: done.kind, reason, ticket: null, unblocked: null }
    },
  )
}
