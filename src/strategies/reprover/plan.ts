/** What `reprover` works with. */
import { CASE_CLOSERS, type CloserName } from '../../tactics/index.ts'

/** Tried on a state before any premise. */
export const CLOSERS_FIRST: readonly CloserName[] = CASE_CLOSERS

/** Library theorems that are retrieved for a state. */
export const PREMISES = 12

/** Deeper states are many, and a model's answer takes as long as dozens of tactics. */
export const MODEL_DEPTH = 2

/** How long a language model may think about a state, as a share of the whole time. */
export const MODEL_SHARE = 0.25

/** The time to say what a search was stuck on. */
export const RESTATE_SECONDS = 0.5
