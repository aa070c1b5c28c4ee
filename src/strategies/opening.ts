/** The first moves on every goal: name everything, and ask Lean what the goal is about. */
import { type DojoGoal, type DojoState, LeanGoneError, type Survey } from '../lean/index.ts'
import { withPatterns } from './patterns.ts'
import type { Session } from './session.ts'
import type { StrategyTools } from './strategy.ts'

export interface Opening {
  /** The goal with all its variables and hypotheses introduced under names that tactics can mention. */
  readonly state: DojoState
  readonly survey: Survey
}

export const EMPTY_SURVEY: Survey = {
  variables: [],
  calls: [],
  definitions: [],
  types: [],
  theorems: [],
  broad: [],
  aboutTests: false,
}

export async function openGoal(session: Session): Promise<Opening> {
  const state = await introduce(session, session.dojo.root)
  return { state, survey: await surveyOf(session, state) }
}

export async function surveyOf(session: Session, state: DojoState): Promise<Survey> {
  return withPatterns(session, state, await askForSurvey(session, state))
}

async function askForSurvey({ dojo, signal }: Session, state: DojoState): Promise<Survey> {
  try {
    return (await dojo.survey(state, signal)) ?? EMPTY_SURVEY
  } catch (error) {
    if (!(error instanceof LeanGoneError)) throw error
    return (await dojo.survey(state, signal)) ?? EMPTY_SURVEY
  }
}

/** Library theorems that may help with a state: those of the premise index, then those that Lean's selector finds. */
export async function retrievePremises(
  { dojo, signal }: Session,
  { findPremises }: Pick<StrategyTools, 'findPremises'>,
  state: DojoState,
  limit: number,
): Promise<readonly string[]> {
  const own = await dojo.premises(state, { limit, signal })
  const found = (await findPremises?.(dojo, state, limit, signal)) ?? []
  return [...new Set([...found, ...own])].slice(0, limit)
}

/** Introduces what can be introduced, keeping the names that the statement uses. */
export async function introduce(session: Session, state: DojoState): Promise<DojoState> {
  const trial = await session.step(state, 'set_option tactic.hygienic false in intros')
  if (trial.kind !== 'open') return nameAll(session, state)
  const known = new Set(namesIn(state.goals[0]))
  const fresh = namesIn(trial.state.goals[0]).filter((name) => !known.has(name))
  await session.dojo.drop(trial.state)
  if (fresh.length === 0 || trial.state.goals.length > state.goals.length) return nameAll(session, state)
  return nameAll(session, (await session.advance(state, `intro ${fresh.join(' ')}`)) ?? state)
}

/** Gives names to hypotheses that a case split or an induction made without one. */
export async function nameAll(session: Session, state: DojoState): Promise<DojoState> {
  const hypotheses = state.goals[0]?.hypotheses ?? []
  const nameless = hypotheses.filter((hypothesis) => !hypothesis.isAccessible)
  if (nameless.length === 0) return state
  const taken = new Set(hypotheses.map((hypothesis) => hypothesis.name))
  const names = nameless.map((hypothesis) => {
    const name = freshName((hypothesis.name.split('✝', 1)[0] ?? '').replace(/[^\w']/gu, '') || 'x', taken)
    taken.add(name)
    return name
  })
  return (await session.advance(state, `rename_i ${names.join(' ')}`)) ?? state
}

export function freshName(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish
  for (let number = 1; ; number++) if (!taken.has(`${wish}_${number}`)) return `${wish}_${number}`
}

function namesIn(goal: DojoGoal | undefined): string[] {
  return (goal?.hypotheses ?? []).map((hypothesis) => hypothesis.name)
}

/** The goal without data that nothing in it mentions: induction hypotheses for all of it could not be used. */
export async function withoutIdleData(session: Session, state: DojoState): Promise<DojoState> {
  const idle = (state.goals[0]?.hypotheses ?? []).filter(({ isIdle }) => isIdle)
  if (idle.length === 0) return state
  const names = idle.map(({ name }) => name).join(' ')
  return (await session.advance(state, `clear ${names}`)) ?? state
}
