/** Inductions on a goal, each case ended by closers, and where they are stuck. */
import type { DojoState, Survey } from '../lean/index.ts'
import { leafClosers, splittingGrind } from './closers.ts'
import { type Finish, finish, firstOf } from './finish.ts'
import type { Session } from './session.ts'
import { generalSkeletons, inductionSkeletons } from './skeletons.ts'

/** What a closer may take on one case. */
export const LEAF = { timeoutMs: 10_000, heartbeats: 1_500 }
/** And where every induction is tried: by then, most that would help is known. */
const THOROUGH = { timeoutMs: 10_000, heartbeats: 8_000 }
/** Splitting takes as long as it may where it does not help. */
export const SPLIT = { timeoutMs: 10_000, heartbeats: 800 }
const WIDTH = 2
const MOST = 6
const MOST_AGAIN = 3

/** Where an induction on the goal is stuck. */
export interface Stuck {
  readonly skeleton: string
  readonly state: DojoState
}

export interface Inductions {
  /** The goal's proof, if an induction and closers are all that it needs. */
  readonly done: DojoState | undefined
  /** Otherwise where each induction is stuck, the fewest cases left first. */
  readonly stuck: readonly Stuck[]
}

/** Tries the goal as it is, and each induction on it with all that may end a case. */
export function allInductions(session: Session, state: DojoState, survey: Survey): Promise<Inductions> {
  const inductions = [...inductionSkeletons(survey), ...generalSkeletons(survey)]
  const finishing = {
    closers: leafClosers(survey).slice(0, 2),
    split: splittingGrind(survey),
    limits: THOROUGH,
  }
  return tryEach(session, state, inductions.slice(0, MOST), finishing)
}

/** Tries it with the inductions that came furthest before. */
export function someInductions(
  session: Session,
  state: DojoState,
  survey: Survey,
  before: readonly Stuck[],
): Promise<Inductions> {
  const inductions = before.slice(0, MOST_AGAIN).map(({ skeleton }) => skeleton)
  const finishing = { closers: leafClosers(survey).slice(0, 2), split: undefined, limits: LEAF }
  return tryEach(session, state, inductions, finishing)
}

async function tryEach(
  session: Session,
  state: DojoState,
  inductions: readonly string[],
  finishing: Finishing,
): Promise<Inductions> {
  const stuck: Stuck[] = []
  const cases = new Map<string, number>()
  const done = await firstOf(['skip', ...inductions], WIDTH, async (skeleton, signal) => {
    const opened =
      skeleton === 'skip' ? state : await session.advance(state, skeleton, { ...finishing.limits, signal })
    if (!opened || isRepetition(skeleton, opened.goals.length, cases)) return undefined
    const end = await finishSplitting(session, opened, { ...finishing, signal })
    if (end.kind === 'closed') return end.state
    if (skeleton !== 'skip') stuck.push({ skeleton, state: end.state })
    return undefined
  })
  const left = ({ state: at }: Stuck): number => at.goals.length
  return { done, stuck: stuck.toSorted((one, other) => left(one) - left(other)) }
}

/** A function of one argument that goes step by step has the cases of an induction on it. */
function isRepetition(skeleton: string, goals: number, cases: Map<string, number>): boolean {
  const variable = /^induction (\S+)/.exec(skeleton)?.[1]
  if (variable !== undefined) cases.set(variable, goals)
  const argument = /^fun_induction \(\S+ (\S+)\)/.exec(skeleton)?.[1]
  return argument !== undefined && cases.get(argument) === goals
}

export interface Finishing {
  readonly closers: readonly string[]
  readonly split: string | undefined
  readonly limits: typeof LEAF
  readonly signal?: AbortSignal
}

/** Closes cases, the stuck ones by taking more data apart: that takes long where it does not help. */
export async function finishSplitting(
  session: Session,
  state: DojoState,
  { closers, split, limits, signal }: Finishing,
): Promise<Finish> {
  const during = signal ? { signal } : {}
  for (let at = state; ; ) {
    const end = await finish(session, at, closers, { ...limits, ...during })
    if (end.kind === 'closed' || split === undefined) return end
    const next = await session.advance(end.state, split, { ...SPLIT, ...during })
    if (!next || next.goals.length >= end.state.goals.length) return end
    if (next.goals.length === 0) return { kind: 'closed', state: next }
    at = next
  }
}

/** The usual means for the cases of a goal. */
export function finishingOf(survey: Survey): Finishing {
  return { closers: leafClosers(survey).slice(0, 2), split: splittingGrind(survey), limits: LEAF }
}
