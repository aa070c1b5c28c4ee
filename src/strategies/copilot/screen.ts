/** What Lean found by computing, as lemmas to prove: laws of schemas, and equations between small terms. */
import type { DojoState, FoundLaw, ToldApart } from '../../lean/index.ts'
import { LAW_SCHEMAS } from '../../lemmas/index.ts'
import { TERMS, TRIALS } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { type FamilyGroups, MOST, SCREENING } from './plan.ts'

/** A lemma that may be worth a proof. */
export type Conjecture = Omit<FoundLaw, 'tested'>

export function equationsFor(session: Session, state: DojoState): Promise<readonly Conjecture[]> {
  return session.equations(state, { ...TERMS, timeoutMs: millisIn(session) })
}

/** A goal with a variable in several places told apart, where that does not fail for small values. */
export function toldApartIn(session: Session, state: DojoState): Promise<readonly ToldApart[]> {
  return session.toldApart(state, { ...TRIALS.guess, most: MOST.apart, timeoutMs: millisIn(session) })
}

/** Heartbeats limit the work; the clock is for what the kernel does between them. */
function millisIn(session: Session): number {
  return Math.max(1, Math.ceil(1000 * SCREENING.secondsShare * session.secondsLeft))
}

/**
 * Laws that do not fail for small values, and after them those that could not be computed. A few are made at a time, when
 * they are asked for: the first ones are often all that a goal needs.
 */
export async function* lawsFor(
  session: Session,
  state: DojoState,
  groups: FamilyGroups,
): AsyncGenerator<Conjecture> {
  const untested: Conjecture[] = []
  let left = session.secondsLeft * SCREENING.share
  for (const families of groups) {
    const schemas = LAW_SCHEMAS.filter(({ family }) => families.includes(family))
    const most = SCREENING.most * families.length
    for (let from = 0; ; ) {
      const limits = { ...TRIALS.guess, ...(left < 0 && { limit: 0 }), timeoutMs: millisIn(session) }
      const before = session.secondsLeft
      const { total, seen, laws } = await session.laws(state, schemas, {
        ...limits,
        most,
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
