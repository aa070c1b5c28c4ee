/** Recall of rankings, and the weights that make it high. */
import {
  type PremiseIndex,
  type PremiseSource,
  RANK_FEATURES,
  RANK_WEIGHTS,
  type RankWeights,
  rankBy,
  rankFeatures,
  wordsOfGoal,
} from '../../src/premises/index.ts'
import type { Example } from './examples.ts'

export const K = 12
const DEPTH = 128
const PASSES = 400
const STEP = 1
/** Keeps weights small where the examples say little. */
const RESTRAINT = 0.01

/** An example with what every source says about it. */
export interface Scored {
  readonly useful: readonly string[]
  readonly rankings: ReadonlyMap<PremiseSource, readonly string[]>
  readonly features: ReadonlyMap<string, readonly number[]>
}

/** The index is asked anew, since it may have changed; what Lean's selectors said is in the example. */
export function scored(index: PremiseIndex, { theorem, texts, rankings, useful }: Example): Scored {
  const words = wordsOfGoal(texts)
  const all = new Map<PremiseSource, readonly string[]>([
    ...index.rankings(words, { limit: DEPTH, scope: { before: theorem } }),
    ...(Object.entries(rankings) as [PremiseSource, readonly string[]][]),
  ])
  const features = rankFeatures(
    all,
    words,
    (name) => index.theorem(name),
    (part) => index.rarity(part),
  )
  return { useful, rankings: all, features }
}

/** Share of the useful premises among the first `K`. */
export function recall(found: readonly string[], useful: readonly string[]): number {
  const first = new Set(found.slice(0, K))
  return useful.filter((name) => first.has(name)).length / useful.length
}

export function recallBySource(
  examples: readonly Scored[],
  weights: RankWeights = RANK_WEIGHTS,
): Record<string, number> {
  const recalls = new Map<string, number[]>()
  const note = (source: string, value: number) => recalls.set(source, [...(recalls.get(source) ?? []), value])
  for (const { useful, rankings, features } of examples) {
    for (const [source, names] of rankings) note(source, recall(names, useful))
    note('fused', recall(rankBy(features, K, weights), useful))
    note(
      'named by any',
      recall(
        [...features.keys()].filter((name) => useful.includes(name)),
        useful,
      ),
    )
  }
  return Object.fromEntries(
    [...recalls].map(([source, values]) => [source, values.reduce((a, b) => a + b, 0) / examples.length]),
  )
}

/** Maximum likelihood: each example draws its useful premises from a softmax over everything that was named. */
export function fitWeights(examples: readonly Scored[]): RankWeights {
  const weights = RANK_FEATURES.map(() => 0)
  const lists = examples.flatMap(({ features, useful }) => {
    const rows = [...features.values()]
    const wanted = useful.flatMap((name) => features.get(name) ?? [])
    return wanted.length === 0
      ? []
      : [{ rows, wanted: meanOf(useful.flatMap((name) => [features.get(name) ?? []])) }]
  })
  for (let pass = 0; pass < PASSES; pass += 1) {
    const gradient = weights.map(() => 0)
    for (const { rows, wanted } of lists) {
      const scores = rows.map((row) => dot(row, weights))
      const top = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - top))
      const total = shares.reduce((a, b) => a + b, 0)
      for (const [index] of weights.entries()) {
        const expected = rows.reduce(
          (sum, row, at) => sum + ((shares[at] ?? 0) / total) * (row[index] ?? 0),
          0,
        )
        gradient[index] = (gradient[index] ?? 0) + (wanted[index] ?? 0) - expected
      }
    }
    for (const [index, slope] of gradient.entries())
      weights[index] =
        (weights[index] ?? 0) + STEP * (slope / lists.length - RESTRAINT * (weights[index] ?? 0))
  }
  const fitted = RANK_FEATURES.map((feature, index) => [feature, Number((weights[index] ?? 0).toFixed(2))])
  return Object.fromEntries(fitted) as RankWeights
}

function meanOf(rows: readonly (readonly number[])[]): number[] {
  const known = rows.filter((row) => row.length > 0)
  return RANK_FEATURES.map(
    (_, index) => known.reduce((sum, row) => sum + (row[index] ?? 0), 0) / known.length,
  )
}

function dot(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)
}
