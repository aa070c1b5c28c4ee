/** Orch's own strategies: each keeps its colour whoever else there is. */
const KNOWN = ['micro', 'refute', 'copilot', 'sketch', 'reprover', 'arc-teacher', 'market']
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7]

/** One colour per name; names that Orch does not know share what is left over. */
export function seriesColours(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names.map((name) => KNOWN.indexOf(name)))
  const left = PLACES.filter((place) => !taken.has(place))
  const free = left.length > 0 ? left : PLACES
  const others = [...new Set(names)].filter((name) => !KNOWN.includes(name)).sort()
  const placeOf = (name: string) => {
    const known = KNOWN.indexOf(name)
    return known >= 0 ? known : (free[others.indexOf(name) % free.length] ?? 0)
  }
  return new Map(names.map((name) => [name, `var(--series-${1 + placeOf(name)})`]))
}
