/** What Lean found by computing, as lemmas to prove: laws of schemas, and equations between small terms. */
import type { DojoState, FoundEquation, FoundLaw, Survey } from '../../lean/index.ts'
import { LAW_SCHEMAS, type LawFamily } from '../../lemmas/index.ts'
import { TERMS, TRIALS } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { SCREENING } from './plan.ts'

/** A lemma that may be worth a proof. */
export type Conjecture = Omit<FoundLaw, 'tested'>

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
  return {
    statement: names.length === 0 ? law : `∀ ${binders}, ${law}`,
    names,
    data,
    calls,
    conditional: false,
    instance: null,
  }
}

/**
 * Laws that do not fail for small values, and after them those that could not be computed. A few are made at a time, when
 * they are asked for: the first ones are often all that a goal needs.
 */
export async function* lawsFor(
  session: Session,
  state: DojoState,
  families: readonly LawFamily[],
): AsyncGenerator<Conjecture> {
  const untested: Conjecture[] = []
  let left = session.secondsLeft * SCREENING.share
  for (const family of families) {
    const schemas = LAW_SCHEMAS.filter((schema) => schema.family === family)
    for (let from = 0; ; ) {
      const limits = { ...TRIALS.guess, ...(left < 0 && { limit: 0 }), timeoutMs: millisIn(session) }
      const before = session.secondsLeft
      const { total, seen, laws } = await session.laws(state, schemas, {
        ...limits,
        from,
        count: SCREENING.chunk,
      })
      left -= before - session.secondsLeft
      yield* laws.filter(({ tested }) => tested)
      untested.push(...laws.filter(({ tested }) => !tested))
      from += seen
      if (seen === 0 || from >= total) break
    }
  }
  yield* untested
}

/** Which statements do not fail for small values. */
export async function seemTrue(
  session: Session,
  state: DojoState,
  statements: readonly string[],
): Promise<readonly boolean[]> {
  if (statements.length === 0) return []
  const verdicts = await session.screen(state, statements, { ...TRIALS.guess, timeoutMs: millisIn(session) })
  return statements.map((_, index) => verdicts[index] !== false)
}
