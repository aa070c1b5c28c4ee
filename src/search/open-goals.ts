import type { Ledger, StoredGoal } from '../ledger/index.ts'

const PAGE = 1_000

/** Everything that is not settled, most wanted first. What was tried on a goal is asked for when its turn comes. */
export async function openGoals(ledger: Pick<Ledger, 'goals'>): Promise<readonly StoredGoal[]> {
  const found: StoredGoal[] = []
  for (const status of ['open', 'claimed'] as const)
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await ledger.goals({ status, after, limit: PAGE })
      found.push(...page.items)
      after = page.next
    }
  return found.sort((left, right) => right.priority - left.priority)
}
