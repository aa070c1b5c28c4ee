/** Equations that Lean found by computing, as lemmas to prove. */
import type { DojoState, FoundEquation, Survey } from '../../lean/index.ts'
import type { Conjecture } from '../../lemmas/index.ts'
import { TERMS, TRIALS } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { SCREENING } from './plan.ts'

export async function equationsFor(
  session: Session,
  state: DojoState,
  survey: Survey,
): Promise<readonly Conjecture[]> {
  const found = await session.equations(state, { ...TERMS, timeoutMs: millisIn(session) })
  const types = new Set(
    survey.variables.filter(({ shape }) => 'sort' in shape).map((variable) => variable.name),
  )
  return found.map((equation) => conjectureOf(equation, types))
}

/** Heartbeats limit the work; the clock is for what the kernel does between them. */
function millisIn(session: Session): number {
  return Math.max(1, Math.ceil(1000 * SCREENING.secondsShare * session.secondsLeft))
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
  let left = session.secondsLeft * SCREENING.share
  const unknown: Conjecture[] = []
  for (let from = 0; from < conjectures.length; from += SCREENING.chunk) {
    const chunk = conjectures.slice(from, from + SCREENING.chunk)
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
  return session.screen(state, statements, { ...TRIALS.guess, timeoutMs: millisIn(session) })
}
