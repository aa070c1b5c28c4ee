import { hostname } from 'node:os'
import type { Config } from '../config/index.ts'
import type { Goal } from '../goal/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import type { Room } from './capacity.ts'
import type { Fleet } from './fleet.ts'
import { openGoals } from './open-goals.ts'
import { RunLink } from './run-link.ts'
import { beginRun } from './run-record.ts'
import { GoalSearch } from './search.ts'

export interface BackgroundOptions {
  readonly config: Config
  readonly ledger: Ledger
  readonly lean: { readonly pool: LeanPool; readonly checker: Checker }
  readonly lanes: Room['lanes']
  readonly strategies: readonly Strategy[]
  /** Workers that make the attempts instead of this process. */
  readonly fleet?: Fleet | undefined
  /** Goals besides those that are open in the ledger. */
  readonly goals: readonly Goal[]
  /** Fires when the time is over or the user wants to stop. */
  readonly signal: AbortSignal
  readonly onStart?: (search: GoalSearch) => void
}

export interface BackgroundSummary {
  readonly run_id: string
  readonly resumed: boolean
  readonly goals_solved: number
  readonly goals_refuted: number
  readonly attempts: number
  readonly time_seconds: number
}

/** Every round doubles the budgets; after this many an attempt would take half a day. */
const ROUNDS = 12

/** Searches whatever is open, with ever larger budgets, until it is stopped. */
export async function runBackground(options: BackgroundOptions): Promise<BackgroundSummary> {
  const { config, ledger, lean, lanes, strategies, fleet, signal } = options
  const started = Date.now()
  const names = strategies.map(({ name }) => name)
  const { runId, seed, resumed } = await beginRun(ledger, {
    command: 'bg',
    identity: ['bg', String(config.profile), names.join(' ')],
    settings: { profile: config.profile, strategies: names },
    seed: config.seed,
  })
  const worker = `${hostname()}:${process.pid}`
  const { cpuTarget } = config
  const shared = { config, ledger, lanes, strategies, fleet, runId, seed, worker, cpuTarget }
  const search = new GoalSearch({ ...lean, ...shared, useCache: true, rounds: ROUNDS })
  const { monitor } = search
  const watched = { command: 'bg', runId, ledger, search, monitor, config, takesGoals: true }
  await using link = await RunLink.open(watched)
  options.onStart?.(search)
  const open = await openGoals(ledger)
  const known = new Set(open.map(({ id, text }) => `${id}\u0000${text}`))
  const fresh = options.goals.filter(({ id, text }) => !known.has(`${id}\u0000${text}`))
  await search.run([...open, ...fresh], {
    signal: AbortSignal.any([signal, link.signal]),
    forever: true,
  })
  const stats = await ledger.strategyStats(runId)
  const total = (pick: (one: (typeof stats)[number]) => number) =>
    stats.reduce((sum, one) => sum + pick(one), 0)
  const summary = {
    run_id: runId,
    resumed,
    goals_solved: total(({ solved }) => solved),
    goals_refuted: total(({ refuted }) => refuted),
    attempts: total(({ attempts }) => attempts),
    time_seconds: Math.round((Date.now() - started) / 1000),
  }
  await ledger.endRun(runId, { ...summary, interrupted: true })
  return summary
}
