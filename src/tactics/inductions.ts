/** The shapes a proof can start with: which variable to do induction on, what to split. */
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import { applicableNames, predicateNames } from './rules.ts'
import { pick, type Row, type Tactic } from './table.ts'

type Variable = Survey['variables'][number]
type Call = Survey['calls'][number]

const fixed = (text: string): Row<Survey> => ({ price: 3, tactics: () => [text] })

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
      const awaited = new Set(calls.flatMap((call) => call.arguments.map(({ text }) => text)))
      return structural(survey, ({ name }) => awaited.has(name))
    },
  },
  /** The cases and hypotheses of a function's own recursion. */
  functional: {
    price: 2,
    tactics: ({ calls }) => {
      const recursive = calls.filter((call) => call.recursive)
      const simple = recursive.filter((call) => call.onVariables)
      const other = recursive.filter((call) => !call.onVariables)
      return [...simple, ...other].map(functional).slice(0, MOST.inductions)
    },
  },
  /** The same for calls on terms: it forgets what those are. */
  'functional, on terms': {
    price: 3,
    tactics: ({ calls }) =>
      calls
        .filter((call) => call.recursive && !call.onVariables)
        .map(functional)
        .slice(0, MOST.inductions),
  },
  /** The same with every other variable general, for what it stands for may change from step to step. */
  'functional, general': {
    price: 2,
    tactics: (survey) => {
      const data = inductives(survey)
      const calls = survey.calls.filter((call) => call.recursive && call.onVariables)
      return calls.slice(0, MOST.inductions).map((call) => {
        const own = new Set(call.arguments.map((argument) => argument.text))
        return functional(call) + generalizing(data.filter(({ name }) => !own.has(name)))
      })
    },
  },
  cases: {
    price: 3,
    tactics: (survey) =>
      inductives(survey)
        .map((variable) => `cases ${variable.name}`)
        .slice(0, MOST.inductions),
  },
  'cases of a test': {
    price: 3,
    tactics: ({ calls }) =>
      calls
        .filter((call) => call.result === 'Bool')
        .map((call) => `cases test : ${call.text}`)
        .slice(0, MOST.inductions),
  },
  /** The cases that a function without recursion makes of its arguments: helpers that build terms cleverly are such. */
  'cases of a function': {
    price: 3,
    tactics: ({ calls }) =>
      calls
        .filter((call) => !call.recursive && call.arguments.length > 0)
        .map((call) => `fun_cases (${call.text})`)
        .slice(0, MOST.inductions),
  },
  // These rows go by the logical form of the statement; the rows above go by its variables.
  constructor: fixed('constructor'),
  split: fixed('split'),
  ext: fixed('ext'),
  funext: fixed('funext'),
  left: fixed('left'),
  right: fixed('right'),
  'first of a pair': fixed('refine ⟨_, ?_⟩'),
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
export const LOGICAL: readonly InductionName[] = [
  'constructor',
  'split',
  'ext',
  'funext',
  'left',
  'right',
  'first of a pair',
]

export function inductions(names: readonly InductionName[], survey: Survey): Tactic[] {
  return pick<Survey, InductionName>(INDUCTIONS, names, survey)
}

function structural(survey: Survey, isWanted: (variable: Variable) => boolean = () => true): string[] {
  const data = inductives(survey)
  return data
    .filter((variable) => variable.recursive && isWanted(variable))
    .map((chosen) => {
      const others = data.filter((variable) => variable !== chosen && !mentions(chosen, variable))
      return `induction ${chosen.name}${generalizing(others)}`
    })
}

/** Data that can be taken apart, in the order of the statement. */
function inductives(survey: Survey): Variable[] {
  return survey.variables.filter(
    (variable) => variable.inductive && !variable.isProof && !variable.isInstance && variable.isAccessible,
  )
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

function generalizing(others: readonly Variable[]): string {
  return others.length === 0 ? '' : ` generalizing ${others.map(({ name }) => name).join(' ')}`
}

function mentions(variable: Variable, other: Variable): boolean {
  return JSON.stringify(variable.shape).includes(JSON.stringify({ local: other.name }))
}
