import type { Attempt } from '../attempt.ts'
import type { Prior } from '../engine/index.ts'
import type { Goal } from '../goal/index.ts'
import type { Ticket, TicketStatus } from '../market/index.ts'
import type { Prepared } from './prepare.ts'
import type { GoalProblem } from './problem.ts'

/** What happens in a run, for whoever shows it. */
export interface SearchEvents {
  /** Goals were added; each will be prepared. */
  fed: { goals: readonly Goal[] }
  prepared: { goal: Goal; prepared: Prepared }
  attempt: { problem: GoalProblem; attempt: Attempt }
  /** Not run, because the ledger has the same attempt already. */
  skipped: { problem: GoalProblem; arm: string; prior: Prior }
  /** The checker rejected a claim. */
  refused: { problem: GoalProblem; arm: string; reason: string }
  /** Settled and on disk, or (without an attempt) seen by every strategy in vain. */
  concluded: { problem: GoalProblem; attempt: Attempt | undefined }
  escalated: { problem: GoalProblem; ticket: Ticket }
  claimed: { problem: GoalProblem }
  /** This run has asked for a lemma, claimed a ticket, given one back, or settled it. */
  ticket: { readonly ticketId: string; readonly status: TicketStatus }
  delivered: { problem: GoalProblem; waiting: readonly string[] }
}
