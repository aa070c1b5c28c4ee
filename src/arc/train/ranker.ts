import { mean, round } from '../compare/index.ts'
import { LENGTH } from '../cost.ts'
import { CRITIC_FEATURES, type Ranker } from '../critic/index.ts'

/** Two vectors of one task, the better one first. */
export interface VectorPair {
  readonly task: string
  readonly better: readonly number[]
  readonly worse: readonly number[]
  /** A search with many candidates has many pairs: together they weigh one. */
  readonly weight: number
}

const PASSES = 300
const RATE = 0.03
/** How strongly weights are drawn back: with less of it the learnt order is worse on the very pairs it learnt from. */
const SHRINK = 0.1
/** Decay of the running means of slopes and of their squares (Adam). */
const [MOMENTUM, MEMORY] = [0.9, 0.999]
/** What one unit of description length is worth at the start, in nats. */
const NATS_PER_COST = 0.05

/** What orders attempts where nothing was learnt, per feature and in nats: length, agreement, broken facts. */
const BUILT_IN: Readonly<Record<string, number>> = {
  cost: -100 * NATS_PER_COST,
  support: LENGTH.voucher * NATS_PER_COST,
  violated: -LENGTH.brokenFact * NATS_PER_COST,
}
const BUILT_IN_WEIGHTS = CRITIC_FEATURES.map((name) => BUILT_IN[name] ?? 0)

/**
 * Pairwise logistic ranker (Bradley and Terry): the chance that a candidate is the better one grows with the weighted
 * difference of the features. Training starts at the built-in order of attempts and is drawn back to it, so that little data
 * changes little. All pairs are looked at before each step: the same pairs give the same weights.
 */
export function trainRanker(pairs: readonly VectorPair[]): Ranker {
  const all = pairs.flatMap((pair) => [pair.better, pair.worse])
  const means = CRITIC_FEATURES.map((_, i) => mean(all.map((v) => v[i] ?? 0)))
  const scale = means.map((m, i) => Math.sqrt(mean(all.map((v) => ((v[i] ?? 0) - m) ** 2))) || 1)
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0) || 1
  const rows = pairs.map(({ better, worse, weight }) => ({
    difference: Float64Array.from(scale, (s, i) => ((better[i] ?? 0) - (worse[i] ?? 0)) / s),
    weight: weight / total,
  }))
  const start = BUILT_IN_WEIGHTS.map((weight, i) => weight * (scale[i] ?? 1))
  const weights = Float64Array.from(start)
  const slopes = new Float64Array(weights.length)
  const squares = new Float64Array(weights.length)
  for (let pass = 1; pass <= PASSES; pass++) {
    const slope = Float64Array.from(weights, (w, i) => -SHRINK * (w - (start[i] ?? 0)))
    for (const { difference, weight } of rows) {
      const lead = difference.reduce((sum, d, i) => sum + d * (weights[i] ?? 0), 0)
      const step = weight / (1 + Math.exp(lead))
      difference.forEach((d, i) => {
        slope[i] = (slope[i] ?? 0) + step * d
      })
    }
    slope.forEach((g, i) => {
      const first = MOMENTUM * (slopes[i] ?? 0) + (1 - MOMENTUM) * g
      const second = MEMORY * (squares[i] ?? 0) + (1 - MEMORY) * g * g
      slopes[i] = first
      squares[i] = second
      const spread = Math.sqrt(second / (1 - MEMORY ** pass)) + 1e-8
      weights[i] = (weights[i] ?? 0) + (RATE * first) / (1 - MOMENTUM ** pass) / spread
    })
  }
  return {
    features: [...CRITIC_FEATURES],
    mean: means.map(round),
    scale: scale.map(round),
    weights: [...weights].map(round),
  }
}

/** Share of pairs that the ranker puts in the right order, each task counting the same. */
export function rankerAccuracy(ranker: Ranker, pairs: readonly VectorPair[]): number {
  return accuracy(
    pairs,
    ranker.weights.map((weight, i) => weight / (ranker.scale[i] ?? 1)),
  )
}

/** The same for the order without a model, among candidates that solve equally many pairs. */
export function deterministicAccuracy(pairs: readonly VectorPair[]): number {
  return accuracy(pairs, BUILT_IN_WEIGHTS)
}

function accuracy(pairs: readonly VectorPair[], weights: readonly number[]): number {
  const score = (vector: readonly number[]): number =>
    weights.reduce((sum, weight, i) => sum + weight * (vector[i] ?? 0), 0)
  const tasks = Map.groupBy(pairs, (pair) => pair.task)
  const shares = [...tasks.values()].map((own) =>
    mean(
      own.map(({ better, worse }) => {
        const gap = score(better) - score(worse)
        return gap > 0 ? 1 : gap === 0 ? 0.5 : 0
      }),
    ),
  )
  return mean(shares)
}
