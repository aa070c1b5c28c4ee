/** What goes into a dojo and what comes out of it. */
import type { LeanGoneError } from './errors.ts'
import type { DojoGoal, LeanFailure, LeanMessage, TextPosition } from './protocol.ts'
import type { Timing } from './server.ts'
import type { FoundLaw, GivenValue, ToldApart } from './survey.ts'

export interface DojoState {
  readonly goals: readonly DojoGoal[]
  readonly parent: DojoState | undefined
  /** The tactic that made this state out of its parent. */
  readonly tactic: string | undefined
}

export type TacticResult =
  | {
      readonly kind: 'open'
      readonly state: DojoState
      readonly messages: readonly LeanMessage[]
      readonly timing: Timing
    }
  /** No goals left. A claim of this process: only the checker says "proved". */
  | {
      readonly kind: 'closed'
      readonly state: DojoState
      readonly messages: readonly LeanMessage[]
      readonly timing: Timing
    }
  | { readonly kind: 'rejected'; readonly failure: LeanFailure; readonly timing: Timing }
  | { readonly kind: 'timeout'; readonly timing: Timing }
  | { readonly kind: 'crashed'; readonly error: LeanGoneError }

/** One `sorry` in a script, with the goal that stands there as a state to work on. */
export interface DojoHole {
  readonly state: DojoState
  /** Where it stands in the script. */
  readonly start: TextPosition
  readonly end: TextPosition
  /** False where a term is wanted, as in `have h : p := sorry`. */
  readonly isTactic: boolean
}

/** A script as Lean elaborated it. */
export interface ReadScript {
  readonly holes: readonly DojoHole[]
  readonly messages: readonly LeanMessage[]
}

export interface TacticOptions {
  /** Do not ask why a tactic is refused: to print the reason may take Lean longer than the tactic. */
  readonly silent?: boolean
  readonly heartbeats?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export interface TrialOptions extends TacticOptions {
  /** How many evaluations there may be. */
  readonly limit?: number
  /** CPU time of the thread that evaluates, where it is asked for a counterexample. */
  readonly cpuMillis?: number
}

export interface Trial {
  readonly tried: number
  readonly unknown: number
  /** What each variable and hypothesis is given, in the order of the statement. */
  readonly counterexample: readonly GivenValue[] | null
  /** What the two sides of the conclusion come to for these values, where it has two. */
  readonly sides: readonly [string, string] | null
  readonly timing: Timing
}

export interface Findings {
  readonly equations: readonly FoundLaw[]
  readonly timing: Timing
}

export interface Occurrences {
  readonly laws: readonly ToldApart[]
  readonly timing: Timing
}

export interface LawOptions extends TrialOptions {
  /** How many laws there may be. */
  readonly most?: number
  /** Which of them to look at. */
  readonly from: number
  readonly count: number
}

export interface Laws {
  /** How many there are to look at, and how many of them were looked at now. */
  readonly total: number
  readonly seen: number
  readonly laws: readonly FoundLaw[]
  readonly timing: Timing
}

export interface DojoOptions {
  /** Goals with hypotheses and target apart, not only as text. */
  readonly structured?: boolean
  /** Goals with the key under which equal goals meet. */
  readonly keys?: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}
