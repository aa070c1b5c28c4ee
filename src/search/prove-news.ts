/** What the search on one goal tells while it goes on, and what it has tried. */
import type { Attempt } from '../attempt.ts'

/** What is being waited for; `searching` names the strategy that was started last. */
export type ProvePhase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'elaborating' }
  | { readonly kind: 'searching'; readonly strategy: string }
  | { readonly kind: 'checking'; readonly strategy: string }

export interface TriedStrategy {
  readonly strategy: string
  readonly seconds: number
  /** `stopped`: the time for all of them together was over, or another one was faster. */
  readonly outcome: 'failed' | 'stopped' | 'not accepted'
}

/** An attempt has begun, or ended. */
export type AttemptNews =
  | { readonly kind: 'started'; readonly strategy: string }
  | { readonly kind: 'ended'; readonly strategy: string; readonly attempt: Attempt }
