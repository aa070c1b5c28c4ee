import type { Budget, Outcome } from '../attempt.ts'

/** What the engine must know of a goal or task; domains add their own fields. */
export interface Problem {
  /** Same problem, same key. */
  readonly key: string
  readonly text: string
  /** 0 (easy) to 1 (hard): decides the lane. */
  readonly difficulty: number
  /** 0 (whenever) to 1 (first). */
  readonly priority: number
  /** Cheap facts for the bandit, coarsest first. */
  readonly features?: readonly string[]
}

interface Spent {
  /** CPU time of this attempt, other processes working for it included; wall time is taken when absent. */
  readonly cpuSeconds?: number
  readonly tactics?: readonly string[]
  /** Whether the tactic cache was asked and had the answer. */
  readonly cacheHit?: boolean
  /** How long it took, where it ran elsewhere after waiting for its turn. */
  readonly timeSeconds?: number
  /** Who did it, if not this process. */
  readonly worker?: string
  /** With a refutation: the values for which the problem fails, in words. */
  readonly counterexample?: string
  /** What it took from a library to find the solution. */
  readonly premises?: readonly string[]
}

/** A solution that an arm believes in. It counts for nothing until the verifier accepts it. */
export interface ClaimedSolution<E> extends Spent {
  readonly kind: 'proved' | 'refuted'
  /** Whatever the verifier needs to judge the claim. */
  readonly evidence: E
}

export type ArmResult<E> =
  | ClaimedSolution<E>
  | (Spent & {
      readonly kind: 'failed' | 'timeout' | 'cancelled' | 'error'
      readonly error?: string
      /** Subproblems it could not finish, most promising first: material for a ticket. */
      readonly stuckOn?: readonly string[]
    })

/** One way of attacking problems. */
export interface Arm<P extends Problem, E = unknown> {
  readonly name: string
  /** Changes whenever the arm could behave differently; old failures then no longer count. */
  readonly version: string
  /** How many times its budget the wall clock may run before it is stopped; 1 unless it counts its work by itself. */
  readonly patience?: number
  /** Whether a short look of it is worth its time; if not, it waits until the others have looked. */
  readonly glances?: boolean
  /** Only sorts out what is not worth the others' time: a problem keeps its place in the queue over it. */
  readonly screens?: boolean
  /** Must stop soon after `signal` aborts. Throwing means the infrastructure broke. */
  run(
    problem: P,
    context: {
      readonly budget: Budget
      readonly signal: AbortSignal
      /** A short look; what it does not find, it may find later with all its time. */
      readonly isGlance?: boolean
    },
  ): Promise<ArmResult<E>>
}

export type SolutionVerdict = (
  | { readonly kind: 'accepted'; readonly receipt?: string }
  | { readonly kind: 'rejected'; readonly reason: string }
) & {
  /** What the judgement cost; undefined or null where nobody knows. */
  readonly cpuSeconds?: number | null
}

/** The only judge of claims. */
export type Verify<P extends Problem, E> = (
  problem: P,
  claim: ClaimedSolution<E>,
  context: { readonly signal: AbortSignal },
) => Promise<SolutionVerdict>

/** What the ledger remembers of an earlier attempt. */
export interface Prior {
  readonly strategy: string
  readonly strategyVersion: string
  readonly budgetSeconds: number
  readonly outcome: Outcome
}

/** One arm that had its chance on a problem. */
export interface ArmFailure {
  readonly arm: string
  readonly outcome: Outcome
  readonly error?: string | undefined
  readonly stuckOn: readonly string[]
}
