import { createRandom } from '../../engine/index.ts'
import { CRITIC_FEATURES, deterministicCritic, type Ranker, VOUCHER } from '../critic/index.ts'

/** Two vectors of one task, the better one first. */
export interface VectorPair {
  readonly task: string
  readonly better: readonly number[]
  readonly worse: readonly number[]
}

const PASSES = 60
const RATE = 0.1
const SHRINK = 0.02
/** What one unit of description length is worth at the start, in nats. */
const NATS_PER_COST = 0.05

/** The deterministic score as a ranker over scaled features: shorter, and more candidates of one mind, is better. */
function startingPoint(scale: readonly number[]): number[] {
  return CRITIC_FEATURES.map((name, i) => {
    if (name === 'cost') return -NATS_PER_COST * 100 * (scale[i] ?? 1)
    return name === 'support' ? NATS_PER_COST * VOUCHER * (scale[i] ?? 1) : 0
  })
}

/**
 * Pairwise logistic ranker (Bradley and Terry): the chance that a candidate is the better one grows with the weighted
 * difference of the features. Every task counts the same, however many pairs it has. Training starts at the
 * deterministic score and is drawn back to it, so that little data changes little.
 */
export function trainRanker(pairs: readonly VectorPair[], seed: number, shrink = SHRINK): Ranker {
  const size = CRITIC_FEATURES.length
  const all = pairs.flatMap((pair) => [pair.better, pair.worse])
  const mean = Array.from({ length: size }, (_, i) => average(all.map((v) => v[i] ?? 0)))
  const scale = mean.map((m, i) => Math.sqrt(average(all.map((v) => ((v[i] ?? 0) - m) ** 2))) || 1)
  const perTask = new Map<string, number>()
  for (const { task } of pairs) perTask.set(task, (perTask.get(task) ?? 0) + 1)
  const rows = pairs.map(({ task, better, worse }) => ({
    difference: scale.map((s, i) => ((better[i] ?? 0) - (worse[i] ?? 0)) / s),
    weight: 1 / (perTask.get(task) ?? 1),
  }))
  const start = startingPoint(scale)
  const weights = [...start]
  const random = createRandom(seed)
  for (let pass = 0; pass < PASSES; pass++) {
    const order = rows.map((row) => ({ row, key: random.next() })).sort((a, b) => a.key - b.key)
    const rate = RATE / (1 + pass / 10)
    for (const { row } of order) {
      const sum = row.difference.reduce((s, d, i) => s + d * (weights[i] ?? 0), 0)
      const step = (rate * row.weight) / (1 + Math.exp(sum))
      for (let i = 0; i < size; i++) {
        const w = weights[i] ?? 0
        const back = rate * row.weight * shrink * (w - (start[i] ?? 0))
        weights[i] = w + step * (row.difference[i] ?? 0) - back
      }
    }
  }
  return {
    features: [...CRITIC_FEATURES],
    mean: mean.map(tidy),
    scale: scale.map(tidy),
    weights: weights.map(tidy),
  }
}

/** Share of pairs that the ranker puts in the right order, each task counting the same. */
export function rankerAccuracy(ranker: Ranker, pairs: readonly VectorPair[]): number {
  return accuracy(pairs, (vector) =>
    ranker.weights.reduce((sum, w, i) => sum + (w * (vector[i] ?? 0)) / (ranker.scale[i] ?? 1), 0),
  )
}

/** The same for the score without a model, among candidates that solve equally many pairs. */
export function deterministicAccuracy(pairs: readonly VectorPair[]): number {
  const [cost, support] = [CRITIC_FEATURES.indexOf('cost'), CRITIC_FEATURES.indexOf('support')]
  return accuracy(pairs, (vector) =>
    deterministicCritic(vector, {
      pairsSolved: 0,
      pairs: 1,
      cost: 100 * (vector[cost] ?? 0),
      support: 2 ** (vector[support] ?? 0),
    }),
  )
}

function accuracy(pairs: readonly VectorPair[], score: (vector: readonly number[]) => number): number {
  const tasks = Map.groupBy(pairs, (pair) => pair.task)
  const shares = [...tasks.values()].map((own) =>
    average(
      own.map(({ better, worse }) => {
        const gap = score(better) - score(worse)
        return gap > 0 ? 1 : gap === 0 ? 0.5 : 0
      }),
    ),
  )
  return average(shares)
}

export function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length
}

export const tidy = (value: number): number => Math.round(value * 1e6) / 1e6
