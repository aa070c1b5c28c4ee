/** One ranking out of many: where the sources place a theorem, and how it looks beside the goal. */
import { nameWords, type Words } from './words.ts'

export const RANK_FEATURES = [
  'index',
  'constants',
  'statement',
  'coverage',
  'sine_qua_non',
  'mepo',
  'dense',
  'namespace',
  'name_parts',
  'length',
] as const
export type RankFeature = (typeof RANK_FEATURES)[number]
export type RankWeights = Readonly<Record<RankFeature, number>>

/** Rankings by the name of the feature that they feed. */
export type NamedRankings = ReadonlyMap<string, readonly string[]>

export interface RankedTheorem {
  readonly name: string
  readonly statement: string
}

/**
 * Fitted to the training half of `bench/premises`; of `dense` it has no examples, so that it weighs
 * like `index`.
 */
export const RANK_WEIGHTS: RankWeights = {
  index: 0.86,
  constants: 1.06,
  statement: 0.73,
  coverage: 1.2,
  sine_qua_non: 1.24,
  mepo: 0,
  dense: 0.86,
  namespace: 0.43,
  name_parts: 3.05,
  length: 1.63,
}

/** The place that counts half as much as the first. */
const HALF = 10
const LENGTH_SCALE = 5

/** What the weights are multiplied with, for every theorem that a source has named. */
export function rankFeatures(
  rankings: NamedRankings,
  goal: Words,
  theorem: (name: string) => RankedTheorem | undefined,
  rarity: (namePart: string) => number,
): Map<string, readonly number[]> {
  const places = RANK_FEATURES.map((feature) => placesOf(rankings.get(feature) ?? []))
  const spaces = new Set(goal.constants.map(namespaceOf))
  const parts = new Set(goal.name)
  const found = new Map<string, readonly number[]>()
  for (const name of new Set([...rankings.values()].flat())) {
    const known = theorem(name)
    if (!known) continue
    const own = { namespace: spaces.has(namespaceOf(name)) ? 1 : 0, name_parts: 0, length: 0 }
    own.name_parts = sharedParts(name, parts, rarity)
    own.length = Math.log(known.statement.length + 1) / LENGTH_SCALE
    found.set(
      name,
      RANK_FEATURES.map((feature, index) => {
        if (feature in own) return own[feature as keyof typeof own]
        const place = places[index]?.get(name)
        return place === undefined ? 0 : HALF / (HALF + place)
      }),
    )
  }
  return found
}

/** The names, best first. */
export function rankBy(
  features: ReadonlyMap<string, readonly number[]>,
  limit: number,
  weights: RankWeights = RANK_WEIGHTS,
): string[] {
  const factors = RANK_FEATURES.map((feature) => weights[feature])
  return [...features]
    .map(([name, values]) => ({
      name,
      score: values.reduce((total, value, index) => total + value * (factors[index] ?? 0), 0),
    }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ name }) => name)
}

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, place) => [name, place]))
}

function namespaceOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

/** The share of a name's parts that the goal speaks of, rare parts counting more. */
function sharedParts(name: string, goal: ReadonlySet<string>, rarity: (namePart: string) => number): number {
  let shared = 0
  let all = 0
  for (const part of nameWords(name)) {
    const weight = rarity(part)
    all += weight
    if (goal.has(part)) shared += weight
  }
  return all === 0 ? 0 : shared / all
}
