import { Dojo, type DojoState, type GoalInput } from '../lean/index.ts'
import type { LeanHouse } from './lean-house.ts'

export interface FoundPremises {
  readonly query: string
  readonly source: string
  readonly items: readonly {
    readonly name: string
    readonly score: number | null
    readonly statement: string | null
  }[]
}

/** Lemmas that may help with a goal, as Lean's own selector ranks them, each with its statement. */
export async function searchPremises(
  lean: LeanHouse,
  goal: GoalInput,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<FoundPremises> {
  const { pool } = await lean.open()
  await using dojo = await Dojo.open(pool, goal, { signal })
  return { query: goal.statement, ...(await premisesFor(dojo, dojo.root, { limit, signal })) }
}

/** The same for a state of an open dojo. */
export async function premisesFor(
  dojo: Dojo,
  state: DojoState,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<Omit<FoundPremises, 'query'>> {
  const names = await dojo.premises(state, { limit, selector: 'mepo', timeoutMs: 30_000, signal })
  const items = []
  for (const name of names)
    items.push({ name, score: null, statement: (await typeOf(dojo, name, signal)) ?? null })
  return { source: 'lean-mepo', items }
}

/** What `#check` prints, taken from a hypothesis that a tactic adds and that is thrown away again. */
async function typeOf(dojo: Dojo, name: string, signal: AbortSignal): Promise<string | undefined> {
  const result = await dojo.runTactic(dojo.root, `have orch_premise := @${name}`, { signal })
  if (result.kind !== 'open') return undefined
  await dojo.drop(result.state)
  const text = result.state.goals[0]?.text ?? ''
  return /^orch_premise : ([\s\S]*?)(?=^⊢)/m.exec(text)?.[1]?.trim()
}
