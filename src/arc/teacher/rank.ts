import { vouchedLength } from '../cost.ts'
import { gridsKey } from '../grid/index.ts'
import type { Candidate } from './candidate.ts'

/**
 * Best first: more train pairs solved, then simpler. Candidates that predict the same test outputs vouch for each
 * other, so each prediction counts as a little simpler for every further candidate behind it. Those that solve no pair
 * stand behind, by how close they come.
 */
export function rank(candidates: readonly Candidate[]): Candidate[] {
  const groups = Map.groupBy(
    candidates.filter(({ pairsSolved }) => pairsSolved > 0),
    ({ outputs }) => gridsKey(outputs),
  )
  const scored = [...groups.values()].map((group) => {
    group.sort(bySimplicity)
    const best = group[0]
    const vouchers = group.filter((other) => other.pairsSolved === best?.pairsSolved).length
    return { group, solved: best?.pairsSolved ?? 0, cost: vouchedLength(best?.cost ?? 0, vouchers) }
  })
  scored.sort((a, b) => b.solved - a.solved || a.cost - b.cost)
  const first = scored.flatMap(({ group }) => group.slice(0, 1))
  const rest = scored.flatMap(({ group }) => group.slice(1))
  const none = candidates.filter(({ pairsSolved }) => pairsSolved === 0)
  return [
    ...first,
    ...rest.sort(bySimplicity),
    ...none.toSorted((a, b) => b.score - a.score || a.cost - b.cost),
  ]
}

function bySimplicity(a: Candidate, b: Candidate): number {
  return b.pairsSolved - a.pairsSolved || a.cost - b.cost
}
