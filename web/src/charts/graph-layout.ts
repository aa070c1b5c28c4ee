/**
 * Where boxes and arrows go in a graph of dependencies. An item stands one column to the right of the deepest item it
 * needs, so all arrows point to the right; an arrow that passes a column takes a place of its own there instead of
 * hiding behind an item. In each column, what hangs together is sorted to stand together. There should be no circles;
 * should one slip in, its items are placed all the same.
 */
export interface Item {
  readonly id: string
  readonly needs: readonly string[]
}

export interface Point {
  readonly column: number
  readonly row: number
}

export interface Spot<T> extends Point {
  readonly item: T
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

interface Placed {
  readonly key: string
  readonly sources: readonly string[]
}

export function layoutGraph<T extends Item>(items: readonly T[]): Graph<T> {
  const columns = columnsOf(items)
  // All arrows of one item share a place in a column they pass.
  const passing = (from: string, column: number) => `${from} ${column}`
  const placed = new Set<string>()
  const levels: Placed[][] = []
  const put = (column: number, item: Placed) => {
    levels[column] ??= []
    levels[column].push(item)
  }
  const edges: { from: string; to: string; keys: string[] }[] = []
  for (const { id: to, needs } of items) {
    const column = columns.get(to) ?? 0
    const sources: string[] = []
    for (const from of new Set(needs)) {
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
    spots: items.map((item) => ({ item, ...at(item.id) })),
    arrows: edges.map(({ from, to, keys }) => ({ from, to, points: keys.map(at) })),
  }
}

/** Left to right, each column ordered by where its items come from. */
function rowsOf(levels: readonly (readonly Placed[])[]): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>()
  for (const [column, items] of levels.entries()) {
    const pull = (item: Placed) => {
      const rows = item.sources.flatMap((source) => points.get(source)?.row ?? [])
      return rows.length === 0 ? items.length : rows.reduce((sum, row) => sum + row, 0) / rows.length
    }
    const sorted = (items ?? []).toSorted((a, b) => pull(a) - pull(b))
    for (const [row, item] of sorted.entries()) points.set(item.key, { column, row })
  }
  return points
}

/** An item is placed once all that it needs are; where only circles are left, the next one in line goes first. */
function columnsOf(items: readonly Item[]): ReadonlyMap<string, number> {
  const known = new Set(items.map(({ id }) => id))
  const needs = new Map(items.map((item) => [item.id, new Set(item.needs.filter((id) => known.has(id)))]))
  const neededBy = Map.groupBy(
    [...needs].flatMap(([to, all]) => [...all].map((from) => ({ from, to }))),
    ({ from }) => from,
  )
  const columns = new Map<string, number>()
  const ready = [...needs].filter(([, all]) => all.size === 0).map(([id]) => id)
  for (const start of [...ready, ...needs.keys()]) {
    const stack = [start]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (columns.has(id)) continue
      const before = [...(needs.get(id) ?? [])].map((other) => columns.get(other) ?? -1)
      columns.set(id, 1 + Math.max(-1, ...before))
      for (const { to } of neededBy.get(id) ?? [])
        if ([...(needs.get(to) ?? [])].every((other) => columns.has(other))) stack.push(to)
    }
  }
  return columns
}

/** Only items that something needs, or that need something: the others would just be a list. */
export function connected<T extends Item>(items: readonly T[]): readonly T[] {
  const ids = new Set(items.map(({ id }) => id))
  const needed = new Set(items.flatMap(({ needs }) => needs))
  return items.filter(({ id, needs }) => needed.has(id) || needs.some((other) => ids.has(other)))
}
