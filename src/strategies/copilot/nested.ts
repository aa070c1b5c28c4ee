/**
 * An induction inside an induction: a case that no closer ends is prepared (simplified, or rewritten with an
 * induction hypothesis) and then proved by an induction of its own.
 */
import type { DojoState, Survey } from '../../lean/index.ts'
import {
  CASES,
  definitionNames,
  EFFORTS,
  inductions,
  ruleList,
  STRUCTURAL,
  type Tactic,
  WIDTH,
} from '../../tactics/index.ts'
import { firstOf } from '../finish.ts'
import { nameAll, surveyOf, withoutIdleData } from '../opening.ts'
import type { Session } from '../session.ts'
import { MOST } from './plan.ts'
import { seemTrue } from './screen.ts'
import { type Finishing, finishingOf, finishSplitting, type Stuck } from './try-inductions.ts'

/** Lets the cases in which inductions are stuck use one more each. Gives the state without goals. */
export async function nestedInductions(
  session: Session,
  stuck: readonly Stuck[],
  secondsLeft: number,
): Promise<DojoState | undefined> {
  const reserve = session.secondsLeft - secondsLeft
  for (const { state } of stuck) {
    if (session.secondsLeft < reserve) return undefined
    const done = await finishCases(session, state, reserve)
    if (done) return done
  }
  return undefined
}

/** The first case is stuck; those after it may be as well. */
async function finishCases(
  session: Session,
  state: DojoState,
  reserve: number,
): Promise<DojoState | undefined> {
  let at = state
  for (;;) {
    const next = await inductOnCase(session, await nameAll(session, at), reserve)
    if (!next || next.goals.length === 0) return next
    const named = await nameAll(session, next)
    const end = await finishSplitting(session, named, finishingOf(await surveyOf(session, named)))
    if (end.kind === 'closed') return end.state
    at = end.state
  }
}

/** Ends the first goal by an induction of its own; the goals after it stay. */
async function inductOnCase(
  session: Session,
  state: DojoState,
  reserve: number,
): Promise<DojoState | undefined> {
  const others = state.goals.length - 1
  for (const prepared of await preparations(session, state)) {
    const survey = await surveyOf(session, prepared)
    const finishing = finishingOf(survey)
    const done = await firstOf(innerInductions(survey), WIDTH, async (induction, signal) => {
      if (session.secondsLeft < reserve) return undefined
      let at = await session.advance(prepared, induction, { ...EFFORTS.brief, signal })
      while (at && at.goals.length > others) {
        const before: DojoState = at
        at = await closeOne(session, before, { ...finishing, signal })
        await session.dojo.drop(before)
      }
      return at
    })
    if (done) return done
  }
  return undefined
}

async function closeOne(
  session: Session,
  state: DojoState,
  { closers, split, limits, signal }: Finishing,
): Promise<DojoState | undefined> {
  const during = signal ? { signal } : {}
  const attempts = [
    ...closers.map((closer) => [closer, limits] as const),
    ...split.map((closer) => [closer, EFFORTS.glance] as const),
  ]
  for (const [closer, limit] of attempts) {
    const next = await session.advance(state, closer, { ...limit, ...during })
    if (next && next.goals.length < state.goals.length) return next
    if (next) await session.dojo.drop(next)
  }
  return undefined
}

