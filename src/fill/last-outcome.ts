/** What the ledger knows of holes. */
import { isSettled } from '../attempt.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Hole } from './hole.ts'

const COUNTEREXAMPLE = /^counterexample: /

/** Holes with how the last attempt on each ended; a settled one says that, whatever came after it. */
export async function lastOutcomes(ledger: Ledger, holes: readonly Hole[]): Promise<Hole[]> {
  const found: Hole[] = []
  for (const hole of holes) {
    const { items } = await ledger.attempts({ goalKey: hole.key, limit: 20 })
    const last = items.find(({ outcome }) => isSettled(outcome)) ?? items[0]
    if (!last) {
      found.push(hole)
      continue
    }
    const { outcome, strategy, timeSeconds: seconds, error = '' } = last
    const counterexample = COUNTEREXAMPLE.test(error) ? error.replace(COUNTEREXAMPLE, '') : undefined
    found.push({ ...hole, lastOutcome: { outcome, strategy, seconds, counterexample } })
  }
  return found
}
