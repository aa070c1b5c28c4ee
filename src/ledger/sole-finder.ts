/**
 * Who found the proof of a goal: the one definition behind every count of unique solves. A replayed script is the
 * merit of whoever found it: the cache counts only where nobody else has a proof.
 */

/** The strategy that attempts with cached scripts are recorded under. */
export const CACHE_STRATEGY = 'cache'

/** The one strategy that proved a goal; null when several did. */
export type SoleFinder = string | null

/**
 * Adds a proof of one goal to the counts of goals that each strategy alone proved. Gives who the goal's finder is
 * from now on, whatever the order in which its proofs are told; `known` is undefined if nobody had proved it.
 */
export function creditFinder(
  counts: Map<string, number>,
  known: SoleFinder | undefined,
  other: SoleFinder,
): SoleFinder {
  const joint = jointFinder(known, other)
  if (joint === known) return joint
  if (known) counts.set(known, (counts.get(known) ?? 0) - 1)
  if (joint) counts.set(joint, (counts.get(joint) ?? 0) + 1)
  return joint
}

function jointFinder(known: SoleFinder | undefined, other: SoleFinder): SoleFinder {
  if (known === undefined || known === CACHE_STRATEGY || known === other) return other
  return other === CACHE_STRATEGY ? known : null
}
