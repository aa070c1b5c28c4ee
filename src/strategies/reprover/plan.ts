/** What `reprover` works with. */
import { CASE_CLOSERS, type CloserName } from '../../tactics/index.ts'

export const SECONDS = 60

/** Tried on a state before any premise. */
export const CLOSERS_FIRST: readonly CloserName[] = CASE_CLOSERS

/** Library theorems that are retrieved for a state. */
export const PREMISES = 12

/** Deeper states are many, and a model's answer takes as long as dozens of tactics. */
export const MODEL_DEPTH = 2

/** How long a language model may think about a state, as a share of the whole time. */
export const MODEL_SHARE = 0.25

/** Tactics that a model is asked for, what it reads at most, and how much it leaves to chance. */
export const MODEL = { tactics: 8, inputBytes: 2_300, temperature: 0.2 } as const

/** However unlikely a model finds a tactic, it costs no more than this above the likeliest. */
export const DEAREST_DOUBT = 3
