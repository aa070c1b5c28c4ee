/**
 * Where tickets go in the dependency graph: a ticket stands one column to the right of the deepest ticket it
 * depends on, so all arrows point to the right. The market refuses circles; should one slip in, its tickets are
 * placed all the same.
 */
interface Dependent {
  readonly ticket_id: string
  readonly depends_on: readonly string[]
}

export interface Spot<T> {
  readonly ticket: T
  readonly column: number
  readonly row: number
}

export function layoutGraph<T extends Dependent>(tickets: readonly T[]): readonly Spot<T>[] {
  const byId = new Map(tickets.map((ticket) => [ticket.ticket_id, ticket]))
  const columns = new Map<string, number>()
  const columnOf = (id: string, path: ReadonlySet<string>): number => {
    const known = columns.get(id)
    if (known !== undefined) return known
    const ticket = byId.get(id)
    if (!ticket || path.has(id)) return -1
    const onPath = new Set(path).add(id)
    const column = 1 + Math.max(-1, ...ticket.depends_on.map((other) => columnOf(other, onPath)))
    columns.set(id, column)
    return column
  }
  const rows = new Map<number, number>()
  return tickets.map((ticket) => {
    const column = columnOf(ticket.ticket_id, new Set())
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { ticket, column, row }
  })
}

/** Only tickets that something depends on, or that depend on something: the others would just be a list. */
export function connected<T extends Dependent>(tickets: readonly T[]): readonly T[] {
  const ids = new Set(tickets.map((ticket) => ticket.ticket_id))
  const needed = new Set(tickets.flatMap((ticket) => ticket.depends_on))
  return tickets.filter(
    (ticket) => needed.has(ticket.ticket_id) || ticket.depends_on.some((other) => ids.has(other)),
  )
}
