/** What stands above the first goal of a state, for tactics that mention it. */
import type { DojoGoal, DojoState } from '../lean/index.ts'

type Hypothesis = NonNullable<DojoGoal['hypotheses']>[number]

export function givenIn({ goals }: DojoState): readonly Hypothesis[] {
  return goals[0]?.hypotheses ?? []
}

/** Those that a tactic can use as proofs, the newest last. */
export function proofsIn(state: DojoState): Hypothesis[] {
  return givenIn(state).filter(({ isProof, isAccessible }) => isProof && isAccessible)
}

/** Names for terms that are generalised, none of them taken. */
export function freshNames(state: DojoState): string[] {
  const taken = new Set(givenIn(state).map(({ name }) => name))
  return ['v', 'w', 'u', 'v1', 'w1', 'u1'].filter((name) => !taken.has(name))
}
