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

interface Search {
  readonly limit: number
  readonly signal: AbortSignal
}

/** Lemmas that may help with a goal, best first, each with its statement. */
export async function searchPremises(
  lean: LeanHouse,
  goal: GoalInput,
  search: Search,
): Promise<FoundPremises> {
  const { pool } = await lean.open()
  await using dojo = await Dojo.open(pool, goal, { signal: search.signal })
  return { query: goal.statement, ...(await premisesFor(lean, dojo, dojo.root, search)) }
}

/** The same for a state of an open dojo. */
export async function premisesFor(
  lean: LeanHouse,
  dojo: Dojo,
  state: DojoState,
  { limit, signal }: Search,
): Promise<Omit<FoundPremises, 'query'>> {
  const { finder } = await lean.open()
  const index = finder.index(dojo.statement.input.imports)
  const items = []
  for (const name of await finder.find(dojo, state, { limit, signal })) {
    const statement = index?.theorem(name)?.statement ?? (await typeOf(dojo, name, signal)) ?? null
    items.push({ name, score: null, statement })
  }
  return { source: index ? 'index and Lean' : 'Lean', items }
}

/** What `#check` prints, taken from a hypothesis that a tactic adds and that is thrown away again. */
async function typeOf(dojo: Dojo, name: string, signal: AbortSignal): Promise<string | undefined> {
  const result = await dojo.runTactic(dojo.root, `have orch_premise := @${name}`, { signal })
  if (result.kind !== 'open') return undefined
  await dojo.drop(result.state)
  const text = result.state.goals[0]?.text ?? ''
  const [, from = ''] = `\n${text}`.split('\norch_premise : ', 2)
  const end = `\n${from}`.indexOf('\n⊢')
  return end < 0 ? undefined : from.slice(0, end).trim()
}
