/** How near searches came that were stopped before they could say so themselves. */
import type { SearchNode, SearchRecord } from './search-tree.ts'

/**
 * The first goal of the state with the fewest goals, of those the one with the least text; as Lean prints it. Only
 * what came out of the goal itself counts: other trees of an attempt are about lemmas.
 */
export function closestOf(records: readonly SearchRecord[]): string | undefined {
  const open = records.flatMap(({ nodes }) => {
    const below = new Set([0])
    return nodes.filter(({ id, parent, goals }) => {
      if (parent === null || !below.has(parent)) return false
      below.add(id)
      return goals.length > 0
    })
  })
  const [best] = open.toSorted(
    (one, other) => one.goals.length - other.goals.length || text(one) - text(other),
  )
  return best?.goals[0]
}

function text({ goals }: SearchNode): number {
  return goals.reduce((sum, goal) => sum + goal.length, 0)
}
