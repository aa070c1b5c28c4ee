/** Goals and what Lean says of them, written down for tests that need no Lean. */
import type { DojoGoal, DojoState, Survey } from '../lean/index.ts'

type Hypothesis = NonNullable<DojoGoal['hypotheses']>[number]
type Variable = Survey['variables'][number]
type Call = Survey['calls'][number]
type TypeInfo = Survey['types'][number]

/** A proof of some proposition, unless it is said to be something else. */
export function hypothesis(name: string, more: Partial<Hypothesis> = {}): Hypothesis {
  const known = { value: null, isProof: true, isInstance: false, isAccessible: true }
  return { name, type: 'P', ...known, isEquation: false, isIdle: false, ...more }
}

export const equation = (name: string): Hypothesis => hypothesis(name, { type: 'a = b', isEquation: true })
export const data = (name: string, more: Partial<Hypothesis> = {}): Hypothesis =>
  hypothesis(name, { type: 'N', isProof: false, ...more })

export function goalWith(hypotheses: readonly Hypothesis[], target = 'p', more: Partial<DojoGoal> = {}) {
  return { case: null, text: `⊢ ${target}`, target, hypotheses: [...hypotheses], ...more }
}

export function stateOf(...goals: readonly DojoGoal[]): DojoState {
  return { goals, parent: undefined, tactic: undefined }
}

export function variable(name: string, inductive: string | null, more: Partial<Variable> = {}): Variable {
  const shape = inductive === null ? { other: true as const } : { const: inductive, arguments: [] }
  const known = { isProof: false, isInstance: false, isAccessible: true, recursive: inductive !== null }
  return { name, inductive, shape, ...known, ...more }
}

/** A call of a recursive function on variables, as `add x y`. */
export function call(text: string, more: Partial<Call> = {}): Call {
  const [name = '', ...others] = text.split(' ')
  const known = { count: 1, inTarget: true, recursive: true, result: 'N', onVariables: true }
  return { text, function: name, arguments: others, ...known, ...more }
}

/** A type of the user's. */
export function type(name: string, more: Partial<TypeInfo> = {}): TypeInfo {
  const known = { params: 0, recursive: true, own: true, predicate: false, held: false }
  return { name, constructors: [], ...known, ...more }
}

export function surveyWith(parts: Partial<Survey> = {}): Survey {
  const nothing = { variables: [], calls: [], definitions: [], types: [], theorems: [], broad: [] }
  return { ...nothing, aboutTests: false, ...parts }
}
