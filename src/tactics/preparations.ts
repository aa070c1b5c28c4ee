/**
 * What makes a lemma of a case in which an induction is stuck. Each row leaves the case with something of it used up or
 * forgotten, so that an induction of its own may prove it.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import { freshNames, proofsIn } from './hypotheses.ts'
import { definitionNames, ruleList } from './rules.ts'
import { namesOf, pick, type Row, type Tactic } from './table.ts'

/** A case with names for everything in it. */
export interface Case {
  readonly state: DojoState
  readonly survey: Survey
}

const perHypothesis = (price: number, text: (name: string) => string): Row<Case> => ({
  price,
  tactics: (at) => hypothesesIn(at).map((name) => `${unfold(at)}\n${text(name)}`),
})

export const PREPARATIONS = {
  /** What the hypotheses say of the smaller call stands on both sides then, and means nothing any more. */
  'all hypotheses backwards': {
    price: 1,
    tactics: (at) => {
      const names = hypothesesIn(at)
      if (names.length < 2) return []
      return [
        `${unfold(at)}\nsimp only [${names.map((name) => `← ${name}`).join(', ')}]\nclear ${names.join(' ')}`,
      ]
    },
  },
  'a hypothesis used': perHypothesis(1, (name) => `rw [${name}]\nclear ${name}`),
  'a hypothesis backwards on the right': perHypothesis(
    1,
    (name) => `conv => rhs; rw [← ${name}]\nclear ${name}`,
  ),
  /** A function that is handed on whole: the hypothesis is about each of its values. */
  'a hypothesis about a function': perHypothesis(1, (name) => `rw [funext ${name}]`),
  /** What the hypotheses of the induction said is in the goal then; for an induction of its own they are in the way. */
  'simplified, hypotheses forgotten': {
    price: 2,
    tactics: ({ state, survey }) => {
      const old = proofsIn(state).filter(({ name }) => INDUCTION_HYPOTHESIS.test(name))
      const forget = old.map(({ name }) => `try clear ${name}`)
      return old.length === 0 ? [] : [[simplify(survey), ...forget].join('\n')]
    },
  },
  simplified: { price: 2, tactics: ({ survey }) => [simplify(survey)] },
} satisfies Readonly<Record<string, Row<Case>>>

export type PreparationName = keyof typeof PREPARATIONS

/** Where a hypothesis fits, it nearly always leads to what is missing; a case that is only simplified may be anything. */
export const BY_HYPOTHESES: readonly PreparationName[] = namesOf(PREPARATIONS).filter(
  (name) => !name.startsWith('simplified'),
)
export const SIMPLIFIED: readonly PreparationName[] = ['simplified, hypotheses forgotten', 'simplified']

export function preparations(names: readonly PreparationName[], at: Case): Tactic[] {
  return pick<Case, PreparationName>(PREPARATIONS, names, at)
}

/** Forgets what repeated calls stand for, in the hypotheses too: what is left is often a lemma in its own right. */
export function generalisation({ state, survey }: Case): string | undefined {
  const fresh = freshNames(state)
  // The survey has inner calls first; what is inside a larger repeated one goes with it.
  const repeated = survey.calls.filter((call) => call.count > 1 && call.arguments.length > 0).reverse()
  const steps = repeated
    .slice(0, Math.min(MOST.generalised, fresh.length))
    .map(({ text }, index) => `try generalize ${text} = ${fresh[index]} at *`)
  return steps.length === 0 ? undefined : steps.join('\n')
}

/** As Lean names them, in `induction` and in `fun_induction`; those on numbers have no name of their own. */
const INDUCTION_HYPOTHESIS = /(?:^|_)ih\d*(?:_\d+)?$|^a(?:_\d+)?$/

/** The newest hypotheses that are equations. */
function hypothesesIn({ state }: Case): string[] {
  const equations = proofsIn(state).filter(({ isEquation }) => isEquation)
  return equations.slice(-MOST.rewritten).map(({ name }) => name)
}

function simplify(survey: Survey): string {
  return `simp_all${ruleList(definitionNames(survey))}`
}

function unfold({ survey }: Case): string {
  const rules = ruleList(definitionNames(survey))
  return rules === '' ? 'skip' : `try simp only${rules}`
}
