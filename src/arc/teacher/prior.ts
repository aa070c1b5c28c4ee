import { z } from 'zod'
import { type Fact, factKey } from '../describe/index.ts'
import { OPERATORS } from '../dsl/index.ts'
import type { OperatorWeights } from '../rulers/index.ts'

/** Weights given the facts of a task. The teacher's own prior and a learnt one have this type. */
export type OperatorPrior = (facts: readonly Fact[]) => OperatorWeights

/** Per fact and verb, how much cheaper the fact makes the verb. */
export type Announcements = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What a fact says about primitives, by name. Small numbers: a prior reorders the search, it forbids nothing. */
const HINTS: Announcements = {
  'size:same': {
    mirror: -6,
    repeat: -6,
    fractal: -8,
    shrink: -6,
    'line-up': -4,
    'count-ink': -6,
    ranking: -6,
    'count-colours': -6,
    'count-pieces': -6,
    squeeze: -4,
    dedupe: -4,
  },
  'ink-count:same': { pour: 2, shift: 2 },
  'palette:keeps': { paint: -2 },
  separators: { panels: 2 },
  'invariant:output-inside-input': { crop: 1, 'pick-most': 1, 'pick-least': 1, paint: -4 },
  'invariant:ink-stays': { rays: 1, connect: 1, 'fill-holes': 1, holes: 1 },
}

/** What facts say about the verb of each operator, added up. */
function addedUp(table: Announcements, keys: Iterable<string>): number[] {
  const byName = new Map<string, number>()
  for (const key of keys)
    for (const [name, weight] of Object.entries(table[key] ?? {}))
      byName.set(name, (byName.get(name) ?? 0) + weight)
  return OPERATORS.map(({ primitive }) => byName.get(primitive.name) ?? 0)
}

/** The built-in prior: hints from single facts. */
export const symbolicPrior: OperatorPrior = (facts) => addedUp(HINTS, facts.map(factKey))

const MOST_ANNOUNCED = 5

/** A prior that also listens to what the facts of a task announce. */
export function announcedPrior(prior: OperatorPrior, announces: Announcements): OperatorPrior {
  return (facts) => {
    const weights = prior(facts)
    return addedUp(announces, new Set(facts.map(factKey))).map(
      (announced, i) =>
        (weights[i] ?? 0) + Math.round(Math.max(-MOST_ANNOUNCED, Math.min(MOST_ANNOUNCED, announced))),
    )
  }
}

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
