import * as z from 'zod'
import { cancelTicket, claimTicket, completeTicket, requestTicket, ticketJson } from '../../actions/index.ts'
import { createMarket } from '../../market/index.ts'
import { pageQuery } from '../cursor.ts'
import { ticketPage } from '../data/tickets.ts'
import type { ServerParts } from '../parts.ts'
import { ApiProblem } from '../problem.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

const TicketParams = z.object({ ticket_id: z.string().min(1).max(200) })

export function addTickets(router: ApiRouter, { door, lean }: ServerParts): void {
  router.get(
    '/api/tickets',
    {
      summary: 'Tickets, newest first',
      tag: 'Tickets',
      request: { query: z.object({ status: schemas.ticketStatus.optional(), ...pageQuery }) },
      answer: schemas.ticketPage,
    },
    async ({ query }) => ticketPage(await door.open(), query),
  )

  router.post(
    '/api/tickets',
    {
      summary: 'Ask for a lemma',
      tag: 'Tickets',
      request: { body: schemas.requestTicket },
      answer: schemas.ticket,
      status: 201,
    },
    async ({ body, signal }) => {
      const { suggested_name: suggestedName, depends_on: dependsOn, ...rest } = body
      const ledger = await door.open()
      const order = { ...rest, suggestedName, dependsOn }
      return ticketJson(await requestTicket({ ledger, lean }, order, signal))
    },
  )

  router.get(
    '/api/tickets/{ticket_id}',
    { summary: 'One ticket', tag: 'Tickets', request: { params: TicketParams }, answer: schemas.ticket },
    async ({ params: { ticket_id } }) => {
      const ticket = await createMarket(await door.open()).getTicket(ticket_id)
      if (ticket) return ticketJson(ticket)
      throw new ApiProblem(404, 'unknown-ticket', `There is no ticket ${ticket_id}.`)
    },
  )

  router.post(
    '/api/tickets/{ticket_id}/claim',
    {
      summary: 'Claim a ticket, or extend a claim',
      tag: 'Tickets',
      request: { params: TicketParams, body: schemas.claimTicket },
      answer: schemas.ticket,
    },
    async ({ params: { ticket_id }, body: { worker, lease_seconds: leaseSeconds } }) => {
      const claimed = await claimTicket(await door.open(), ticket_id, { worker, leaseSeconds })
      if (claimed) return ticketJson(claimed)
      throw new ApiProblem(409, 'not-open', 'Somebody else holds this ticket, or it is done.')
    },
  )

  router.post(
    '/api/tickets/{ticket_id}/complete',
    {
      summary: 'Deliver a proof, which the checker judges',
      tag: 'Tickets',
      request: { params: TicketParams, body: schemas.completeTicket },
      answer: schemas.delivered,
    },
    async ({ params: { ticket_id }, body, signal }) => {
      const ledger = await door.open()
      const completion = await completeTicket({ ledger, lean }, ticket_id, body, signal)
      if (completion.kind === 'completed') {
        const { goals, tickets } = completion.unblocked
        return { ...ticketJson(completion.ticket), unblocked: { goals: [...goals], tickets: [...tickets] } }
      }
      if (completion.kind === 'refused')
        throw new ApiProblem(422, 'refused', `The checker refused the proof: ${completion.reason}`)
      throw new ApiProblem(
        409,
        'not-claimed',
        `${body.worker} does not hold this ticket.`,
        'Claim it first; a claim also ends when its lease does.',
      )
    },
  )

  router.post(
    '/api/tickets/{ticket_id}/cancel',
    {
      summary: 'Withdraw a ticket',
      tag: 'Tickets',
      request: { params: TicketParams },
      answer: schemas.ticket,
    },
    async ({ params: { ticket_id } }) => {
      const ledger = await door.open()
      const cancelled = await cancelTicket(ledger, ticket_id)
      const ticket = await createMarket(ledger).getTicket(ticket_id)
      if (cancelled && ticket) return ticketJson(ticket)
      throw new ApiProblem(409, 'not-open', `The ticket is ${ticket?.status ?? 'gone'} already.`)
    },
  )
}
