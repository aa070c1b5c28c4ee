/**
 * Lemmas from failure: a case that no closer ends is turned into a lemma (an induction hypothesis is used up, repeated
 * terms are forgotten), tried on small values, and proved by an induction of its own, whose cases may take one more.
 */
import type { DojoState, Survey } from '../../lean/index.ts'
import {
  BY_HYPOTHESES,
  CASES,
  CLOCKED,
  EFFORTS,
  generalisation,
  inductions,
  namesOf,
  PREPARATIONS,
  type PreparationName,
  preparations,
  SIMPLIFIED,
  type Tactic,
  TRIALS,
  WIDTH,
} from '../../tactics/index.ts'
import { closeFirst, finish, firstOf } from '../finish.ts'
import { nameAll, surveyOf, withoutIdleData } from '../opening.ts'
import type { Session } from '../session.ts'
import { MOST } from './plan.ts'
import { toldApartIn } from './screen.ts'
import { caseClosings, type Stuck } from './try-inductions.ts'

interface Round {
  readonly rows: readonly PreparationName[]
  /** Inductions inside each other. */
  readonly depth: number
}

/** All stuck inductions get what is likely before any gets more: which of them leads on shows in its hypotheses. */
const ROUNDS: readonly Round[] = [
  { rows: BY_HYPOTHESES, depth: 1 },
  { rows: SIMPLIFIED, depth: 1 },
  { rows: namesOf(PREPARATIONS), depth: MOST.nesting },
]

/** Lets the cases in which inductions are stuck use one more each. Gives the state without goals. */
export async function nestedInductions(
  session: Session,
  stuck: readonly Stuck[],
  secondsLeft: number,
): Promise<DojoState | undefined> {
  const prover = new CaseProver(session, session.secondsLeft - secondsLeft)
  for (const round of ROUNDS)
    for (const state of await prover.ranked(stuck, round)) {
      const done = prover.isOutOfTime ? undefined : await prover.finish(state, round)
      if (done) return done
    }
  return undefined
}

class CaseProver {
  readonly #session: Session
  /** Nothing is begun when no more than these seconds are left. */
  readonly #reserve: number
  /** Lemmas that could not be proved, by their goals, with the depth that they had. */
  readonly #failed = new Map<unknown, number>()

  constructor(session: Session, reserve: number) {
    this.#session = session
    this.#reserve = reserve
  }

  get isOutOfTime(): boolean {
    return this.#session.secondsLeft < this.#reserve
  }

