import { ticketJson } from '../../actions/index.ts'
import type { Ledger, SqlValue } from '../../ledger/index.ts'
import { createMarket, type TicketStatus } from '../../market/index.ts'
import { fromCursor, idCursor, toCursor } from '../cursor.ts'
import type { TicketPage } from '../schemas.ts'

/** A claim whose lease is over counts as open. */
const STATUS = `case when status = 'claimed' and lease_expires_at <= ? then 'open' else status end`

export async function ticketCounts(ledger: Ledger): Promise<Record<TicketStatus | 'total', number>> {
  const rows = await ledger.sql.all<{ state: TicketStatus; count: number }>(
    `select ${STATUS} as state, count(*) as count from shown_tickets group by 1`,
    [Date.now()],
  )
  const counts = { total: 0, open: 0, claimed: 0, completed: 0, cancelled: 0 }
  for (const { state, count } of rows) {
    counts[state] = count
    counts.total += count
  }
  return counts
}

export async function ticketPage(
  ledger: Ledger,
  {
    status,
    cursor,
    limit,
  }: { status?: TicketStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<TicketPage> {
  const after = fromCursor(idCursor, cursor)
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  if (status !== undefined) {
    conditions.push(`${STATUS} = ?`)
    parameters.push(Date.now(), status)
  }
  if (after) {
    conditions.push('id < ?')
    parameters.push(after[0])
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const rows = await ledger.sql.all<{ id: number; ticket_id: string }>(
    `select id, ticket_id from shown_tickets ${where} order by id desc limit ?`,
    [...parameters, limit + 1],
  )
  const page = rows.slice(0, limit)
  const market = createMarket(ledger)
  const tickets = await Promise.all(page.map(({ ticket_id }) => market.getTicket(ticket_id)))
  const last = page.at(-1)
  return {
    items: tickets.filter((ticket) => ticket !== undefined).map(ticketJson),
    next: rows.length > limit && last ? toCursor(last.id) : null,
  }
}
