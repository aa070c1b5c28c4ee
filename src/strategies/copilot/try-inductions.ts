/** Inductions on a goal, each case ended by closers, and where they are stuck. */
import type { DojoState, Survey } from '../../lean/index.ts'
import {
  CASE_CLOSERS,
  type CloserName,
  closers,
  EFFORTS,
  type Effort,
  inductions,
  STRUCTURAL,
  type Tactic,
  WIDTH,
} from '../../tactics/index.ts'
import { closeFirst, type Finish, finish, firstOf } from '../finish.ts'
import type { Session } from '../session.ts'
import { MOST } from './plan.ts'

/** Where an induction on the goal is stuck. */
export interface Stuck {
  readonly induction: Tactic
  readonly state: DojoState
  /** How many of its cases are done. */
  readonly closed: number
}

export interface Inductions {
  /** The goal's proof, if an induction and closers are all that it needs. */
  readonly done: DojoState | undefined
  /** Otherwise where each induction is stuck: first those of which some case is done, the fewest left first. */
  readonly stuck: readonly Stuck[]
}

/** Tries the goal as it is, and each induction on it with all that may end a case. */
export function allInductions(session: Session, state: DojoState, survey: Survey): Promise<Inductions> {
  const all = inductions([...STRUCTURAL, 'functional, general'], survey)
  return tryEach(session, state, all.slice(0, MOST.inductions), finishingOf(survey, EFFORTS.thorough))
}

/** Tries it with the inductions that came furthest before; a test mostly comes out once its data have a form. */
export function someInductions(
  session: Session,
  state: DojoState,
  survey: Survey,
  { stuck, isAboutTest }: { readonly stuck: readonly Stuck[]; readonly isAboutTest: boolean },
): Promise<Inductions> {
  const best = stuck.slice(0, MOST.inductionsAgain).map(({ induction }) => induction)
  return tryEach(session, state, best, {
    ...finishingOf(survey),
    split: isAboutTest ? closers(['grind, data split'], survey) : [],
  })
}

async function tryEach(
  session: Session,
  state: DojoState,
  all: readonly Tactic[],
  finishing: Finishing,
): Promise<Inductions> {
  const stuck: Stuck[] = []
  const cases = new Map<string, string>()
  const done = await firstOf(
    [undefined, ...all].map((induction) => ({ induction })),
    WIDTH,
    async (one, signal) => {
      const { induction } = one
      const opened = induction
        ? await session.advance(state, induction, { ...finishing.limits, signal })
        : state
      if (!opened || (induction && isRepetition(induction.text, opened, cases))) return undefined
      const end = await finishSplitting(session, opened, { ...finishing, signal })
      if (end.kind === 'closed') return end.state
      const closed = opened.goals.length - end.state.goals.length
      if (induction) stuck.push({ induction, state: end.state, closed })
      return undefined
    },
  )
  return { done, stuck: stuck.toSorted((one, other) => hopelessness(one) - hopelessness(other)) }
}

/** More than an induction has cases. */
const NOTHING_DONE = 1_000

/** An induction of which no case could be done is mostly on the wrong variable, however few its cases are. */
function hopelessness({ state, closed }: Stuck): number {
  return state.goals.length + (closed === 0 ? NOTHING_DONE : 0)
}

/** A function of one argument that goes step by step has the cases and hypotheses of an induction on it. */
function isRepetition(text: string, { goals }: DojoState, cases: Map<string, string>): boolean {
  const sizes = goals.map(({ hypotheses }) => hypotheses?.length ?? 0).join(' ')
  const variable = /^induction (\S+)/.exec(text)?.[1]
  if (variable !== undefined) cases.set(variable, sizes)
  const argument = /^fun_induction \(\S+ (\S+)\)/.exec(text)?.[1]
  return argument !== undefined && cases.get(argument) === sizes
}

export interface Finishing {
  readonly closers: readonly Tactic[]
  /** Closers for cases that the others leave open; where they fail they use up their whole limit. */
  readonly split: readonly Tactic[]
  readonly limits: Effort
  readonly signal?: AbortSignal
}

/** Closes cases, the stuck ones by taking more data apart: that takes long where it does not help. */
export async function finishSplitting(
  session: Session,
  state: DojoState,
  { closers: ends, split, limits, signal }: Finishing,
): Promise<Finish> {
  const during = signal ? { signal } : {}
  for (let at = state; ; ) {
    const end = await finish(session, at, ends, { ...limits, ...during })
    if (end.kind === 'closed') return end
    const next = await closeFirst(session, end.state, split, { ...EFFORTS.glance, ...during })
    if (!next) return end
    if (next.goals.length === 0) return { kind: 'closed', state: next }
    at = next
  }
}

/** The state without its first goal, by the first closer that ends it; those that take data apart come last. */
export async function closeOne(
  session: Session,
  state: DojoState,
  { closers: ends, split, limits, signal }: Finishing,
): Promise<DojoState | undefined> {
  const during = signal ? { signal } : {}
  return (
    (await closeFirst(session, state, ends, { ...limits, ...during })) ??
    closeFirst(session, state, split, { ...EFFORTS.glance, ...during })
  )
}

/** For cases that the other closers leave open; where these fail they use up their whole limit. */
const SPLITTING: readonly CloserName[] = ['cases of all; simp_all', 'grind, data split']

/** The closers for the cases of an induction on a goal, and their limits. */
export function finishingOf(survey: Survey, limits: Effort = EFFORTS.brief): Finishing {
  return { closers: closers(CASE_CLOSERS, survey), split: closers(SPLITTING, survey), limits }
}
