import type { TicketAnswer } from '../data/api.ts'

const LONGEST = 48

/** What a person calls a ticket: its name, or what it says, with what is quantified left out. */
export function ticketTitle(ticket: Pick<TicketAnswer, 'suggested_name' | 'goal'>): string {
  const name = ticket.suggested_name
  if (name !== null && name !== '' && !/^[\w-]*[0-9a-f]{8,}$/.test(name)) return name
  const statement = ticket.goal.replaceAll(/\s+/g, ' ').trim()
  const body = /^(?:∀|theorem \S+)[^,]*[,:] ?(?=\S)(.*)$/u.exec(statement)?.[1] ?? statement
  return body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body
}
