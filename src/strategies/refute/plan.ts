/** What `refute` tries, and how much of it. */
import { TRIALS } from '../../tactics/index.ts'

export const SECONDS = 6

/** Even with nothing left, what was found is tried to be proved. */
export const LEAST_SECONDS = 0.05

/** Evaluations of the statement, and the work that they may take: a true statement pays for all of it. */
export interface Look {
  readonly limit: number
  readonly heartbeats: number
  readonly cpuMillis: number
  /** Whether the simplifier tries, too, where the kernel does not get through. */
  readonly simplify: boolean
}

export const FIRST_LOOK: Look = { ...TRIALS.first, simplify: true }
export const FULL_LOOK: Look = { ...TRIALS.second, simplify: true }

/** The share of the time that is left for computing. */
export const COMPUTING_SHARE = 0.7

/** Instances that are tried in one request. */
export const BATCH = 16

/** Instances for each way to show one false: a true statement pays for all of them. */
export const INSTANCES = { bySimplifier: 64, byDeciding: 16, byCases: 24 } as const

/** A share of the instances gives every variable a value of its own, of one of these sizes. */
export const SPREAD = { share: 0.25, sizes: [2, 3, 4] } as const

/** The largest size of all values together, for so many variables. */
export const largestSize = (variables: number): number => 5 * variables + 4

/** Proofs inside proofs that no constructor can have made. */
export const CASES_DEPTH = 3
