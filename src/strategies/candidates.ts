/**
 * What to try next on an open goal, each with a price: the lower, the sooner. Prices follow aesop's idea of
 * safe and unsafe rules: what loses nothing is nearly free, what may lead away from a proof costs more.
 */
import type { DojoState, Goal, Survey } from '../lean/index.ts'
import { definitionNames, ruleList, theoremNames } from './rules.ts'
import { caseSkeletons, functionalSkeletons, inductionSkeletons } from './skeletons.ts'

/** Where a search stands: all of the first goal's variables have names. */
export interface Position {
  readonly state: DojoState
  readonly survey: Survey
  readonly depth: number
}

export interface Candidate {
  readonly tactic: string
  readonly price: number
}

const MOST_HYPOTHESES = 6

export function candidatesFor(
  { state, survey, depth }: Position,
  premises: readonly string[],
): readonly Candidate[] {
  const [goal] = state.goals
  if (!goal) return []
  const rules = ruleList([...definitionNames(survey), ...theoremNames(survey)])
  return [
    { tactic: `simp_all${rules}`, price: 1 },
    { tactic: `simp only${rules || ' [*]'}`, price: 1.5 },
    { tactic: 'split', price: 1.5 },
    { tactic: 'constructor', price: 2 },
    { tactic: 'ext', price: 3 },
    ...priced(functionalSkeletons(survey), 2 + depth),
    ...priced(inductionSkeletons(survey), 2.5 + depth),
    ...priced(caseSkeletons(survey), 3),
    ...fromHypotheses(goal),
    ...generalisations(goal, survey),
    ...premises.flatMap(fromPremise),
  ]
}

function priced(tactics: readonly string[], price: number): Candidate[] {
  return tactics.map((tactic, index) => ({ tactic, price: price + 0.2 * index }))
}

/** Using a hypothesis: as it is, as a rule in both directions, on one side only. */
function fromHypotheses(goal: Goal): Candidate[] {
  const proofs = (goal.hypotheses ?? []).filter((hypothesis) => hypothesis.isProof && hypothesis.isAccessible)
  return proofs.slice(-MOST_HYPOTHESES).flatMap(({ name, type }) => {
    const isEquation = /[=↔]/.test(type)
    return [
      { tactic: `apply ${name}`, price: 2 },
      ...(isEquation
        ? [
            { tactic: `rw [${name}]`, price: 1.5 },
            { tactic: `rw [← ${name}]`, price: 2.5 },
            { tactic: `conv => rhs; rw [← ${name}]`, price: 2.5 },
            { tactic: `conv => lhs; rw [← ${name}]`, price: 3 },
          ]
        : []),
    ]
  })
}

/** A call that occurs more than once may stand for any value: the goal is then about that value. */
function generalisations(goal: Goal, survey: Survey): Candidate[] {
  const taken = new Set((goal.hypotheses ?? []).map((hypothesis) => hypothesis.name))
  const name = ['v', 'w', 'u', 'v1', 'w1', 'u1'].find((wish) => !taken.has(wish)) ?? 'v2'
  const target = goal.target ?? ''
  return survey.calls
    .filter((call) => call.count > 1 && target.includes(call.text))
    .map((call) => ({ tactic: `generalize ${call.text} = ${name}`, price: 2.5 }))
}

function fromPremise(premise: string, index: number): Candidate[] {
  const price = 2.5 + 0.25 * index
  return [
    { tactic: `exact ${premise}`, price: price - 1 },
    { tactic: `apply ${premise}`, price },
    { tactic: `rw [${premise}]`, price },
    { tactic: `rw [← ${premise}]`, price: price + 0.5 },
    { tactic: `simp [${premise}]`, price: price + 0.5 },
  ]
}
