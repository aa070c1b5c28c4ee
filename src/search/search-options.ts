import type { Config } from '../config/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import type { Fleet } from './fleet.ts'

export interface GoalSearchOptions {
  readonly config: Config
  readonly ledger: Ledger
  readonly pool: LeanPool
  readonly checker: Checker
  readonly strategies: readonly Strategy[]
  readonly runId: string
  readonly seed: number
  readonly worker: string
  /** Whether what earlier runs found may be used: cached scripts, and failures that need not be repeated. */
  readonly useCache: boolean
  /** Share of the machine to use; 1 is no limit. */
  readonly cpuTarget: number
  /** Attempts at once, per lane; no more than Lean has room for. */
  readonly lanes: { readonly light: number; readonly heavy: number }
  /** Workers of other processes that make the attempts; without them they are made here. */
  readonly fleet?: Fleet | undefined
  /** Whether lemmas that goals of others wait for are worked on too, when there is nothing else to do. True by default. */
  readonly helpsOthers?: boolean
  /** How often every strategy gets a chance on a goal, with twice the budget each time. */
  readonly rounds?: number
}
