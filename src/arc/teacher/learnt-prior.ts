import { z } from 'zod'
import { factKey } from '../describe/index.ts'
import { OPERATORS } from '../dsl/index.ts'
import { type Announcements, announcedPrior, type OperatorPrior, symbolicPrior } from './prior.ts'

/**
 * A log-linear model of which verb a solution needs given the facts of its task, and of the argument given the verb.
 * Colours are left even: which colour matters is the task's own business.
 */
export const priorWeightsSchema = z.strictObject({
  primitives: z.array(z.string()),
  bias: z.array(z.number()),
  /** Per fact, one weight per primitive. */
  facts: z.record(z.string(), z.array(z.number())),
  /** Log of an operator's share among the arguments of its verb, times the number of arguments. */
  arguments: z.record(z.string(), z.number()),
  /** How many tenths of a step one nat is worth in the search. */
  scale: z.number(),
  /** Whether how common verbs and arguments were matters, or only what facts say about verbs. */
  habits: z.boolean(),
})

export type PriorWeights = z.infer<typeof priorWeightsSchema>

/** However rare or common a verb was, its steps move by half a step at most: solutions of new tasks use rare verbs. */
const MOST = 5
/** Of the arguments of a verb that takes a colour, about this many occur in a task. */
const COLOURS_IN_PLAY = 4

export function logSoftmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores)
  const log = top + Math.log(scores.reduce((sum, s) => sum + Math.exp(s - top), 0))
  return scores.map((s) => s - log)
}

/** Unnormalised scores per primitive for a set of facts. */
export function primitiveScores(weights: PriorWeights, keys: Iterable<string>): number[] {
  const scores = [...weights.bias]
  for (const key of new Set(keys)) {
    const row = weights.facts[key]
    if (row === undefined) continue
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] ?? 0) + (row[i] ?? 0)
  }
  return scores
}

/** How many steps a search has to try for each verb. */
const STEPS_OF = new Map(
  [...Map.groupBy(OPERATORS, ({ primitive }) => primitive)].map(([{ name, parameter }, own]) => [
    name,
    parameter.kind === 'colour' ? COLOURS_IN_PLAY : own.length,
  ]),
)
const ALL_STEPS = [...STEPS_OF.values()].reduce((sum, n) => sum + n, 0)

const LEAST_ANNOUNCED = 0.1

/** The part of a prior that depends on facts, in tenths of a step. */
export function announcementsOf({ facts, primitives, scale }: PriorWeights): Announcements {
  const entries = Object.entries(facts).map(([key, row]) => {
    const verbs = row.flatMap((nats, i): [string, number][] => {
      const worth = Math.round(nats * scale * 1e6) / 1e6
      return Math.abs(worth) < LEAST_ANNOUNCED ? [] : [[primitives[i] ?? '', worth]]
    })
    return [key, Object.fromEntries(verbs)] as const
  })
  return Object.fromEntries(entries)
}

export function learntPrior(weights: PriorWeights): OperatorPrior {
  return weights.habits ? habitualPrior(weights) : announcedPrior(symbolicPrior, announcementsOf(weights))
}

/** A step is worth as much as it is likelier than any other: a likely verb with many arguments is not a likely step. */
function habitualPrior(weights: PriorWeights): OperatorPrior {
  const place = new Map(weights.primitives.map((name, i) => [name, i]))
  return (facts) => {
    const logs = logSoftmax(primitiveScores(weights, facts.map(factKey)))
    return OPERATORS.map(({ name, primitive }) => {
      const verb = logs[place.get(primitive.name) ?? -1]
      if (verb === undefined) return 0
      const even = Math.log((STEPS_OF.get(primitive.name) ?? 1) / ALL_STEPS)
      const worth = weights.scale * (verb - even + (weights.arguments[name] ?? 0))
      return Math.round(Math.max(-MOST, Math.min(MOST, worth)))
    })
  }
}
