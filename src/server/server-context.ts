import type { LoadedConfig } from '../config/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { RecentlyUsed } from '../recently-used.ts'
import type { LazyLean } from '../use-cases/index.ts'
import type { Certificates } from './certificates.ts'
import type { MachineWatch } from './data/machine.ts'
import { type Solve, Solves } from './data/solves.ts'
import { AttemptTally, type Totals } from './data/tally.ts'
import type { Feed } from './feed.ts'
import type { LiveSearches } from './goal-search/live-searches.ts'
import type { LedgerConnection } from './ledger-connection.ts'
import type { LogBook } from './log-book.ts'
import type { Playground } from './playground.ts'
import type { LiveProject } from './project/live-project.ts'
import type { RunStarter } from './run-starter.ts'

/** What the routes work with. */
export interface ServerContext {
  readonly connection: LedgerConnection
  readonly lean: LazyLean
  readonly certificates: Certificates
  readonly feed: Feed
  readonly machine: MachineWatch
  readonly log: LogBook
  readonly settings: LoadedConfig
  readonly starter: RunStarter
  readonly project: LiveProject
  readonly searches: LiveSearches
  readonly playground: Playground
  readonly tallies: StatsCache
  readonly version: string
  /** The built pages. */
  readonly webFolder: string
}

export type EffortOf = (goalKey: string) => { readonly attempts: number; readonly cpuSeconds: number }

const MOST_RUNS = 16

interface Books {
  readonly tally: AttemptTally
  readonly solves: Solves
}

/** Totals of the whole ledger and of the runs that were looked at last. */
export class StatsCache {
  readonly #whole = new WeakMap<Ledger, AttemptTally>()
  readonly #runs = new WeakMap<Ledger, RecentlyUsed<string, Books>>()

  all(ledger: Ledger): Promise<Totals> {
    return this.#all(ledger).totals()
  }

  /** How often goals were tried and what that cost. */
  async effort(ledger: Ledger): Promise<EffortOf> {
    const tally = this.#all(ledger)
    await tally.totals()
    return (goalKey) => tally.effort(goalKey)
  }

  ofRun(ledger: Ledger, runId: string): Promise<Totals> {
    return this.#books(ledger, runId).tally.totals()
  }

  solvesOf(ledger: Ledger, runId: string): Promise<readonly Solve[]> {
    return this.#books(ledger, runId).solves.all()
  }

  /** Goals that a run proved or refuted. */
  async settledBy(ledger: Ledger, runId: string): Promise<ReadonlySet<string>> {
    const { tally } = this.#books(ledger, runId)
    await tally.totals()
    return tally.settled
  }

  #all(ledger: Ledger): AttemptTally {
    const tally = this.#whole.get(ledger) ?? new AttemptTally(ledger)
    this.#whole.set(ledger, tally)
    return tally
  }

  #books(ledger: Ledger, runId: string): Books {
    const known = this.#runs.get(ledger) ?? new RecentlyUsed<string, Books>(MOST_RUNS)
    this.#runs.set(ledger, known)
    const books = known.get(runId) ?? {
      tally: new AttemptTally(ledger, runId, this.#all(ledger)),
      solves: new Solves(ledger, runId),
    }
    known.set(runId, books)
    return books
  }
}
