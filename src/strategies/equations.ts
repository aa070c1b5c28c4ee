/** Equations that Lean found by computing, as lemmas to prove. */
import type { DojoState, FoundEquation, Survey } from '../lean/index.ts'
import type { Conjecture } from './law.ts'
import type { Session } from './session.ts'

/** Terms of this size are enough for associativity, and for a function that passes through another. */
const SIZE = 5
const TERMS = 600
const HEARTBEATS = 60_000
/** Choices of values that a guess must hold for. */
const TRIALS = 20
/** A guess whose values explode takes those with it that are asked about in the same breath. */
const CHUNK = 12
const SCREENING_SHARE = 0.15

export async function equationsFor(
  session: Session,
  state: DojoState,
  survey: Survey,
): Promise<readonly Conjecture[]> {
  const found = await session.equations(state, { size: SIZE, terms: TERMS, ...limitsIn(session) })
  const types = new Set(
    survey.variables.filter(({ shape }) => 'sort' in shape).map((variable) => variable.name),
  )
  return found.map((equation) => conjectureOf(equation, types))
}

/** Heartbeats limit the work; the clock is for what the kernel does between them. */
function limitsIn(session: Session): { heartbeats: number; timeoutMs: number } {
  return { heartbeats: HEARTBEATS, timeoutMs: Math.max(1, Math.ceil(400 * session.secondsLeft)) }
}

/** `typeVariables` are types without an induction. */
function conjectureOf(
  { variables, left, right, calls }: FoundEquation,
  typeVariables: ReadonlySet<string>,
): Conjecture {
  const binders = variables.map(({ name, type }) => `(${name} : ${type})`).join(' ')
  const names = variables.map((variable) => variable.name)
  const data = variables.filter(({ type }) => !typeVariables.has(type)).map((variable) => variable.name)
  const oneLine = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
  const law = `(${oneLine(left)}) = (${oneLine(right)})`
  return { statement: names.length === 0 ? law : `∀ ${binders}, ${law}`, names, data, calls }
}

/**
 * Guesses that do not fail for small values, and after them those that could not be computed. A few are tried at a
 * time, when they are asked for: the first ones are often all that a goal needs.
 */
export async function* screened(
  session: Session,
  state: DojoState,
  conjectures: readonly Conjecture[],
): AsyncGenerator<Conjecture> {
  let left = session.secondsLeft * SCREENING_SHARE
  const unknown: Conjecture[] = []
  for (let from = 0; from < conjectures.length; from += CHUNK) {
    const chunk = conjectures.slice(from, from + CHUNK)
    const statements = chunk.map((conjecture) => conjecture.statement)
    const before = session.secondsLeft
    const verdicts = left < 0 ? [] : await verdictsOn(session, state, statements)
    left -= before - session.secondsLeft
    for (const [index, conjecture] of chunk.entries()) {
      if (verdicts[index] === true) yield conjecture
      else if (verdicts[index] === undefined) unknown.push(conjecture)
    }
  }
  yield* unknown
}

/** Which statements do not fail for small values. */
export async function seemTrue(
  session: Session,
  state: DojoState,
  statements: readonly string[],
): Promise<readonly boolean[]> {
  const verdicts = await verdictsOn(session, state, statements)
  return statements.map((_, index) => verdicts[index] !== false)
}

async function verdictsOn(
  session: Session,
  state: DojoState,
  statements: readonly string[],
): Promise<readonly (boolean | undefined)[]> {
  if (statements.length === 0) return []
  return session.screen(state, statements, { ...limitsIn(session), limit: TRIALS })
}
