/** Tactics that end a goal or do nothing useful. */
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import { definitionNames, patternNames, predicateNames, rewritingNames, ruleList } from './rules.ts'
import { namesOf, pick, type Row, type Tactic } from './table.ts'

const fixed = (price: number, text: string): Row<Survey> => ({ price, tactics: () => [text] })
const made = (price: number, text: (survey: Survey) => string): Row<Survey> => ({
  price,
  tactics: (survey) => [text(survey)],
})

/** Every definition and theorem of the user's own, for a simplifier. */
const rules = (survey: Survey): string => ruleList([...definitionNames(survey), ...rewritingNames(survey)])

/** `grind` also takes what the user's predicates are made of. */
const grind = (survey: Survey): string =>
  `grind${ruleList([...definitionNames(survey), ...predicateNames(survey), ...patternNames(survey)])}`

/** Closers that only some environments have. */
const OPTIONAL = {
  aesop: fixed(3, 'aesop'),
  ring: fixed(3, 'ring'),
  norm_num: fixed(3, 'norm_num'),
  linarith: fixed(3, 'linarith'),
  nlinarith: fixed(4, 'nlinarith'),
  positivity: fixed(3, 'positivity'),
  field_simp: fixed(3, 'field_simp'),
  tauto: fixed(3, 'tauto'),
}

export const CLOSERS = {
  rfl: fixed(1, 'rfl'),
  'intros; rfl': fixed(1, 'intros; rfl'),
  'intros; omega': fixed(1, 'intros; omega'),
  assumption: fixed(1, 'assumption'),
  grind: made(2, grind),
  simp_all: made(2, (survey) => `simp_all${rules(survey)}`),
  'simp_all; done': made(2, (survey) => `(simp_all${rules(survey)}; done)`),
  'simp_all; grind': made(3, (survey) => `simp_all${rules(survey)} <;> ${grind(survey)}`),
  'simp_all; omega': {
    price: 3,
    when: ({ types }) => types.some(({ name }) => name === 'Nat' || name === 'Int'),
    tactics: (survey) => [`simp_all${rules(survey)} <;> omega`],
  },
  'grind, data split': { price: 4, tactics: splittingGrind },
  'cases; grind': { price: 4, tactics: casesThenGrind },
  'cases of all; simp_all': { price: 4, tactics: casesOfAll },
  decide: fixed(2, 'decide'),
  omega: fixed(2, 'omega'),
  'plain simp': fixed(2, 'simp'),
  'plain simp_all': fixed(2, 'simp_all'),
  'plain grind': fixed(2, 'grind'),
  ac_rfl: fixed(2, 'ac_rfl'),
  contradiction: fixed(2, 'contradiction'),
  'simp; omega': fixed(3, 'simp; omega'),
  'exact?': fixed(5, 'exact?'),
  'try?': fixed(6, 'try?'),
  ...OPTIONAL,
} satisfies Readonly<Record<string, Row<Survey>>>

export type CloserName = keyof typeof CLOSERS

/** For a case of an induction: few, because they run many times. They fail on different things. */
export const CASE_CLOSERS: readonly CloserName[] = ['grind', 'simp_all']
/** For a case that may take more. */
export const PATIENT_CLOSERS: readonly CloserName[] = [...CASE_CLOSERS, 'simp_all; grind', 'simp_all; omega']
/** For the goal as it was asked. */
export const WHOLE_CLOSERS: readonly CloserName[] = [
  'rfl',
  'simp_all',
  'grind',
  'decide',
  'omega',
  'plain simp',
  'plain simp_all',
  'plain grind',
  'ac_rfl',
  'contradiction',
  'simp; omega',
  'simp_all; grind',
  'simp_all; omega',
]
export const OPTIONAL_CLOSERS: readonly CloserName[] = namesOf(OPTIONAL)

/** Those of some rows, each tactic once: without definitions, rows say the same. */
export function closers(names: readonly CloserName[], survey: Survey): Tactic[] {
  const all = pick<Survey, CloserName>(CLOSERS, names, survey)
  return [...new Map(all.toReversed().map((tactic) => [tactic.text, tactic])).values()].reverse()
}

/** What worked before comes first; the rest keeps its order. */
export function byExperience(tactics: readonly Tactic[], learnt: readonly string[]): Tactic[] {
  const rank = new Map(learnt.map((text, index) => [text, index]))
  const place = ({ text }: Tactic): number => rank.get(text) ?? learnt.length
  return tactics.toSorted((one, other) => place(one) - place(other))
}

/** Data that can be taken apart, in the order of the statement. */
export function inductives({ variables }: Survey): Survey['variables'] {
  return variables.filter(({ inductive, isProof, isInstance }) => inductive && !isProof && !isInstance)
}

/** For a function that looks at several arguments at once, as a minimum does: one constructor of each is known then. */
function casesOfAll(survey: Survey): string[] {
  const data = inductives(survey)
    .filter(({ recursive }) => recursive)
    .slice(0, MOST.splits)
  if (data.length < 2) return []
  // In a case of an induction, the variable that it is on is not there any more.
  const split = data.map(({ name }) => `(try cases ${name})`).join(' <;> ')
  return [`${split} <;> simp_all${rules(survey)}`]
}

/** For a case that first needs to know the form of another variable. */
function casesThenGrind(survey: Survey): string[] {
  return inductives(survey)
    .slice(0, MOST.splits)
    .map((variable) => `cases ${variable.name} <;> ${grind(survey)}`)
}

/**
 * `grind` that also takes the user's data apart, a few times: a function of two arguments may look at both. Elements
 * stay whole where functions are about what holds them, or the few splits would go to them. None without such data.
 */
function splittingGrind(survey: Survey): string[] {
  const split = survey.types
    .filter(({ own, recursive, predicate, held }) => own && recursive && !predicate && !held)
    .map(({ name }) => name)
  if (split.length === 0) return []
  const rules = [
    ...definitionNames(survey),
    ...predicateNames(survey),
    ...patternNames(survey),
    ...split.map((name) => `cases ${name}`),
  ]
  return [`grind (splits := ${MOST.splits})${ruleList(rules)}`]
}
