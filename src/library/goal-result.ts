import type { Outcome } from '../attempt.ts'

/** What became of a goal. */
export interface GoalResult {
  readonly id: string
  readonly success: boolean
  /** `ill-typed`: Lean does not accept the statement itself. */
  readonly outcome: Outcome | 'ill-typed'
  /** Who settled it. */
  readonly strategy: string | undefined
  /** The tactics of the proof; of the negation where the goal was refuted. */
  readonly tactics: readonly string[]
  readonly timeSeconds: number
  /** Where the search came closest: statements of their own. */
  readonly subgoals: readonly string[]
  /** Why there is no proof, or the counterexample. */
  readonly error: string | undefined
  /** Key in the ledger. */
  readonly goalHash: string | undefined
  /** Id of the receipt in the ledger; `ledger.receipt(id)` is what `verifyReceipt` takes. */
  readonly receipt: string | undefined
}
