import * as routes from '../../api/routes/index.ts'
import { createMarket } from '../../market/index.ts'
import {
  cancelTicket,
  claimTicket,
  completeTicket,
  requestTicket,
  ticketJson,
} from '../../use-cases/index.ts'
import { ticketPage } from '../data/tickets.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

export function ticketRoutes({ connection, lean }: ServerContext) {
  return createRoutes()
    .openapi(routes.listTickets, async ({ req, json }) =>
      json(await ticketPage(await connection.open(), req.valid('query')), 200),
    )
    .openapi(routes.postTicket, async ({ req, json }) => {
      const body = req.valid('json')
      const { signal } = req.raw
      const { suggested_name: suggestedName, depends_on: dependsOn, ...rest } = body
      const ledger = await connection.open()
      const order = { ...rest, suggestedName, dependsOn }
      return json(ticketJson(await requestTicket({ ledger, lean }, order, signal)), 201)
    })
    .openapi(routes.getTicket, async ({ req, json }) => {
      const { ticket_id } = req.valid('param')
      const ticket = await createMarket(await connection.open()).getTicket(ticket_id)
      if (ticket) return json(ticketJson(ticket), 200)
      throw new ApiProblem(404, 'unknown-ticket', `There is no ticket ${ticket_id}.`)
    })
    .openapi(routes.postTicketClaim, async ({ req, json }) => {
      const { ticket_id } = req.valid('param')
      const { worker, lease_seconds: leaseSeconds } = req.valid('json')
      const claimed = await claimTicket(await connection.open(), ticket_id, { worker, leaseSeconds })
      if (claimed) return json(ticketJson(claimed), 200)
      throw new ApiProblem(409, 'not-open', 'Somebody else holds this ticket, or it is done.')
    })
    .openapi(routes.postTicketCompletion, async ({ req, json }) => {
      const { ticket_id } = req.valid('param')
      const body = req.valid('json')
      const { signal } = req.raw
      const ledger = await connection.open()
      const completion = await completeTicket({ ledger, lean }, ticket_id, body, signal)
      if (completion.kind === 'completed') {
        const { goals, tickets } = completion.unblocked
        return json(
          { ...ticketJson(completion.ticket), unblocked: { goals: [...goals], tickets: [...tickets] } },
          200,
        )
      }
      if (completion.kind === 'refused')
        throw new ApiProblem(422, 'refused', `The checker refused the proof: ${completion.reason}`)
      throw new ApiProblem(
        409,
        'not-claimed',
        `${body.worker} does not hold this ticket.`,
        'Claim it first; a claim also ends when its lease does.',
      )
    })
    .openapi(routes.postTicketCancellation, async ({ req, json }) => {
      const { ticket_id } = req.valid('param')
      const ledger = await connection.open()
      const cancelled = await cancelTicket(ledger, ticket_id)
      const ticket = await createMarket(ledger).getTicket(ticket_id)
      if (cancelled && ticket) return json(ticketJson(ticket), 200)
      throw new ApiProblem(409, 'not-open', `The ticket is ${ticket?.status ?? 'gone'} already.`)
    })
}