  /** The cases of which something can be made, the shortest lemma first: what says least is nearest to what is missing. */
  async ranked(stuck: readonly Stuck[], { rows }: Round): Promise<DojoState[]> {
    const found: { state: DojoState; size: number }[] = []
    for (const { state } of stuck) {
      if (this.isOutOfTime) break
      const named = await nameAll(this.#session, state)
      const sizes: number[] = []
      for (const tactic of preparations(rows, {
        state: named,
        survey: await surveyOf(this.#session, named),
      })) {
        const next = await this.#session.advance(named, tactic, EFFORTS.brief)
        if (!next) continue
        sizes.push(next.goals.length < named.goals.length ? 0 : (next.goals[0]?.target?.length ?? 0))
        await this.#session.dojo.drop(next)
      }
      if (sizes.length > 0) found.push({ state: named, size: Math.min(...sizes) })
    }
    return found.toSorted((one, other) => one.size - other.size).map(({ state }) => state)
  }

  /** The first case is stuck; those after it may be as well. */
  async finish(state: DojoState, round: Round): Promise<DojoState | undefined> {
    const session = this.#session
    let at = state
    for (;;) {
      const next = await this.#prove(await nameAll(session, at), round)
      if (!next || next.goals.length === 0) return next
      const named = await nameAll(session, next)
      const end = await finish(session, named, caseClosings(await surveyOf(session, named)))
      if (end.kind === 'closed') return end.state
      at = end.state
    }
  }

  /** Ends the first goal by inductions of its own; the goals after it stay. */
  async #prove(state: DojoState, round: Round): Promise<DojoState | undefined> {
    const others = state.goals.length - 1
    for await (const lemma of this.#lemmas(state, round)) {
      if (lemma.goals.length === others) return lemma
      const survey = await surveyOf(this.#session, lemma)
      const stuck: DojoState[] = []
      const done = await firstOf(innerInductions(survey), WIDTH, (induction, signal) =>
        this.#by(induction, { lemma, survey, stuck, signal }),
      )
      if (done) return done
      const [closest] = stuck.toSorted((one, other) => one.goals.length - other.goals.length)
      const deeper =
        closest && round.depth > 1
          ? await this.#proveAll(closest, others, { ...round, depth: round.depth - 1 })
          : undefined
      if (deeper) return deeper
      if (this.isOutOfTime) return undefined
    }
    return undefined
  }

  async #by(
    induction: Tactic,
    at: { lemma: DojoState; survey: Survey; stuck: DojoState[]; signal: AbortSignal },
  ): Promise<DojoState | undefined> {
    if (this.isOutOfTime) return undefined
    const { lemma, survey, stuck, signal } = at
    const cases = await this.#session.advance(lemma, induction, { ...EFFORTS.brief, signal })
    if (!cases) return undefined
    const left = lemma.goals.length - 1
    const end = await finish(this.#session, cases, caseClosings(survey), { left, signal })
    if (end.kind === 'closed') return end.state
    stuck.push(end.state)
    return undefined
  }

  /** Ends goals until only so many are left, the stuck ones by inductions of their own. */
  async #proveAll(state: DojoState, others: number, round: Round): Promise<DojoState | undefined> {
    let at: DojoState | undefined = state
    while (at && at.goals.length > others) {
      const named: DojoState = await nameAll(this.#session, at)
      const closings = caseClosings(await surveyOf(this.#session, named))
      at = (await closeFirst(this.#session, named, closings)) ?? (await this.#prove(named, round))
    }
    return at
  }

  /** The lemmas that a case suggests and that nobody tried as hard, the most general form of each first. */
  async *#lemmas(state: DojoState, { rows, depth }: Round): AsyncGenerator<DojoState> {
    const session = this.#session
    const isNew = (one: DojoState): boolean => {
      const key = one.goals[0]?.key ?? one
      const before = this.#failed.get(key) ?? 0
      this.#failed.set(key, Math.max(before, depth))
      return before < depth
    }
    for (const tactic of preparations(rows, { state, survey: await surveyOf(session, state) })) {
      const next = await session.advance(state, tactic, EFFORTS.brief)
      if (!next || next.goals.length > state.goals.length) continue
      if (next.goals.length < state.goals.length) {
        yield next
        continue
      }
      const prepared = await withoutIdleData(session, await nameAll(session, next))
      if (!isNew(prepared)) continue
      for (const general of [
        ...(await this.#generalised(prepared)),
        ...(await generalizeOccurrences(session, prepared)),
      ])
        if (isNew(general)) yield general
      yield prepared
    }
  }

  async #generalised(state: DojoState): Promise<DojoState[]> {
    const session = this.#session
    const tactic = generalisation({ state, survey: await surveyOf(session, state) })
    const next = tactic && (await session.advance(state, tactic, EFFORTS.brief))
    if (!next || next.goals.length !== state.goals.length || next.goals[0]?.key === state.goals[0]?.key)
      return []
    const general = await withoutIdleData(session, await nameAll(session, next))
    const trial = await session.counterexample(general, { ...TRIALS.guess, ...CLOCKED.batch })
    return trial?.counterexample ? [] : [general]
  }
}

/**
 * A variable that stands in several places may be there for different reasons: an induction on one of them needs the
 * others free. What Lean says with those under another name is more general than the goal.
 */
async function generalizeOccurrences(session: Session, state: DojoState): Promise<DojoState[]> {
  const found: DojoState[] = []
  for (const { law, variable, other } of await toldApartIn(session, state)) {
    const tactic = `suffices apart : ${law} from apart ${variable}\nintro ${other}`
    const next = await session.advance(state, tactic, EFFORTS.brief)
    if (next?.goals.length === state.goals.length) found.push(await nameAll(session, next))
  }
  return found
}

/** Inductions on a case, after the split that unfolding a helper often calls for. One on a call whose arguments are no variables forgets what those are. */
function innerInductions(survey: Survey): Tactic[] {
  const all = inductions(
    ['on a proof', 'structural, of an argument', 'functional, general', 'functional, on terms'],
    survey,
  )
  return [
    ...inductions(['split'], survey),
    ...all.slice(0, MOST.inner),
    ...inductions(CASES, survey).slice(0, MOST.innerCases),
  ]
}
