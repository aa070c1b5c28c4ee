/** A series keeps its colour on every page: the names are put in order, so the same set gives the same colours. */
export function seriesColours(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...new Set(names)].sort().map((name, index) => [name, `var(--series-${(index % 8) + 1})`]))
}
