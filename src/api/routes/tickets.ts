/** Routes about the marketplace. */
import { createRoute } from '@hono/zod-openapi'
import * as z from 'zod'
import * as schemas from '../index.ts'
import { created, jsonBody, name, ok, pageQuery } from './parts.ts'

const TicketParams = z.object({ ticket_id: name })

export const listTickets = createRoute({
  method: 'get',
  path: '/api/tickets',
  summary: 'Tickets, newest first',
  tags: ['Tickets'],
  request: { query: z.object({ status: schemas.ticketStatus.optional(), ...pageQuery }) },
  responses: ok(schemas.ticketList),
})

export const postTicket = createRoute({
  method: 'post',
  path: '/api/tickets',
  summary: 'Ask for a lemma',
  tags: ['Tickets'],
  request: { body: jsonBody(schemas.requestTicket) },
  responses: created(schemas.ticket),
})

export const getTicket = createRoute({
  method: 'get',
  path: '/api/tickets/{ticket_id}',
  summary: 'One ticket',
  tags: ['Tickets'],
  request: { params: TicketParams },
  responses: ok(schemas.ticket),
})

export const postTicketClaim = createRoute({
  method: 'post',
  path: '/api/tickets/{ticket_id}/claim',
  summary: 'Claim a ticket, or extend a claim',
  tags: ['Tickets'],
  request: { params: TicketParams, body: jsonBody(schemas.claimTicket) },
  responses: ok(schemas.ticket),
})

export const postTicketCompletion = createRoute({
  method: 'post',
  path: '/api/tickets/{ticket_id}/complete',
  summary: 'Deliver a proof, which the checker judges',
  tags: ['Tickets'],
  request: { params: TicketParams, body: jsonBody(schemas.completeTicket) },
  responses: ok(schemas.delivered),
})

export const postTicketCancellation = createRoute({
  method: 'post',
  path: '/api/tickets/{ticket_id}/cancel',
  summary: 'Withdraw a ticket',
  tags: ['Tickets'],
  request: { params: TicketParams },
  responses: ok(schemas.ticket),
})
