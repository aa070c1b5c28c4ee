/**
 * `copilot`: proves helper lemmas about the goal's own functions, tries the goal with them, and then
 * searches the tree of tactic states best-first, with premises and hypotheses as moves.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { candidatesFor } from './candidates.ts'
import { leafClosers } from './closers.ts'
import { conjecturesFor } from './conjectures.ts'
import { type Explored, explore } from './explore.ts'
import { finish, firstOf } from './finish.ts'
import { nestedInduction } from './nested.ts'
import { openGoal } from './opening.ts'
import { attack, failed } from './outcome.ts'
import { search } from './search.ts'
import type { Session } from './session.ts'
import { functionalSkeletons, inductionSkeletons } from './skeletons.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'

const WIDTH = 2
const LEAF = { timeoutMs: 10_000, heartbeats: 30_000 }
const MOST_PREMISES = 8
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
    const proved = (script: string): StrategyResult => ({
      kind: 'proved',
      script,
      cpuSeconds: session.cpuSeconds,
    })
    const conjectures = conjecturesFor(survey)
    const onBatch = ({ state: richer }: Explored) => tryInductions(session, richer, survey)
    const share = (part: number): number => run.budgetSeconds * part
    const basic = await explore(
      session,
      { state, lemmas: [] },
      { conjectures: conjectures.basic, survey, secondsLeft: share(0.35), onBatch },
    )
    if (basic.script !== undefined) return proved(basic.script)
    const nested = await nestedInduction(session, basic.explored.state, survey, share(0.25))
    if (nested !== undefined) return proved(nested)
    const further = await explore(session, basic.explored, {
      conjectures: conjectures.further,
      survey,
      secondsLeft: share(0.25),
      onBatch,
    })
    if (further.script !== undefined) return proved(further.script)
    const premises = await premisesFor(session, tools, state)
    const generators = await session.dojo.knownTactics(GENERATORS, session.signal)
    const end = await search(session, further.explored.state, {
      closersAt: (position) => [...generators, ...leafClosers(position.survey)],
      movesAt: (position) => candidatesFor(position, premises),
      secondsLeft: session.secondsLeft - 0.5,
    })
    if (end.script !== undefined) return proved(end.script)
    const stuckOn = end.closest && (await session.dojo.restate(end.closest, session.signal))
    return failed(session, `the search ended with ${end.frontier.length} open branches`, stuckOn)
  })
}

async function tryInductions(
  session: Session,
  state: DojoState,
  survey: Survey,
): Promise<string | undefined> {
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
