import { tacticsOf } from '../goal/index.ts'
import { Dojo, type DojoState, type GoalInput } from '../lean/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export interface ReplayedProof {
  readonly start: readonly string[]
  readonly steps: readonly {
    readonly tactic: string
    readonly goals: readonly string[]
    readonly messages: readonly string[]
    readonly milliseconds: number
  }[]
  /** False when the script could not be replayed in pieces. */
  readonly complete: boolean
  readonly detail: string | null
}

const texts = ({ goals }: DojoState) => goals.map(({ text }) => text)

/** Runs a script tactic by tactic and notes the goals after each of them. */
export async function replayProof(
  lean: LazyLean,
  goal: GoalInput,
  script: string,
  signal: AbortSignal,
): Promise<ReplayedProof> {
  const { pool } = await lean.open()
  await using dojo = await Dojo.open(pool, goal, { signal })
  const start = texts(dojo.root)
  const steps = []
  let state = dojo.root
  for (const tactic of tacticsOf(script)) {
    const result = await dojo.runTactic(state, tactic, { signal, timeoutMs: 30_000 })
    if (result.kind !== 'open' && result.kind !== 'closed') {
      const why = result.kind === 'rejected' ? result.failure.message : `Lean: ${result.kind}`
      return { start, steps, complete: false, detail: why }
    }
    state = result.state
    const messages = result.messages.map(({ text }) => text)
    steps.push({ tactic, goals: texts(state), messages, milliseconds: result.timing.wallMicros / 1000 })
  }
  return { start, steps, complete: state.goals.length === 0, detail: null }
}
