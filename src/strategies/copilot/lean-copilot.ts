/**
 * Lean Copilot (https://github.com/lean-dojo/LeanCopilot) as a source of tactics and premises, where the environment
 * of a goal has it. Its tactics propose and log; what they propose is run like anything else.
 */
import type { DojoState, LeanMessage } from '../../lean/index.ts'
import { CLOCKED, ranked, type Tactic } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { suggestionsIn } from '../suggestions.ts'
import { MOST } from './plan.ts'

const TACTICS = ['search_proof', 'suggest_tactics', 'select_premises'] as const
type Asked = (typeof TACTICS)[number]

export interface LeanCopilot {
  /** Whole proofs of the first goal of a state, by its own search. */
  proofsAt(state: DojoState): Promise<readonly string[]>
  /** Next steps, most likely first. */
  movesAt(state: DojoState): Promise<readonly Tactic[]>
  premisesAt(state: DojoState): Promise<readonly string[]>
}

/** What of it the environment has; nothing at all in most projects. */
export async function findLeanCopilot(session: Session): Promise<LeanCopilot> {
  const known = new Set(await session.dojo.knownTactics(TACTICS, session.signal))
  const said = async (tactic: Asked, state: DojoState): Promise<readonly LeanMessage[]> => {
    if (!known.has(tactic)) return []
    // Where it finds no proof, `suggest_tactics` gives the goal up for proved. A second goal beside it keeps the state
    // open, so that Lean tells what was proposed; the state itself is never used.
    const result = await session.step(
      state,
      `refine And.left (b := True) ⟨?_, ?_⟩\n${tactic}`,
      CLOCKED.thinking,
    )
    if (result.kind !== 'open' && result.kind !== 'closed') return []
    await session.dojo.drop(result.state)
    return result.messages
  }
  return {
    proofsAt: async (state) => suggestionsIn(await said('search_proof', state)),
    async movesAt(state) {
      const tactics = suggestionsIn(await said('suggest_tactics', state))
      return ranked('Lean Copilot', tactics.slice(0, MOST.proposals))
    },
    premisesAt: async (state) => premisesIn(await said('select_premises', state)).slice(0, MOST.proposals),
  }
}

/**
 * `select_premises` logs one paragraph per theorem: `name : type`, perhaps with its documentation in a fence, or that
 * the theorem would first have to be imported, which is of no use here.
 */
export function premisesIn(messages: readonly LeanMessage[]): string[] {
  const names = messages.flatMap(({ text }) =>
    [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^(\S+) : \S/gm)].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}
