import type { TicketAnswer } from '../data/api.ts'

const LONGEST = 48

/** What a person calls a ticket: its name, or what it says, with what is quantified left out. */
export function ticketTitle(ticket: Pick<TicketAnswer, 'suggested_name' | 'goal'>): string {
  const name = ticket.suggested_name
  if (name !== null && name !== '' && !/[0-9a-f]{8}$/.test(name)) return name
  const statement = ticket.goal.replaceAll(/\s+/g, ' ').trim()
  const body = bodyOf(statement) || statement
  return body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body
}

function bodyOf(statement: string): string {
  if (!statement.startsWith('∀') && !statement.startsWith('theorem ')) return statement
  const comma = statement.indexOf(',')
  return statement.slice((comma < 0 ? statement.lastIndexOf(':') : comma) + 1).trim()
}
