import { mean, round } from '../compare/index.ts'
import { OPERATORS, PRIMITIVES } from '../dsl/index.ts'
import { logSoftmax, type PriorWeights, primitiveScores } from '../teacher/index.ts'

/** The operators of one program that fits a set of facts. */
export interface OperatorExample {
  readonly task: string
  readonly keys: readonly string[]
  readonly operators: readonly string[]
  readonly weight: number
}

const PASSES = 200
const RATE = 2
const SHRINK = 0.06
/** Solutions that every verb, and uses that every argument, is believed to have had before any was seen. */
const [PSEUDO_VERB, PSEUDO_ARGUMENT] = [1, 2]
/** Tenths of a step that one nat is worth. */
const SCALE = 2

const names = PRIMITIVES.map((primitive) => primitive.name)
const place = new Map(names.map((name, i) => [name, i]))

/** Verbs of an example as shares that add up to one. */
function verbShares(example: OperatorExample): Map<number, number> {
  const verbs = example.operators.flatMap((name) => place.get(name.split(' ')[0] ?? '') ?? [])
  const shares = new Map<number, number>()
  for (const verb of verbs) shares.set(verb, (shares.get(verb) ?? 0) + 1 / verbs.length)
  return shares
}

/**
 * Softmax regression of verbs on facts by full-batch gradient steps; the same examples give the same weights. How common
 * a verb is comes from counts alone, and facts are drawn towards saying nothing: a hundred tasks show most verbs once.
 */
export function trainPrior(examples: readonly OperatorExample[]): PriorWeights {
  const known = examples.map((e) => ({ ...e, shares: verbShares(e), keys: [...new Set(e.keys)] }))
  const used = known.filter((example) => example.shares.size > 0)
  const total = used.reduce((sum, example) => sum + example.weight, 0) || 1
  const facts: Record<string, number[]> = {}
  for (const key of [...new Set(used.flatMap((example) => example.keys))].sort())
    facts[key] = names.map(() => 0)
  const weights: PriorWeights = {
    primitives: names,
    bias: logCounts(used),
    facts,
    arguments: argumentShares(used),
    scale: SCALE,
    habits: true,
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const slope = new Map<string, Float64Array>()
    for (const example of used) {
      const log = logSoftmax(primitiveScores(weights, example.keys))
      const part = example.weight / total
      const gap = Float64Array.from(log, (l, i) => part * ((example.shares.get(i) ?? 0) - Math.exp(l)))
      for (const key of example.keys) {
        const row = slope.get(key) ?? new Float64Array(names.length)
        slope.set(key, row)
        for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + (gap[i] ?? 0)
      }
    }
    for (const [key, row] of slope) {
      const own = facts[key] ?? []
      row.forEach((g, i) => {
        own[i] = (own[i] ?? 0) + RATE * (g - SHRINK * (own[i] ?? 0))
      })
    }
  }
  const tidied = Object.fromEntries(Object.entries(facts).map(([key, row]) => [key, row.map(round)]))
  return { ...weights, bias: weights.bias.map(round), facts: tidied }
}

function logCounts(examples: readonly { shares: Map<number, number>; weight: number }[]): number[] {
  const counts = names.map(() => PSEUDO_VERB)
  for (const { shares, weight } of examples)
    for (const [verb, share] of shares) counts[verb] = (counts[verb] ?? 0) + share * weight
  return logSoftmax(counts.map(Math.log))
}

/** How much likelier than even an argument is, given its verb; colours stay even. */
function argumentShares(examples: readonly OperatorExample[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { operators, weight } of examples)
    for (const name of operators) counts.set(name, (counts.get(name) ?? 0) + weight)
  const shares: Record<string, number> = {}
  for (const [, own] of Map.groupBy(OPERATORS, (operator) => operator.primitive)) {
    const first = own[0]
    if (own.length < 2 || first === undefined || first.primitive.parameter.kind === 'colour') continue
    const sum = own.reduce((s, o) => s + (counts.get(o.name) ?? 0) + PSEUDO_ARGUMENT, 0)
    for (const o of own)
      shares[o.name] = round(Math.log((((counts.get(o.name) ?? 0) + PSEUDO_ARGUMENT) / sum) * own.length))
  }
  return shares
}

/** Mean log chance that the model gives to the verbs of examples: 0 is perfect. */
export function priorLogLikelihood(weights: PriorWeights, examples: readonly OperatorExample[]): number {
  return mean(
    examples.flatMap((example) => {
      const log = logSoftmax(primitiveScores(weights, example.keys))
      const shares = [...verbShares(example)]
      return shares.length === 0 ? [] : [shares.reduce((sum, [i, share]) => sum + share * (log[i] ?? 0), 0)]
    }),
  )
}
