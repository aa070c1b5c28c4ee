/** What a search of holes is given, and what it tells. */
import type { Attempt } from '../attempt.ts'
import type { Config } from '../config/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Fleet, Room } from '../search/index.ts'
import type { Strategy } from '../strategies/index.ts'
import type { Bench } from './bench.ts'
import type { FillMemory } from './fill-memory.ts'
import type { Hole } from './hole.ts'
import type { HoleOutcome } from './outcome.ts'
import type { StepProfile } from './profile.ts'

export interface FillOptions {
  readonly bench: Bench
  /** Started when there is something to search. */
  readonly lean: () => Promise<{ readonly pool: LeanPool; readonly checker: Checker }>
  readonly ledger: Ledger
  readonly config: Config
  readonly strategies: readonly Strategy[]
  readonly lanes: Room['lanes']
  /** Workers that make the attempts instead of this process. */
  readonly fleet?: Fleet | undefined
  /** Share of the machine to use; 1 is no limit. */
  readonly cpuTarget: number
  /** How often every strategy gets a chance on a hole, with twice the budget each time. */
  readonly rounds: number
  /** When the signal will come; never if absent. */
  readonly timeoutSeconds?: number | undefined
  readonly memory: FillMemory
  readonly profile: StepProfile
  /** Search again what earlier runs found nothing for. */
  readonly again?: boolean | undefined
  readonly signal: AbortSignal
  readonly onEvent?: ((event: FillEvent) => void) | undefined
}

export type FillEvent =
  | { readonly kind: 'started'; readonly hole: Hole; readonly strategy: string }
  | { readonly kind: 'ended'; readonly hole: Hole; readonly attempt: Attempt }
  | { readonly kind: 'outcome'; readonly outcome: HoleOutcome }
