/** What the ledger knows of holes. */
import type { Ledger } from '../ledger/index.ts'
import type { Hole } from './hole.ts'

/** Holes with how the last attempt on each ended; a settled one says that, whatever came after it. */
export async function lastOutcomes(ledger: Ledger, holes: readonly Hole[]): Promise<Hole[]> {
  const found: Hole[] = []
  for (const hole of holes) {
    const { items } = await ledger.attempts({ goalKey: hole.key, limit: 20 })
    const last = items.find(({ outcome }) => outcome === 'proved' || outcome === 'refuted') ?? items[0]
    if (!last) {
      found.push(hole)
      continue
    }
    const { outcome, strategy, timeSeconds: seconds, counterexample } = last
    found.push({ ...hole, lastOutcome: { outcome, strategy, seconds, counterexample } })
  }
  return found
}
