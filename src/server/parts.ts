import type { LeanHouse } from '../actions/index.ts'
import type { LoadedConfig } from '../config/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { MachineWatch } from './data/machine.ts'
import { Tally, type Totals } from './data/tally.ts'
import type { Feed } from './feed.ts'
import type { LedgerDoor } from './ledger-door.ts'
import type { LogBook } from './log-book.ts'
import type { RunStarter } from './run-starter.ts'

/** What the routes work with. */
export interface ServerParts {
  readonly door: LedgerDoor
  readonly lean: LeanHouse
  readonly feed: Feed
  readonly machine: MachineWatch
  readonly log: LogBook
  readonly settings: LoadedConfig
  readonly starter: RunStarter
  readonly tallies: Tallies
  readonly version: string
  /** The built pages. */
  readonly webFolder: string
}

export type EffortOf = (goalKey: string) => { readonly attempts: number; readonly cpuSeconds: number }

const MOST_RUNS = 16

/** Totals of the whole ledger and of the runs that were looked at last. */
export class Tallies {
  readonly #byLedger = new WeakMap<Ledger, Map<string, Tally>>()

  all(ledger: Ledger): Promise<Totals> {
    return this.#tally(ledger, undefined).totals()
  }

  /** How often goals were tried and what that cost. */
  async effort(ledger: Ledger): Promise<EffortOf> {
    const tally = this.#tally(ledger, undefined)
    await tally.totals()
    return (goalKey) => tally.effort(goalKey)
  }

  ofRun(ledger: Ledger, runId: string): Promise<Totals> {
    return this.#tally(ledger, runId).totals()
  }

  async provedBy(ledger: Ledger, runId: string): Promise<ReadonlySet<string>> {
    const tally = this.#tally(ledger, runId)
    await tally.totals()
    return tally.proved
  }

  #tally(ledger: Ledger, runId: string | undefined): Tally {
    const known = this.#byLedger.get(ledger) ?? new Map<string, Tally>()
    this.#byLedger.set(ledger, known)
    const key = runId ?? ''
    const tally = known.get(key) ?? new Tally(ledger, runId)
    known.delete(key)
    known.set(key, tally)
    const [oldest] = [...known.keys()].filter(Boolean)
    if (known.size > MOST_RUNS && oldest !== undefined) known.delete(oldest)
    return tally
  }
}
