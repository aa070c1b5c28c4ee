import type { Attempt, Budget } from '../attempt.ts'
import type { Arm, ArmFailure, Prior, Problem, Verify } from './arm.ts'
import type { Backoff } from './backoff.ts'
import type { Clock } from './clock.ts'
import type { Lane, SchedulerEvents } from './events.ts'
import type { Policy } from './policy.ts'
import type { Random } from './random.ts'
import type { Summary } from './tally.ts'
import type { Throttle } from './throttle.ts'

export type Limit = number | (() => number)

export interface ProblemSchedulerOptions<P extends Problem, E = unknown> {
  readonly arms: readonly Arm<P, E>[]
  readonly policy: Policy
  readonly random: Random
  /** The only judge of claims. */
  readonly verify: Verify<P, E>
  /** Called once per attempt; resolves when the attempt is on disk. A rejection stops the run. */
  readonly record: (attempt: Attempt) => Promise<void>
  readonly budget: (arm: string, problem: P, round: number) => Budget
  readonly clock?: Clock
  readonly throttle?: Throttle
  /** Attempts at once in each lane; a function where it changes, as with workers that come and go. */
  readonly maxLight?: Limit
  readonly maxHeavy?: Limit
  /** Problems at least this difficult go to the heavy lane. */
  readonly heavyFrom?: number
  /** How many arms race for one problem. */
  readonly slate?: number
  /** How long an arm of a slate is alone with the problem before the next one joins it: easy ones cost the first only. */
  readonly headStartMs?: number
  /**
   * Arms that glance first have so long a look at a problem, and all their time only when they all have looked: what is
   * easy for one of them is soon done, however long another would take to fail.
   */
  readonly glanceSeconds?: number
  /** Attempts with a larger budget never have all slots of a lane: a problem that nobody has looked at may come. */
  readonly longSeconds?: number
  /** How often every arm gets a chance on a problem; the budget may grow with the round. */
  readonly rounds?: number
  /** After how many failed strategies a problem is escalated. */
  readonly escalateAfter?: number
  readonly escalate?: (event: { problem: P; failures: readonly ArmFailure[] }) => Promise<void>
  /** What the ledger knows of earlier attempts on a problem; the same attempt is not made twice. */
  readonly priors?: (problem: P) => Promise<readonly Prior[]>
  readonly runId?: string
  readonly worker?: string
  /** How many times broken infrastructure is retried per problem before the arm counts as failed. */
  readonly errorRetries?: number
  readonly backoff?: Backoff
  /** Time after which a waiting problem overtakes any newcomer. */
  readonly agingMs?: number
  readonly verifySeconds?: number
  readonly graceMs?: number
  /** Attempts that may be waiting for the disk before dispatch pauses. */
  readonly mostUnrecorded?: number
}

export interface ProblemScheduler<P extends Problem> {
  /** Adds a problem; one that was exhausted before gets a fresh start. Known live problems are left alone. */
  enqueue(problem: P): boolean
  /** Takes a live problem out: what runs on it is cancelled, nothing more is started, and it never settles. */
  withdraw(key: string): boolean
  /** Works until nothing is left, or until stopped if `untilIdle` is false or the signal aborts. */
  run(options?: { signal?: AbortSignal; untilIdle?: boolean }): Promise<Summary>
  /** Starts nothing more, cancels what runs, waits for the ledger; returns by the deadline. */
  stop(options?: { deadlineMs?: number }): Promise<Summary>
  on<K extends keyof SchedulerEvents<P>>(
    type: K,
    listener: (event: SchedulerEvents<P>[K]) => void,
  ): () => void
  summary(): Summary
  readonly queued: number
  readonly running: Readonly<Record<Lane, number>>
}

export const SCHEDULER_DEFAULTS = {
  maxLight: 8 as Limit,
  maxHeavy: 2 as Limit,
  heavyFrom: 0.6,
  slate: 3,
  headStartMs: 0,
  glanceSeconds: 0,
  longSeconds: Number.POSITIVE_INFINITY,
  rounds: 1,
  escalateAfter: 3,
  errorRetries: 3,
  backoff: { baseMs: 250, mostMs: 30_000 } as Backoff,
  agingMs: 600_000,
  verifySeconds: 60,
  graceMs: 2000,
  // As many as one commit of the ledger takes: more would only grow old in memory.
  mostUnrecorded: 4_000,
}
