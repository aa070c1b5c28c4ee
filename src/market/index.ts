export {
  type CheckVerdict,
  type Completion,
  type CompletionCheck,
  createMarket,
  type LemmaRequest,
  type Market,
  type SimilarTicket,
  type Unblocked,
} from './market.ts'
export { TICKET_STATUSES, type Ticket, type TicketStatus } from './ticket.ts'
