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
import { type Closing, finish, firstOf } from '../finish.ts'
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
export function allInductions(
  session: Session,
  state: DojoState,
  survey: Survey,
  closing: CaseClosing,
): Promise<Inductions> {
  const all = inductions([...STRUCTURAL, 'functional, general'], survey)
  return tryEach(session, state, all.slice(0, MOST.inductions), caseClosings(survey, closing))
}

/**
 * Tries it with the inductions that came furthest before. A test mostly comes out once its data have a form, and what
 * tests say of each other is no rule to rewrite with.
 */
export function someInductions(
  session: Session,
  state: DojoState,
  survey: Survey,
  stuck: readonly Stuck[],
): Promise<Inductions> {
  const best = stuck.slice(0, MOST.inductionsAgain).map(({ induction }) => induction)
  const closing: CaseClosing = survey.aboutTests
    ? { ends: ['grind'], split: ['grind, data split'] }
    : { split: [] }
  return tryEach(session, state, best, caseClosings(survey, closing))
}

async function tryEach(
  session: Session,
  state: DojoState,
  all: readonly Tactic[],
  closings: readonly Closing[],
): Promise<Inductions> {
  const stuck: Stuck[] = []
  const cases = new Map<string, string>()
  const done = await firstOf(
    [undefined, ...all].map((induction) => ({ induction })),
    WIDTH,
    async (one, signal) => {
      const { induction } = one
      const opened = induction
        ? await session.advance(state, induction, { ...closings[0]?.limits, signal })
        : state
      if (!opened || (induction && isRepetition(induction.text, opened, cases))) return undefined
      const end = await finish(session, opened, closings, { signal })
      if (end.kind === 'closed') return end.state
      const closed = opened.goals.length - end.state.goals.length
      if (induction) stuck.push({ induction, state: end.state, closed })
      return undefined
    },
  )
  return { done, stuck: stuck.toSorted(byHope) }
}

/** An induction of which no case could be done is mostly on the wrong variable, however few its cases are. */
function byHope(one: Stuck, other: Stuck): number {
  const isHopeless = ({ closed }: Stuck): number => Number(closed === 0)
  return isHopeless(one) - isHopeless(other) || one.state.goals.length - other.state.goals.length
}

/** A function of one argument that goes step by step has the cases and hypotheses of an induction on it. */
function isRepetition(text: string, { goals }: DojoState, cases: Map<string, string>): boolean {
  const sizes = goals.map(({ hypotheses }) => hypotheses?.length ?? 0).join(' ')
  const variable = /^induction (\S+)/.exec(text)?.[1]
  if (variable !== undefined) cases.set(variable, sizes)
  const argument = /^fun_induction \(\S+ (\S+)\)/.exec(text)?.[1]
  return argument !== undefined && cases.get(argument) === sizes
}

/** For cases that the other closers leave open; where these fail they use up their whole limit. */
const SPLITTING: readonly CloserName[] = ['cases of all; simp_all', 'grind, data split']

interface CaseClosing {
  readonly limits?: Effort
  readonly ends?: readonly CloserName[]
  readonly split?: readonly CloserName[]
}

/** For the cases of an induction on a goal. What takes data apart comes last: that takes long where it does not help. */
export function caseClosings(
  survey: Survey,
  { limits = EFFORTS.brief, ends = CASE_CLOSERS, split = SPLITTING }: CaseClosing = {},
): readonly Closing[] {
  return [
    { closers: closers(ends, survey), limits },
    { closers: closers(split, survey), limits: EFFORTS.glance },
  ]
}