/** The case rewritten with each equation among its hypotheses, and simplified; as it is where neither works. */
async function preparations(session: Session, state: DojoState): Promise<DojoState[]> {
  const survey = await surveyOf(session, state)
  const rules = ruleList(definitionNames(survey))
  const hypotheses = (state.goals[0]?.hypotheses ?? []).filter(
    (hypothesis) => hypothesis.isProof && hypothesis.isAccessible && hypothesis.type.includes('='),
  )
  const induction = hypotheses.filter((hypothesis) => /ih/.test(hypothesis.name)).slice(-2)
  const unfold = rules === '' ? 'skip' : `try simp only${rules}`
  const prepared = async (tactic: string): Promise<DojoState[]> => {
    const next = await session.advance(state, tactic, EFFORTS.brief)
    return next?.goals.length === state.goals.length ? [await nameAll(session, next)] : []
  }
  const found: DojoState[] = []
  for (const { name } of induction) {
    found.push(...(await prepared(`${unfold}\nrw [${name}]\nclear ${name}`)))
    const crossed = await prepared(`${unfold}\nconv => rhs; rw [← ${name}]\nclear ${name}`)
    for (const backwards of crossed)
      found.push(
        ...(await generalised(session, backwards)),
        ...(await generalizeOccurrences(session, backwards)),
      )
  }
  const simplified = await prepared(`simp_all${rules}`)
  const apart = await Promise.all(simplified.map((next) => generalizeOccurrences(session, next)))
  const all = [...found, ...simplified, ...apart.flat()]
  const different = distinct(all.length === 0 ? [state] : all)
  return Promise.all(different.map((one) => withoutIdleData(session, one)))
}

/** The first of those with the same goal. */
function distinct(states: readonly DojoState[]): DojoState[] {
  const met = new Set<unknown>()
  return states.filter((state) => {
    const key = state.goals[0]?.key ?? state
    const isNew = !met.has(key)
    met.add(key)
    return isNew
  })
}

/**
 * A variable that stands in several places may be there for different reasons: an induction on one of them needs the
 * others free. All but the first on each side get a name of their own, if what that says seems to be true.
 */
async function generalizeOccurrences(session: Session, state: DojoState): Promise<DojoState[]> {
  const { target = '', hypotheses = [] } = state.goals[0] ?? {}
  const sides = target.replace(/\s+/g, ' ').split(' = ')
  const isType = ({ type }: { type: string }): boolean => /^(?:Type|Sort)\b/.test(type)
  const named = hypotheses.filter(({ isProof, isAccessible }) => !isProof && isAccessible)
  const data = named.filter((hypothesis) => !isType(hypothesis))
  const repeated = data.filter(({ name }) => sides.some((side) => side.split(wordPattern(name)).length > 2))
  const binders = named
    .filter((hypothesis) => isType(hypothesis) || wordPattern(hypothesis.name).test(target))
    .map(({ name, type }) => `(${name} : ${type})`)
  const freed = repeated.slice(0, MOST.apart).map(({ name, type }) => {
    const other = `${name}'`
    const afterFirst = (side: string): string => {
      let met = 0
      return side.replace(wordPattern(name), (word) => (met++ === 0 ? word : other))
    }
    return { name, other, law: `∀ ${other} : ${type}, ${sides.map(afterFirst).join(' = ')}` }
  })
  const closed = freed.map(({ law }) => `∀ ${binders.join(' ')}, ${law}`)
  const verdicts = await seemTrue(session, state, closed)
  const found: DojoState[] = []
  for (const [index, { name, other, law }] of freed.entries()) {
    if (!verdicts[index]) continue
    const next = await session.advance(
      state,
      `suffices apart : ${law} from apart ${name}\nintro ${other}`,
      EFFORTS.brief,
    )
    if (next?.goals.length === state.goals.length) found.push(await nameAll(session, next))
  }
  return found
}

function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w.'])${name.replace(/[^\w]/g, '\\$&')}(?![\\w'])`, 'g')
}

/** Forgets what a repeated term stands for: what is left is often a lemma in its own right. */
async function generalised(session: Session, state: DojoState): Promise<DojoState[]> {
  const survey = await surveyOf(session, state)
  const repeated = survey.calls
    .filter((call) => call.count > 1 && call.onVariables)
    .slice(0, MOST.generalised)
  const found: DojoState[] = []
  for (const { text } of repeated) {
    const next = await session.advance(state, `generalize ${text} = v`, EFFORTS.brief)
    if (next) found.push(await nameAll(session, next))
  }
  return found
}

/** Inductions on a case. One on a call whose arguments are no variables forgets what those are. */
function innerInductions(survey: Survey): Tactic[] {
  const all = inductions([...STRUCTURAL, 'functional, general', 'functional, on terms'], survey)
  return [...all.slice(0, MOST.inner), ...inductions(CASES, survey).slice(0, MOST.innerCases)]
}
