/** What a person or an agent asks of the library: a goal, a pattern with holes, or words. */
import { hasHoles, readPattern } from './pattern.ts'
import type { PremiseIndex, PremiseScope } from './store.ts'
import { wordsOfQuery } from './words.ts'

export type QueryKind = 'goal' | 'pattern' | 'words'

/** What only a proposition has; words to look for have none of it. */
const GOAL_SIGNS = /[∀∃=≤≥<>↔→∧∨¬∣∈⊆≠≈⊢:()]/u

export function kindOfQuery(text: string): QueryKind {
  if (hasHoles(text) && readPattern(text)) return 'pattern'
  return GOAL_SIGNS.test(text) ? 'goal' : 'words'
}

export interface LookedUp {
  readonly kind: 'pattern' | 'words'
  readonly names: readonly string[]
  /** Why these are not quite what was asked for: they share words with it. */
  readonly fallback: string | undefined
}

/** Looks up a pattern or words. What nothing fits is looked up by some of its words, and the answer says so. */
export function lookUp(
  index: PremiseIndex,
  text: string,
  options: { readonly limit: number; readonly scope?: PremiseScope },
): LookedUp {
  const pattern = kindOfQuery(text) === 'pattern' ? readPattern(text) : undefined
  const fitting = pattern ? index.matching(pattern, options) : []
  if (fitting.length > 0) return { kind: 'pattern', names: fitting, fallback: undefined }
  const { names, hasAll } = index.lookUp(wordsOfQuery(text), options)
  const fallback = pattern
    ? 'no theorem fits the pattern'
    : hasHoles(text)
      ? 'this cannot be read as a pattern'
      : hasAll
        ? undefined
        : 'no theorem has all of this in its name'
  return { kind: 'words', names, fallback: names.length > 0 ? fallback : undefined }
}
