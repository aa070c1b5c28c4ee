export {
  type CheckVerdict,
  type Completion,
  type CompletionCheck,
  createMarket,
  type LemmaRequest,
  type Market,
  type SimilarTicket,
} from './market.ts'
export { TICKET_STATUSES, type Ticket, type TicketStatus } from './ticket.ts'
