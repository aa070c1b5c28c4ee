/**
 * Premises for a state, from every source there is, as one ranking: the index of the library, Lean's own two
 * selectors, and the embeddings of a retriever model where one is configured. Each source may be missing; the
 * answer is then that of the others.
 */
import { createHash } from 'node:crypto'
import { type Dojo, type DojoState, LeanGoneError } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { indexFile } from './build.ts'
import { fuse } from './fusion.ts'
import { patternOfGoal } from './pattern.ts'
import { rankBy, rankFeatures } from './ranker.ts'
import { type IndexRanking, PremiseIndex, type PremiseScope } from './store.ts'
import { type Words, wordsOfGoal } from './words.ts'

export type PremiseSource = IndexRanking | 'mepo' | 'sine_qua_non' | 'dense'

/** Lean's own selectors, where there is no index to learn from. */
const WITHOUT_INDEX = { mepo: 0.25, sine_qua_non: 1 } as const
/** Raise this when the ranking changes: what the ledger remembers under the old number is then not used. */
const RANKING_VERSION = 2
/** How deep each source is asked: premises that two sources agree on may stand low in both. */
const DEPTH = 128

/** Ranks the theorems of an index by meaning. */
export interface DenseSource {
  /** Changes with the model. */
  readonly id: string
  /** Undefined as long as the theorems of the index have not all been embedded. */
  rank(index: PremiseIndex, goalText: string, limit: number): Promise<readonly string[] | undefined>
}

export interface FinderOptions {
  readonly cacheDir?: string | undefined
  readonly fingerprint: string
  /** Remembers what was found for a goal. */
  readonly ledger?: Pick<Ledger, 'cachedPremises' | 'savePremises'> | undefined
  readonly dense?: DenseSource | undefined
}

export interface FindOptions {
  readonly limit: number
  readonly scope?: PremiseScope
  readonly signal?: AbortSignal | undefined
}

export class PremiseFinder implements Disposable {
  readonly #options: FinderOptions
  readonly #indexes = new Map<string, PremiseIndex>()

  constructor(options: FinderOptions) {
    this.#options = options
  }

  /** The index for a set of imports, if it was built. */
  index(imports: readonly string[] = []): PremiseIndex | undefined {
    const { fingerprint, cacheDir } = this.#options
    const file = indexFile({ fingerprint, imports, cacheDir })
    const known = this.#indexes.get(file) ?? PremiseIndex.open(file)
    if (known) this.#indexes.set(file, known)
    return known
  }

  /** The best premises for the first goal of a state. */
  async find(dojo: Dojo, state: DojoState, options: FindOptions): Promise<readonly string[]> {
    const { ledger, dense } = this.#options
    const index = this.index(dojo.statement.input.imports)
    const key = this.#cacheKey(dojo, state)
    const sources = `${index ? 'index' : 'lean'}-${dense?.id ?? 'sparse'}`
    const source = `fused-${RANKING_VERSION}-${sources}-${options.limit}-${options.scope?.before ?? ''}`
    const known = key && (await ledger?.cachedPremises(key, source))
    if (known) return known
    const { rankings, words } = await this.#ask(dojo, state, options)
    const found =
      index && words
        ? rankBy(
            rankFeatures(
              rankings,
              words,
              (name) => index.theorem(name),
              (part) => index.rarity(part),
            ),
            options.limit,
          )
        : fuse(leanRankings(rankings), options.limit)
    if (key) await ledger?.savePremises(key, source, found)
    return found
  }

  /**
   * For people and agents: first what says just what the goal says, then the best premises. Searches ask `find`:
   * they try such theorems by other means.
   */
  async suggest(dojo: Dojo, state: DojoState, options: FindOptions): Promise<readonly string[]> {
    const { limit, scope = {}, signal } = options
    const index = this.index(dojo.statement.input.imports)
    const pattern = index && patternOfGoal(goalText(state))
    const texts = pattern && (await asked(() => dojo.texts(state, signal)))
    const exact = texts
      ? index.matching(pattern, { limit, scope, within: new Set(wordsOfGoal(texts).constants) })
      : []
    return [...new Set([...exact, ...(await this.find(dojo, state, options))])].slice(0, limit)
  }

  /** What each source says, each as deep as it was asked. */
  async rankings(
    dojo: Dojo,
    state: DojoState,
    options: Omit<FindOptions, 'limit'>,
  ): Promise<ReadonlyMap<PremiseSource, readonly string[]>> {
    return (await this.#ask(dojo, state, options)).rankings
  }

  async #ask(
    dojo: Dojo,
    state: DojoState,
    { scope = {}, signal }: Omit<FindOptions, 'limit'>,
  ): Promise<{ rankings: ReadonlyMap<PremiseSource, readonly string[]>; words: Words | undefined }> {
    const index = this.index(dojo.statement.input.imports)
    const found = new Map<PremiseSource, readonly string[]>()
    const texts = index && (await asked(() => dojo.texts(state, signal)))
    const words = texts && wordsOfGoal(texts)
    if (index && words) {
      for (const [source, names] of index.rankings(words, { limit: DEPTH, scope })) found.set(source, names)
      const { dense } = this.#options
      if (dense) {
        const near = await dense.rank(index, goalText(state), DEPTH * 4)
        if (near) found.set('dense', index.usable(near, scope).slice(0, DEPTH))
      }
    }
    for (const selector of ['mepo', 'sine_qua_non'] as const) {
      const limit = scope.before === undefined ? DEPTH : DEPTH * 4
      const names = await asked(() => dojo.premises(state, { limit, selector, ...(signal && { signal }) }))
      const others = (names ?? []).filter((name) => name !== scope.before)
      const usable = index ? index.usable(others, scope) : others
      found.set(selector, usable.slice(0, DEPTH))
    }
    return { rankings: found, words }
  }

  close(): void {
    for (const index of this.#indexes.values()) index.close()
    this.#indexes.clear()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** The goal's own key together with what decides which theorems there are. */
  #cacheKey(dojo: Dojo, state: DojoState): string | undefined {
    const goal = state.goals[0]?.key
    if (goal === undefined) return undefined
    const { imports = [], preamble = '' } = dojo.statement.input
    const parts = [goal, this.#options.fingerprint, ...imports, preamble]
    return `state:${createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 40)}`
  }
}

function leanRankings(rankings: ReadonlyMap<PremiseSource, readonly string[]>) {
  return Object.entries(WITHOUT_INDEX).map(([source, weight]) => ({
    names: rankings.get(source as keyof typeof WITHOUT_INDEX) ?? [],
    weight,
  }))
}

function goalText(state: DojoState): string {
  return state.goals[0]?.text ?? ''
}

/** A source that loses its Lean process on the way has nothing to say; the next request gets a new process. */
async function asked<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof LeanGoneError) return undefined
    throw error
  }
}
