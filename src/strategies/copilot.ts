/**
 * `copilot`: proves helper lemmas about the goal's own functions, tries the goal with them, and then
 * searches the tree of tactic states best-first, with premises and hypotheses as moves.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { leafClosers } from './closers.ts'
import { explore } from './explore.ts'
import { finish, firstOf } from './finish.ts'
import { openGoal } from './opening.ts'
import { attack, failed } from './outcome.ts'
import { search } from './search.ts'
import type { Session } from './session.ts'
import { functionalSkeletons, inductionSkeletons } from './skeletons.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'

const WIDTH = 2
const LEAF = { timeoutMs: 4_000, heartbeats: 30_000 }
const MOST_PREMISES = 8
/** Of the time, how much goes into lemmas before the tree search starts. */
const EXPLORATION = 0.65
/** Lean Copilot's own tactics, where a project has it. */
const GENERATORS = ['search_proof']

export const copilot: Strategy = {
  name: 'copilot',
  version: 1,
  profile: 1,
  timeoutSeconds: 20,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    const { state, survey } = await openGoal(session)
    const { explored, script } = await explore(
      session,
      state,
      survey,
      session.secondsLeft * EXPLORATION,
      ({ state: richer }) => tryInductions(session, richer, survey),
    )
    if (script !== undefined) return { kind: 'proved', script, cpuSeconds: session.cpuSeconds }
    const end = await search(session, explored.state, {
      premises: await premisesFor(session, tools, state),
      generators: await session.dojo.knownTactics(GENERATORS, session.signal),
      secondsLeft: session.secondsLeft - 0.5,
    })
    if (end.script !== undefined)
      return { kind: 'proved', script: end.script, cpuSeconds: session.cpuSeconds }
    const stuckOn = end.closest && (await session.dojo.restate(end.closest, session.signal))
    return failed(session, `the search ended with ${end.frontier.length} open branches`, stuckOn)
  })
}

async function tryInductions(session: Session, state: DojoState, survey: Survey): Promise<string | undefined> {
  const closers = leafClosers(survey).slice(0, 2)
  const skeletons = ['skip', ...functionalSkeletons(survey), ...inductionSkeletons(survey)]
  return firstOf(skeletons, WIDTH, async (skeleton, signal) => {
    const opened = await session.advance(state, skeleton, { ...LEAF, signal })
    if (!opened) return undefined
    const end = await finish(session, opened, closers, { ...LEAF, signal })
    return end.kind === 'closed' ? session.dojo.script(end.state) : undefined
  })
}

async function premisesFor(session: Session, tools: StrategyTools, state: DojoState): Promise<string[]> {
  const own = await session.dojo.premises(state, { limit: MOST_PREMISES, signal: session.signal })
  const found = (await tools.findPremises?.(session.dojo, state, MOST_PREMISES, session.signal)) ?? []
  return [...new Set([...found, ...own])].slice(0, MOST_PREMISES)
}
