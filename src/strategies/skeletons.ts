/** The shapes a proof can start with: which variable to do induction on, what to split. */
import type { Survey } from '../lean/index.ts'
import { predicateNames } from './rules.ts'

type Variable = Survey['variables'][number]
type Call = Survey['calls'][number]

const MOST = 12

/** Data that can be taken apart, in the order of the statement. */
function inductives(survey: Survey): Variable[] {
  return survey.variables.filter(
    (variable) => variable.inductive && !variable.isProof && !variable.isInstance && variable.isAccessible,
  )
}

/** Structural induction on each variable, everything else general, and on each proof of a predicate of the user's. */
export function inductionSkeletons(survey: Survey): string[] {
  const data = inductives(survey)
  const predicates = new Set(predicateNames(survey))
  const proofs = survey.variables
    .filter(({ isProof, isAccessible, recursive }) => isProof && isAccessible && recursive)
    .filter((variable) => predicates.has(variable.inductive ?? ''))
    .map((variable) => `induction ${variable.name}`)
  const structural = data
    .filter((variable) => variable.recursive)
    .map((chosen) => {
      const others = data.filter((variable) => variable !== chosen && !mentions(chosen, variable))
      const names = others.map((variable) => variable.name).join(' ')
      return `induction ${chosen.name}${names ? ` generalizing ${names}` : ''}`
    })
  return [...proofs, ...structural]
}

/** Functional induction: the cases and hypotheses of the function's own recursion. */
export function functionalSkeletons(survey: Survey, isMeant: (call: Call) => boolean = () => true): string[] {
  const calls = survey.calls.filter((call) => call.recursive && isMeant(call))
  const simple = calls.filter((call) => call.onVariables)
  const other = calls.filter((call) => !call.onVariables)
  return [...simple, ...other].map((call) => `fun_induction (${call.text})`).slice(0, MOST)
}

/** The same with every other variable general, for what it stands for may change from step to step. */
export function generalSkeletons(survey: Survey): string[] {
  const data = inductives(survey)
  const calls = survey.calls.filter((call) => call.recursive && call.onVariables)
  return calls.slice(0, MOST).map((call) => {
    const own = new Set(call.arguments.map((argument) => argument.text))
    const others = data.filter(({ name }) => !own.has(name)).map(({ name }) => name)
    return `fun_induction (${call.text})${others.length > 0 ? ` generalizing ${others.join(' ')}` : ''}`
  })
}

/** Case distinctions: on data, and on the value of a Bool-valued call. */
export function caseSkeletons(survey: Survey): string[] {
  const data = inductives(survey).map((variable) => `cases ${variable.name}`)
  const tests = survey.calls
    .filter((call) => call.result === 'Bool')
    .map((call) => `cases test : ${call.text}`)
  return [...data, ...tests].slice(0, MOST)
}

/** Skeletons that follow the form of the statement, not its data. */
export const LOGICAL_SKELETONS = ['constructor', 'split', 'ext', 'funext', 'left', 'right', 'refine ⟨_, ?_⟩']

function mentions(variable: Variable, other: Variable): boolean {
  return JSON.stringify(variable.shape).includes(JSON.stringify({ local: other.name }))
}
