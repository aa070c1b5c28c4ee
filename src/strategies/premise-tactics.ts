/** What a premise is good for: tactics made out of its name. */
import type { Survey } from '../lean/index.ts'
import type { Candidate } from './candidates.ts'
import { definitionNames, ruleList, theoremNames } from './rules.ts'

/** How many premises a simplifier gets at once; more make it slow and less likely to end. */
const FEW = 4

/** Each premise as the whole proof. */
export function premiseProofs(premises: readonly string[]): string[] {
  return premises.map((premise) => `exact ${premise} ..`)
}

/** Tactics that end a goal, if the right premise is among the first. */
export function premiseClosers(premises: readonly string[], survey: Survey): string[] {
  if (premises.length === 0) return []
  const own = [...definitionNames(survey), ...theoremNames(survey)]
  const few = ruleList([...own, ...premises.slice(0, FEW)])
  const all = ruleList([...own, ...premises])
  return [`simp_all${few}`, `grind${few}`, `simp${all}`, `simp_all${all} <;> omega`]
}

/** Tactics that use one premise, the likeliest first. A lower rank costs more; the slow ones are for the best. */
export function premiseMoves(premises: readonly string[]): Candidate[] {
  return premises.flatMap((premise, rank) => {
    const price = 1.5 + 0.15 * rank
    const plain = [
      { tactic: `apply ${premise}`, price },
      { tactic: `rw [${premise}]`, price },
      { tactic: `rw [← ${premise}]`, price: price + 0.5 },
      { tactic: `simp [${premise}]`, price: price + 0.25 },
    ]
    if (rank >= FEW) return plain
    return [
      ...plain,
      { tactic: `simp_all [${premise}]`, price: price + 0.5 },
      { tactic: `grind [${premise}]`, price: price + 0.5 },
      { tactic: `have := @${premise}; grind`, price: price + 1 },
    ]
  })
}
