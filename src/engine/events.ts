import type { Attempt, Budget } from '../attempt.ts'
import type { ArmFailure, Prior, Problem } from './arm.ts'

export type Lane = 'light' | 'heavy'

/** Everything that happens in a scheduler, for progress bars, live pages and logs. */
export interface SchedulerEvents<P extends Problem> {
  started: { problem: P; arm: string; budget: Budget; lane: Lane }
  ended: { problem: P; attempt: Attempt }
  /** The verifier rejected a claim. */
  refused: { problem: P; arm: string; reason: string }
  /** An arm ignored its abort signal for too long; its slot was taken back. */
  unresponsive: { problem: P; arm: string }
  /** Solved or refuted, and on disk. */
  settled: { problem: P; attempt: Attempt }
  /** Every arm had its chance in every round. */
  exhausted: { problem: P; failures: readonly ArmFailure[] }
  /** Enough arms failed that somebody else should be asked. */
  escalated: { problem: P; failures: readonly ArmFailure[] }
  requeued: { problem: P; reason: 'failed' | 'error' | 'next-round'; delayMs: number }
  /** Not run, because the ledger has the same attempt already. */
  skipped: { problem: P; arm: string; prior: Prior }
  throttled: { cpuShare: number; memoryShare: number; heavyLimit: number }
  stopped: { reason: 'idle' | 'stopped' | 'broken' }
}
