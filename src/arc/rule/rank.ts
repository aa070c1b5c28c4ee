import { gridKey } from '../grid/index.ts'
import type { Candidate } from './candidate.ts'

/**
 * Best first: more train pairs solved, then simpler. Candidates that predict the same test outputs vouch for each
 * other, so each prediction counts as a little simpler for every further candidate behind it.
 */
export function rank(candidates: readonly Candidate[]): Candidate[] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = candidate.outputs.map((grid) => (grid === undefined ? '-' : gridKey(grid))).join('|')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [candidate])
    else group.push(candidate)
  }
  const scored = [...groups.values()].map((group) => {
    group.sort(bySimplicity)
    const best = group[0]
    const vouchers = group.filter((other) => other.pairsSolved === best?.pairsSolved).length
    return { group, solved: best?.pairsSolved ?? 0, cost: (best?.cost ?? 0) - VOUCHER * Math.log2(vouchers) }
  })
  scored.sort((a, b) => b.solved - a.solved || a.cost - b.cost)
  const first = scored.flatMap(({ group }) => group.slice(0, 1))
  const rest = scored.flatMap(({ group }) => group.slice(1))
  return [...first, ...rest.sort(bySimplicity)]
}

const VOUCHER = 3

function bySimplicity(a: Candidate, b: Candidate): number {
  return b.pairsSolved - a.pairsSolved || a.cost - b.cost
}
