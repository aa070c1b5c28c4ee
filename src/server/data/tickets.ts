import type { TicketList } from '../../api/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { createMarket, type TicketStatus } from '../../market/index.ts'
import { ticketJson } from '../../use-cases/index.ts'
import { fromCursor, idCursor, toCursor } from '../cursor.ts'

export async function ticketPage(
  ledger: Ledger,
  {
    status,
    cursor,
    limit,
  }: { status?: TicketStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<TicketList> {
  const page = await createMarket(ledger).pageOfTickets({
    status,
    before: fromCursor(idCursor, cursor)?.[0],
    limit,
  })
  return {
    items: page.tickets.map(ticketJson),
    next: page.next === undefined ? null : toCursor(page.next),
  }
}
