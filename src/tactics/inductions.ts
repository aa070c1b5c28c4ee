/** The shapes a proof can start with: which variable to do induction on, what to split. */
import type { Survey, SurveyVariable } from '../lean/index.ts'
import { inductives } from './closers.ts'
import { MOST } from './efforts.ts'
import { applicableNames, predicateNames } from './rules.ts'
import { namesOf, pick, type Row, type Tactic } from './table.ts'

type Call = Survey['calls'][number]

const fixed = (text: string): Row<Survey> => ({ price: 3, tactics: () => [text] })
const perCall = (
  price: number,
  isWanted: (call: Call) => boolean,
  text: (call: Call) => string,
): Row<Survey> => ({
  price,
  tactics: ({ calls }) => calls.filter(isWanted).slice(0, MOST.inductions).map(text),
})

/** By the logical form of the statement; the other rows go by its variables. */
const BY_FORM = {
  constructor: fixed('constructor'),
  split: fixed('split'),
  ext: fixed('ext'),
  funext: fixed('funext'),
  left: fixed('left'),
  right: fixed('right'),
  'first of a pair': fixed('refine ⟨_, ?_⟩'),
}

export const INDUCTIONS = {
  /** On each proof of a predicate of the user's. */
  'on a proof': {
    price: 2.5,
    tactics: (survey) => {
      const predicates = new Set(predicateNames(survey))
      return survey.variables
        .filter(({ isProof, isAccessible, recursive }) => isProof && isAccessible && recursive)
        .filter((variable) => predicates.has(variable.inductive ?? ''))
        .map((variable) => `induction ${variable.name}`)
    },
  },
  /** On each variable, everything else general. */
  structural: {
    price: 2.5,
    tactics: (survey) => structural(survey),
  },
  /** The same where a recursive function waits for the form of the variable. */
  'structural, of an argument': {
    price: 2.5,
    tactics: (survey) => {
      const calls = survey.calls.filter((call) => call.recursive)
      const awaited = new Set(calls.flatMap((call) => call.arguments))
      return structural(survey, ({ name }) => awaited.has(name))
    },
  },
  /** The cases and hypotheses of a function's own recursion. */
  functional: {
    price: 2,
    tactics: ({ calls }) => {
      const onVariablesFirst = calls.toSorted((one, other) => +other.onVariables - +one.onVariables)
      const recursive = onVariablesFirst.filter((call) => call.recursive)
      return recursive.slice(0, MOST.inductions).map(functional)
    },
  },
  /** The same for calls on terms: it forgets what those are. */
  'functional, on terms': perCall(3, (call) => call.recursive && !call.onVariables, functional),
  /** The same with every other variable general, for what it stands for may change from step to step. */
  'functional, general': {
    price: 2,
    tactics: (survey) => {
      const data = namedData(survey)
      const calls = survey.calls.filter((call) => call.recursive && call.onVariables)
      return calls.slice(0, MOST.inductions).map((call) => {
        const others = data.filter(({ name }) => !call.arguments.includes(name))
        return functional(call) + generalizing(others)
      })
    },
  },
  cases: {
    price: 3,
    tactics: (survey) =>
      namedData(survey)
        .map((variable) => `cases ${variable.name}`)
        .slice(0, MOST.inductions),
  },
  'cases of a test': perCall(
    3,
    ({ result }) => result === 'Bool',
    ({ text }) => `cases test : ${text}`,
  ),
  /** The cases that a function without recursion makes of its arguments: helpers that build terms cleverly are such. */
  'cases of a function': perCall(
    3,
    (call) => !call.recursive && call.arguments.length > 0,
    ({ text }) => `fun_cases (${text})`,
  ),
  ...BY_FORM,
  /** Backwards from the goal by a theorem or the axiom of a structure: Lean refuses at once what does not fit. */
  'by an own theorem': {
    price: 3,
    tactics: (survey) => applicableNames(survey).map((name) => `apply ${name}`),
  },
  /** Something that is claimed to exist, made of what is there: Lean refuses at once what has another type. */
  witness: { price: 4, tactics: witnesses },
} satisfies Readonly<Record<string, Row<Survey>>>

export type InductionName = keyof typeof INDUCTIONS

export const STRUCTURAL: readonly InductionName[] = ['on a proof', 'structural']
export const CASES: readonly InductionName[] = ['cases of a function', 'cases', 'cases of a test']
export const LOGICAL: readonly InductionName[] = namesOf(BY_FORM)

export function inductions(names: readonly InductionName[], survey: Survey): Tactic[] {
  return pick<Survey, InductionName>(INDUCTIONS, names, survey)
}

function structural(survey: Survey, isWanted: (variable: SurveyVariable) => boolean = () => true): string[] {
  const data = namedData(survey)
  return data
    .filter((variable) => variable.recursive && isWanted(variable))
    .map((chosen) => {
      const others = data.filter((variable) => variable !== chosen && !mentions(chosen, variable))
      return `induction ${chosen.name}${generalizing(others)}`
    })
}

function namedData(survey: Survey): SurveyVariable[] {
  return inductives(survey).filter(({ isAccessible }) => isAccessible)
}

/** What hypotheses say to exist is named first; sums and products of the newest come before smaller terms. */
function witnesses(survey: Survey): string[] {
  const claims = survey.variables.filter(
    ({ inductive, isProof, isAccessible }) => inductive === 'Exists' && isProof && isAccessible,
  )
  const named = claims.slice(-MOST.splits).map(({ name }) => ({ claim: name, value: `of_${name}` }))
  const opened = named.map(({ claim, value }) => `obtain ⟨${value}, is_${value}⟩ := ${claim}\n`).join('')
  const data = survey.variables.filter((one) => !one.isProof && !one.isInstance && one.isAccessible)
  const values = [...data.map(({ name }) => name), ...named.map(({ value }) => value)].reverse()
  const [last, other] = values
  const pair = last === undefined || other === undefined ? [] : [`${other} + ${last}`, `${other} * ${last}`]
  return [...pair, ...values.slice(0, MOST.splits), '0', '1'].map((value) => `${opened}refine ⟨${value}, ?_⟩`)
}

function functional({ text }: Call): string {
  return `fun_induction (${text})`
}

function generalizing(others: readonly SurveyVariable[]): string {
  return others.length === 0 ? '' : ` generalizing ${others.map(({ name }) => name).join(' ')}`
}

function mentions(variable: SurveyVariable, other: SurveyVariable): boolean {
  return JSON.stringify(variable.shape).includes(JSON.stringify({ local: other.name }))
}
