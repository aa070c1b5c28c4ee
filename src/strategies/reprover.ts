/**
 * `reprover`: retrieval-augmented search. For every state it retrieves the library theorems that are most likely
 * to help, makes tactics out of them, and searches the tree of states best-first.
 */
import { type DojoState, LeanGoneError } from '../lean/index.ts'
import { candidatesFor } from './candidates.ts'
import { leafClosers } from './closers.ts'
import { openGoal } from './opening.ts'
import { attack, failed } from './outcome.ts'
import { premiseClosers, premiseMoves, premiseProofs } from './premise-tactics.ts'
import { search } from './search.ts'
import type { Session } from './session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'

const PREMISES = 12

export const reprover: Strategy = {
  name: 'reprover',
  version: 1,
  profile: 2,
  timeoutSeconds: 60,
  availability: async () => ({ available: true }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    const { state } = await openGoal(session)
    const premisesAt = retrieval(session, tools)
    const end = await search(session, state, {
      closersAt: async ({ state, survey }) => {
        const premises = await premisesAt(state)
        return [
          ...leafClosers(survey).slice(0, 2),
          ...(await provingPremises(session, state, premises)),
          ...premiseClosers(premises, survey),
        ]
      },
      // The goal's own structure first: these moves are few, and where they help no premise is needed.
      movesAt: async (position) => [
        ...candidatesFor(position, []),
        ...premiseMoves(await premisesAt(position.state)),
      ],
      secondsLeft: session.secondsLeft - 0.5,
    })
    if (end.script !== undefined)
      return { kind: 'proved', script: end.script, cpuSeconds: session.cpuSeconds }
    const stuckOn = end.closest && (await session.dojo.restate(end.closest, session.signal))
    return failed(session, `the search ended with ${end.frontier.length} open branches`, stuckOn)
  })
}

/** One question for all premises together; only if the answer is yes is it worth asking which. */
async function provingPremises(
  session: Session,
  state: DojoState,
  premises: readonly string[],
): Promise<readonly string[]> {
  const proofs = premiseProofs(premises)
  if (proofs.length === 0) return []
  const closed = await session.advance(state, `first ${proofs.map((proof) => `| ${proof}`).join(' ')}`)
  if (!closed) return []
  await session.dojo.drop(closed)
  return proofs
}

/** Premises per goal, asked for once; without a premise index Lean's own selector is the source. */
function retrieval(
  session: Session,
  { findPremises }: StrategyTools,
): (state: DojoState) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>()
  const { dojo, signal } = session
  const retrieve = (state: DojoState): Promise<readonly string[]> =>
    findPremises?.(dojo, state, PREMISES, signal) ??
    dojo.premises(state, { limit: PREMISES, selector: 'mepo', signal })
  return (state) => {
    const [goal] = state.goals
    if (!goal) return Promise.resolve([])
    const key = goal.key ?? goal.text
    const found =
      known.get(key) ??
      retrieve(state).catch((error: unknown) => {
        // Lean died under the question; the search goes on with what else there is to try.
        if (error instanceof LeanGoneError) return []
        throw error
      })
    known.set(key, found)
    return found
  }
}
