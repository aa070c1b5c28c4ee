/**
 * `reprover`: retrieval-augmented search. For every state it retrieves the library theorems that are most likely
 * to help, makes tactics out of them, by itself and by models where there are some, and searches the tree of
 * states best-first.
 */
import { type DojoState, LeanGoneError } from '../../lean/index.ts'
import {
  closers,
  movesAt,
  PATIENCE,
  premiseClosers,
  premiseMoves,
  RESTATE_SECONDS,
  ranked,
  type Tactic,
} from '../../tactics/index.ts'
import { openGoal } from '../opening.ts'
import { attack, failed, proved } from '../outcome.ts'
import { search } from '../search.ts'
import type { Session } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { askForTactics } from './model-tactics.ts'
import { CLOSERS_FIRST, DEAREST_DOUBT, MODEL_DEPTH, MODEL_SHARE, PREMISES, SECONDS } from './plan.ts'

export const reprover: Strategy = {
  name: 'reprover',
  version: 3,
  profile: 2,
  timeoutSeconds: SECONDS,
  patience: PATIENCE,
  availability: async (tools) => ({
    available: true,
    note: tools?.chat
      ? 'tactics from premises and by the configured model'
      : 'tactics from premises; REPROVER_GENERATOR_PATH or ORCH_LLM_BASE_URL would add those of a model',
  }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    const { state } = await openGoal(session)
    const retrieved = new Set<string>()
    const premisesAt = perGoal(async (state) => {
      const names = await retrieve(session, tools, state)
      for (const name of names) retrieved.add(name)
      return names
    })
    const suggestionsAt = perGoal(async (state) =>
      suggestions(session, tools, {
        state,
        premises: await premisesAt(state),
        timeoutMs: run.budgetSeconds * MODEL_SHARE * 1000,
      }),
    )
    const end = await search(session, state, {
      closersAt: async ({ state, survey, depth }) => {
        const premises = await premisesAt(state)
        // Models think while Lean tries the closers. Who asks again gets the error, if there is one.
        if (depth <= MODEL_DEPTH) suggestionsAt(state).catch(() => {})
        return [
          ...closers(CLOSERS_FIRST, survey),
          ...(await provingPremises(session, state, premises)),
          ...premiseClosers(premises, survey),
        ]
      },
      movesAt: async (position) => [
        ...(position.depth <= MODEL_DEPTH ? await suggestionsAt(position.state) : []),
        // The goal's own structure first: these moves are few, and where they help no premise is needed.
        ...movesAt(position),
        ...premiseMoves(await premisesAt(position.state)),
      ],
      secondsLeft: session.secondsLeft - RESTATE_SECONDS,
    })
    if (end.script !== undefined)
      return { ...proved(session, end.script), premises: usedIn(end.script, retrieved) }
    const stuckOn = end.closest && (await session.dojo.restate(end.closest, session.signal))
    return failed(session, `the search ended with ${end.frontier.length} open branches`, stuckOn)
  })
}

/** The names among these that stand in a script. */
export function usedIn(script: string, names: ReadonlySet<string>): string[] {
  const words = script.match(/[\p{L}\p{N}_'!?₀-₉]+(?:\.[\p{L}\p{N}_'!?₀-₉]+)*/gu) ?? []
  return [...new Set(words)].filter((word) => names.has(word))
}

/** Without a premise index Lean's own selector is the source. */
async function retrieve(
  { dojo, signal }: Session,
  { findPremises }: StrategyTools,
  state: DojoState,
): Promise<readonly string[]> {
  try {
    return findPremises
      ? await findPremises(dojo, state, PREMISES, signal)
      : await dojo.premises(state, { limit: PREMISES, selector: 'mepo', signal })
  } catch (error) {
    // Lean died under the question; the search goes on with what else there is to try.
    if (error instanceof LeanGoneError) return []
    throw error
  }
}

/** What models propose: those on this machine by how likely they find it, an endpoint's in its own order. */
async function suggestions(
  { dojo, signal }: Session,
  { suggestTactics, chat }: StrategyTools,
  { state, premises, timeoutMs }: { state: DojoState; premises: readonly string[]; timeoutMs: number },
): Promise<readonly Tactic[]> {
  const goal = state.goals[0]?.text ?? ''
  const local = (await suggestTactics?.(dojo, state, premises, signal)) ?? []
  const remote = chat ? await askForTactics({ goal, premises }, { chat, timeoutMs, signal }) : []
  return [
    ...local.map(({ tactic, logLikelihood }) => ({
      row: 'local model',
      text: tactic,
      price: 1 + Math.min(DEAREST_DOUBT, -logLikelihood),
    })),
    ...ranked('language model', remote),
  ]
}

/** One question for all premises together; only if the answer is yes is it worth asking which. */
async function provingPremises(
  session: Session,
  state: DojoState,
  premises: readonly string[],
): Promise<readonly Tactic[]> {
  const proofs = premises.map((premise) => `exact ${premise} ..`)
  if (proofs.length === 0) return []
  const closed = await session.advance(state, `first ${proofs.map((proof) => `| ${proof}`).join(' ')}`)
  if (!closed) return []
  await session.dojo.drop(closed)
  return ranked('a premise as the proof', proofs)
}

/** Remembers the answer for each goal: the same goal occurs in many states of a search. */
function perGoal<T>(ask: (state: DojoState) => Promise<T>): (state: DojoState) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (state) => {
    const goal = state.goals[0]
    const key = goal?.key ?? goal?.text ?? ''
    const answer = known.get(key) ?? ask(state)
    known.set(key, answer)
    return answer
  }
}
