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
