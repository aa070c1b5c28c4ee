import { Dojo, type DojoState, type GoalInput } from '../lean/index.ts'
import { kindOfQuery, lookUp } from '../premises/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export interface FoundPremises {
  readonly query: string
  /** Where the answer comes from; one that is not the best there is says so. */
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
  readonly onProgress?: ((message: string) => void) | undefined
}

/** Theorems for a goal, best first; or those that fit a pattern with holes, or some words. Each with its statement. */
export async function searchPremises(
  lean: LazyLean,
  goal: GoalInput,
  search: Search,
): Promise<FoundPremises> {
  const query = goal.statement
  if (!goal.preamble && kindOfQuery(query) !== 'goal')
    return { query, ...(await lookUpPremises(lean, query, goal.imports ?? [], search)) }
  const { pool } = await lean.open()
  await using dojo = await Dojo.open(pool, goal, { signal: search.signal })
  return { query, ...(await premisesFor(lean, dojo, dojo.root, search)) }
}

/** Only the index knows patterns and words: the first who asks waits for it. */
async function lookUpPremises(
  lean: LazyLean,
  query: string,
  imports: readonly string[],
  { limit, signal, onProgress }: Search,
): Promise<Omit<FoundPremises, 'query'>> {
  const { finder } = await lean.open()
  if (!finder.index(imports)) {
    onProgress?.('reading the library out of Lean, once')
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    await Promise.race([lean.buildPremises(imports, (step) => onProgress?.(step.kind)), stopped])
  }
  const index = finder.index(imports)
  const { kind, names, fallback } = index
    ? lookUp(index, query, { limit })
    : { kind: 'words', names: [], fallback: undefined }
  return {
    source: fallback === undefined ? kind : `words, because ${fallback}`,
    items: names.map((name) => ({ name, score: null, statement: index?.theorem(name)?.statement ?? null })),
  }
}

/** The same for a state of an open dojo. */
export async function premisesFor(
  lean: LazyLean,
  dojo: Dojo,
  state: DojoState,
  { limit, signal }: Search,
): Promise<Omit<FoundPremises, 'query'>> {
  const { finder } = await lean.open()
  const { imports = [] } = dojo.statement.input
  const index = finder.index(imports)
  // The index is built in the background, for whoever asks next; an error of the build is told to those who cannot do
  // without it.
  if (!index) lean.buildPremises(imports).catch(() => {})
  const items = []
  for (const name of await finder.suggest(dojo, state, { limit, signal })) {
    const statement = index?.theorem(name)?.statement ?? (await typeOf(dojo, name, signal)) ?? null
    items.push({ name, score: null, statement })
  }
  const fallback =
    "Lean's own selectors alone: the index of the library is being built, ask again in a minute"
  return { source: index ? 'index and Lean' : fallback, items }
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

interface FoundNames {
  readonly items: readonly { readonly name: string; readonly statement: string | null }[]
  readonly note: string | null
}

/** Theorems by the beginning of their names, or of the last part of them; the index is built for whoever asks next. */
export async function theoremsNamed(lean: LazyLean, beginning: string, limit: number): Promise<FoundNames> {
  const { finder } = await lean.open()
  const index = finder.index([])
  if (!index) {
    lean.buildPremises([]).catch(() => {})
    return { items: [], note: 'The index of the library is being built: ask again in a minute.' }
  }
  const whole = index.names().from(beginning, limit)
  const names = whole.length > 0 ? whole : index.names().endingFrom(beginning, limit)
  return {
    items: names.map((name) => ({ name, statement: index.theorem(name)?.statement ?? null })),
    note: null,
  }
}
