/** What earlier searches found for the holes of a project, for whoever wants to look at it before it is written. */
import type { Ledger } from '../ledger/index.ts'
import type { Accepted, Bench } from './bench.ts'
import type { FillMemory } from './fill-memory.ts'
import type { Hole } from './hole.ts'
import { knownOutcome } from './known-outcome.ts'
import type { HoleOutcome } from './outcome.ts'

export interface RecallOptions {
  readonly bench: Bench
  readonly memory: FillMemory
  readonly ledger: Ledger
}

/** What is known of some holes without a search; proofs are on the bench as well when it returns. */
export async function recallOutcomes(recall: RecallOptions, holes: readonly Hole[]): Promise<HoleOutcome[]> {
  const found: HoleOutcome[] = []
  for (const hole of holes) {
    const outcome = await knownOutcome({ ...recall, rounds: 0, signature: undefined }, hole)
    if (outcome) found.push(outcome)
  }
  return found
}

/** Holes that nothing is known of, but that they rest on one that is false. */
export function restingOnRefuted(bench: Bench, known: readonly HoleOutcome[]): HoleOutcome[] {
  if (bench.refuted.size === 0) return []
  const settled = new Set(known.map(({ hole }) => hole.id))
  const open = [...bench.reports.values()].flatMap(({ holes }) => holes.filter(({ id }) => !settled.has(id)))
  return open.flatMap((hole): HoleOutcome[] => {
    const blocked = bench.restsOnRefuted(hole)
    return blocked === undefined
      ? []
      : [{ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` }]
  })
}

/** Proofs of some holes, and those of the holes that they rest on: what has to be written together. */
export function proofsWithNeeds(bench: Bench, holes: ReadonlySet<string>): Accepted[] {
  const all = [...bench.accepted.values()]
  const own = all.filter(({ hole }) => holes.has(hole.id))
  const needed = bench.neededBy(own.flatMap(({ hole, uses }) => bench.idsOf(hole.module, uses)))
  return all.filter(({ hole }) => holes.has(hole.id) || needed.has(bench.idOf(hole)))
}
