/** How an attempt ended. `error` means the infrastructure broke, which says nothing about the goal. */
export const OUTCOMES = ['proved', 'refuted', 'failed', 'timeout', 'cancelled', 'error'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** What the ledger shows of an attempt: `claimed` is a success without a receipt, which is no success. */
export type ShownOutcome = Outcome | 'claimed'

/** What an attempt may spend. Two attempts are the same experiment only under the same budget. */
export interface Budget {
  /** Seconds of work; an arm that does not count its work by itself has as many by the wall clock. */
  readonly seconds: number
}

/** One strategy on one goal under one budget: one row in the ledger, however it ended. */
export interface Attempt {
  readonly goalKey: string
  readonly goalText: string
  readonly strategy: string
  readonly strategyVersion: string
  readonly outcome: Outcome
  /** The tactics of the script that was found, or the best partial one; one after the other they are the script. */
  readonly tactics: readonly string[]
  readonly timeSeconds: number
  readonly cpuSeconds: number
  readonly budget: Budget
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly runId?: string | undefined
  /** Id of the receipt that shows the goal solved. */
  readonly receipt?: string | undefined
  readonly error?: string | undefined
  /** With `refuted`: the values for which the goal fails, in words. */
  readonly counterexample?: string | undefined
  /** Which lemmas of the marketplace it had: an attempt with others is another experiment. Empty without any. */
  readonly lemmaSet?: string | undefined
  /** Library theorems that were retrieved for the goal and stand in the proof. */
  readonly premises?: readonly string[] | undefined
  readonly worker?: string | undefined
  /** Whether the script came from the tactic cache; absent when the cache was not asked. */
  readonly cacheHit?: boolean | undefined
}

/** Proved, and nothing else: a refuted goal is settled, but it is no success. */
export function isSuccess(outcome: Outcome): boolean {
  return outcome === 'proved'
}

/** The goal needs no further search: the verifier accepted a proof or a refutation. */
export function isSettled(outcome: Outcome): boolean {
  return outcome === 'proved' || outcome === 'refuted'
}

/** The strategy had its chance. Cancelled and broken attempts may be repeated under the same budget. */
export function isConclusive(outcome: Outcome): boolean {
  return outcome !== 'cancelled' && outcome !== 'error'
}

export function parseOutcome(text: string): Outcome | undefined {
  return OUTCOMES.find((outcome) => outcome === text)
}
