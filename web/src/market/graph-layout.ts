/**
 * Where tickets and arrows go in the dependency graph. A ticket stands one column to the right of the deepest ticket
 * it depends on, so all arrows point to the right; an arrow that passes a column takes a place of its own there
 * instead of hiding behind a ticket. In each column, what hangs together is sorted to stand together. The market
 * refuses circles; should one slip in, its tickets are placed all the same.
 */
interface Dependent {
  readonly ticket_id: string
  readonly depends_on: readonly string[]
}

export interface Point {
  readonly column: number
  readonly row: number
}

export interface Spot<T> extends Point {
  readonly ticket: T
}

export interface Arrow {
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
}

export interface Graph<T> {
  readonly spots: readonly Spot<T>[]
  readonly arrows: readonly Arrow[]
}

interface Item {
  readonly key: string
  readonly sources: readonly string[]
}

export function layoutGraph<T extends Dependent>(tickets: readonly T[]): Graph<T> {
  const columns = columnsOf(tickets)
  // All arrows of one ticket share a place in a column they pass.
  const passing = (from: string, column: number) => `${from} ${column}`
  const placed = new Set<string>()
  const levels: Item[][] = []
  const put = (column: number, item: Item) => {
    levels[column] = [...(levels[column] ?? []), item]
  }
  const edges: { from: string; to: string; keys: string[] }[] = []
  for (const ticket of tickets) {
    const to = ticket.ticket_id
    const column = columns.get(to) ?? 0
    const sources: string[] = []
    for (const from of new Set(ticket.depends_on)) {
      const start = columns.get(from)
      if (start === undefined || start >= column) continue
      const keys = [from]
      for (let between = start + 1; between < column; between++) {
        const key = passing(from, between)
        if (!placed.has(key)) put(between, { key, sources: [keys.at(-1) ?? from] })
        placed.add(key)
        keys.push(key)
      }
      sources.push(keys.at(-1) ?? from)
      edges.push({ from, to, keys: [...keys, to] })
    }
    put(column, { key: to, sources })
  }
  const points = rowsOf(levels)
  const at = (key: string): Point => points.get(key) ?? { column: 0, row: 0 }
  return {
    spots: tickets.map((ticket) => ({ ticket, ...at(ticket.ticket_id) })),
    arrows: edges.map(({ from, to, keys }) => ({ from, to, points: keys.map(at) })),
  }
}

/** Left to right, each column ordered by where its items come from. */
function rowsOf(levels: readonly (readonly Item[])[]): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>()
  for (const [column, items] of levels.entries()) {
    const pull = (item: Item) => {
      const rows = item.sources.flatMap((source) => points.get(source)?.row ?? [])
      return rows.length === 0 ? items.length : rows.reduce((sum, row) => sum + row, 0) / rows.length
    }
    const sorted = (items ?? []).toSorted((a, b) => pull(a) - pull(b))
    for (const [row, item] of sorted.entries()) points.set(item.key, { column, row })
  }
  return points
}

function columnsOf(tickets: readonly Dependent[]): ReadonlyMap<string, number> {
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
  for (const ticket of tickets) columnOf(ticket.ticket_id, new Set())
  return columns
}

/** Only tickets that something depends on, or that depend on something: the others would just be a list. */
export function connected<T extends Dependent>(tickets: readonly T[]): readonly T[] {
  const ids = new Set(tickets.map((ticket) => ticket.ticket_id))
  const needed = new Set(tickets.flatMap((ticket) => ticket.depends_on))
  return tickets.filter(
    (ticket) => needed.has(ticket.ticket_id) || ticket.depends_on.some((other) => ids.has(other)),
  )
}
