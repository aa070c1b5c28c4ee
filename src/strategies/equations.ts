/** Equations that Lean found by computing, as lemmas to prove. */
import type { DojoState, FoundEquation, Survey } from '../lean/index.ts'
import type { Conjecture } from './conjectures.ts'
import type { Session } from './session.ts'

/** Terms of this size are enough for associativity, and for a function that passes through another. */
const SIZE = 5
const TERMS = 600
const LIMITS = { timeoutMs: 10_000, heartbeats: 60_000 }

export async function equationsFor(
  session: Session,
  state: DojoState,
  survey: Survey,
): Promise<readonly Conjecture[]> {
  const found = await session.equations(state, { size: SIZE, terms: TERMS, ...LIMITS })
  const types = new Set(
    survey.variables.filter(({ shape }) => 'sort' in shape).map((variable) => variable.name),
  )
  return found.map((equation) => conjectureOf(equation, types))
}

/** `typeVariables` are types without an induction. */
function conjectureOf(
  { variables, left, right, calls }: FoundEquation,
  typeVariables: ReadonlySet<string>,
): Conjecture {
  const binders = variables.map(({ name, type }) => `(${name} : ${type})`).join(' ')
  const names = variables.map((variable) => variable.name)
  const data = variables.filter(({ type }) => !typeVariables.has(type)).map((variable) => variable.name)
  const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')
  const law = `(${oneLine(left)}) = (${oneLine(right)})`
  return { statement: names.length === 0 ? law : `∀ ${binders}, ${law}`, names, data, calls }
}

/** Guesses that do not fail for small values; what cannot be computed stays. */
export async function screened(
  session: Session,
  state: DojoState,
  conjectures: readonly Conjecture[],
): Promise<readonly Conjecture[]> {
  if (conjectures.length === 0) return []
  const verdicts = await session.screen(
    state,
    conjectures.map((conjecture) => conjecture.statement),
    LIMITS,
  )
  return conjectures.filter((_, index) => verdicts[index] !== false)
}
