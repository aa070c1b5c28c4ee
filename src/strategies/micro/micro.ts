/**
 * `micro`: a staged portfolio. Closers on the goal as it stands, then inductions and case distinctions, each finished by
 * closers, then Lean's own searches. States are shared between the stages, and two tactics run at a time.
 */
import type { DojoState } from '../../lean/index.ts'
import {
  byExperience,
  CLOCKED,
  type CloserName,
  closers,
  EFFORTS,
  inductions,
  OPTIONAL_CLOSERS,
  PATIENCE,
  type Tactic,
  WIDTH,
} from '../../tactics/index.ts'
import { firstOf, provedVia } from '../finish.ts'
import { EMPTY_SURVEY, type Opening, openGoal } from '../opening.ts'
import { attack, failed, proved } from '../outcome.ts'
import type { Session, StepOptions } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { isSearchTactic, suggestionsIn } from '../suggestions.ts'
import { AT_ONCE, FIRST_FEW, SECONDS, STAGES, type Stage } from './plan.ts'

export const micro: Strategy = {
  name: 'micro',
  version: 6,
  profile: 0,
  timeoutSeconds: SECONDS,
  early: 'alone',
  glances: true,
  patience: PATIENCE,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    const script =
      (await firstOf(closers(AT_ONCE.rows, EMPTY_SURVEY), WIDTH, (tactic, signal) =>
        closeWith(session, session.dojo.root, tactic, { ...EFFORTS[AT_ONCE.effort], signal }),
      )) ?? (await staged(session, tools))
    return script === undefined
      ? failed(session, 'no tactic or induction of the portfolio closes it')
      : proved(session, script)
  })
}

async function staged(session: Session, tools: StrategyTools): Promise<string | undefined> {
  const opening = await openGoal(session)
  const { survey } = opening
  const known = new Set(await session.dojo.knownTactics(OPTIONAL_CLOSERS, session.signal))
  const absent = OPTIONAL_CLOSERS.filter((name) => !known.has(name))
  const isRecursive = inductions(['functional', 'on a proof', 'structural'], survey).length > 0
  const applies = {
    recursive: isRecursive,
    plain: !isRecursive,
    'of the library': survey.definitions.length === 0,
  }
  for (const stage of STAGES) {
    if (stage.when && !applies[stage.when]) continue
    const script = await work(session, opening, stage, { learnt: tools.learntTactics?.() ?? [], absent })
    if (script !== undefined) return script
  }
  return undefined
}

interface Circumstances {
  readonly learnt: readonly string[]
  /** Tactics that this environment does not have. */
  readonly absent: readonly CloserName[]
}

async function work(
  session: Session,
  { state, survey }: Opening,
  stage: Stage,
  { learnt, absent }: Circumstances,
): Promise<string | undefined> {
  if (stage.run === 'inductions') {
    const closing = { closers: closers(stage.closers, survey), limits: EFFORTS[stage.effort] }
    return firstOf(inductions(stage.rows, survey), WIDTH, (induction, signal) =>
      provedVia(session, state, induction, closing, signal),
    )
  }
  const all = closers(
    stage.rows.filter((row) => !absent.includes(row)),
    survey,
  )
  if (stage.run === 'search')
    return firstOf(all, 1, (tactic) => closeWith(session, state, tactic, CLOCKED.search))
  const sorted = byExperience(all, learnt)
  const { part, effort } = stage
  const chosen =
    part === 'first' ? sorted.slice(0, FIRST_FEW) : part === 'rest' ? sorted.slice(FIRST_FEW) : sorted
  return firstOf(chosen, WIDTH, (tactic, signal) =>
    closeWith(session, state, tactic, { ...EFFORTS[effort], signal }),
  )
}

async function closeWith(
  session: Session,
  state: DojoState,
  tactic: Tactic,
  options: StepOptions,
): Promise<string | undefined> {
  const result = await session.step(state, tactic, options)
  if (result.kind === 'open') await session.dojo.drop(result.state)
  if (result.kind !== 'closed') return undefined
  if (!isSearchTactic(tactic.text)) return session.dojo.script(result.state)
  for (const text of suggestionsIn(result.messages)) {
    const again = await session.step(state, { ...tactic, text }, options)
    if (again.kind === 'closed') return session.dojo.script(again.state)
  }
  return session.dojo.script(result.state)
}
