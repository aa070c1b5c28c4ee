/** What needs no search: a hole that cannot be searched, or that an earlier run knows about. */
import type { Ledger } from '../ledger/index.ts'
import type { Bench } from './bench.ts'
import type { FillMemory } from './fill-memory.ts'
import type { Hole } from './hole.ts'
import type { HoleOutcome } from './outcome.ts'

export interface Known {
  readonly bench: Bench
  readonly memory: FillMemory
  readonly ledger: Ledger
  /** Search again what earlier runs found nothing for. */
  readonly again?: boolean | undefined
  readonly rounds: number
  /** How long the run may take; without end if absent. */
  readonly timeoutSeconds?: number | undefined
  /** The strategies of this run with their versions; undefined for whoever runs none and only wants to know. */
  readonly signature: string | undefined
}

/** What it knows is on the bench as well when it returns. */
export async function knownOutcome(
  { bench, memory, ledger, again, rounds, timeoutSeconds = Number.POSITIVE_INFINITY, signature }: Known,
  hole: Hole,
): Promise<HoleOutcome | undefined> {
  if (hole.unsearchable !== undefined) return { kind: 'skipped', hole, why: hole.unsearchable }
  const known = memory.recall(bench, hole)
  if (known?.kind === 'proved' && (await isInLedger(ledger, known))) {
    const accepted = memory.recallProof(bench, hole, known)
    bench.accept(accepted)
    return { kind: 'proved', hole, accepted, seconds: 0, given: [] }
  }
  if (known?.kind === 'refuted' && (await isInLedger(ledger, known))) {
    bench.refuted.set(hole.id, known.counterexample)
    return { kind: 'refuted', hole, counterexample: known.counterexample, seconds: 0 }
  }
  if (known?.kind !== 'failed' || again) return undefined
  const hadTime = (known.runSeconds ?? Number.POSITIVE_INFINITY) >= timeoutSeconds
  const isTried =
    signature === undefined || (known.strategies === signature && known.rounds >= rounds && hadTime)
  return isTried ? { kind: 'failed', hole, why: known.why, seconds: 0 } : undefined
}

/**
 * A file in the cache is a claim: what it says needs its receipt in the ledger (of a refutation, that of the negation).
 * It may be of the hole's earlier place: when proofs are written above it, its key changes and what was found moves along.
 */
async function isInLedger(ledger: Ledger, { receipt }: { readonly receipt: string }): Promise<boolean> {
  return (await ledger.receipt(receipt)) !== undefined
}
