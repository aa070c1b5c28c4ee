import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config/index.ts'
import { type Checker, type LeanCpu, type LeanPool, leanCpu } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import type { Bank } from './bank-file.ts'
import type { Room } from './capacity.ts'
import type { Fleet } from './fleet.ts'
import { aborted } from './pause.ts'
import { type GoalReport, RunReport } from './report.ts'
import {
  type BankResults,
  fileTimestamp,
  resultsPaths,
  roundSeconds,
  strategyResults,
  writeResults,
} from './results.ts'
import { RunLink } from './run-link.ts'
import { beginRun } from './run-record.ts'
import { GoalSearch } from './search.ts'

export interface BankRunOptions {
  readonly config: Config
  /** Share of the machine to use; 1 is no limit. */
  readonly cpuTarget: number
  readonly ledger: Ledger
  readonly lean: { readonly pool: LeanPool; readonly checker: Checker; close(): Promise<void> }
  readonly lanes: Room['lanes']
  readonly strategies: readonly Strategy[]
  readonly bank: Bank
  readonly bankPath: string
  readonly timeoutSeconds: number
  readonly useCache: boolean
  /** Whether lemmas that others have asked for are worked on, too. */
  readonly helpsOthers?: boolean
  readonly resultsFolder: string
  /** Workers that make the attempts instead of this process. */
  readonly fleet?: Fleet | undefined
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal
  /** Called before the search starts, to follow it. */
  readonly onStart?: (run: {
    search: GoalSearch
    report: RunReport
    runId: string
    resumed: boolean
    seed: number
  }) => void
  /** Tells the user; the run is over only when this is done, so that a kill in between loses no output. */
  readonly tell?: (outcome: BankRun) => Promise<void>
}

export interface BankRun {
  readonly results: BankResults
  readonly goals: readonly GoalReport[]
  readonly path: string
}

/** Runs a bank within a time limit and writes its results. Closes Lean, so that its CPU time is known. */
export async function runBank(options: BankRunOptions): Promise<BankRun> {
  const { config, ledger, lean, lanes, strategies, bank, bankPath, timeoutSeconds, useCache } = options
  const { helpsOthers = false } = options
  const started = new Date()
  const names = strategies.map(({ name }) => name)
  const run = await beginRun(ledger, {
    command: 'bank',
    identity: [bankHash(bank), String(config.profile), names.join(' '), String(useCache)],
    settings: {
      bank: bankPath,
      timeout: timeoutSeconds,
      profile: config.profile,
      strategies: names,
      cache: useCache,
      tickets: helpsOthers,
    },
    seed: config.seed,
  })
  const { runId, seed, resumed } = run
  const { cpuTarget, fleet } = options
  const worker = `${hostname()}:${process.pid}`
  const search = new GoalSearch({
    ...lean,
    config,
    ledger,
    strategies,
    runId,
    seed,
    worker,
    useCache,
    helpsOthers,
    cpuTarget,
    lanes,
    fleet,
  })
  const report = new RunReport(bank.goals, search)
  await using link = await RunLink.open({
    command: 'bank',
    runId,
    ledger,
    search,
    monitor: search.monitor,
    config,
    numbers: () => report,
  })
  const signal = AbortSignal.any([options.signal, link.signal])
  options.onStart?.({ search, report, ...run })
  // The limit is for the search: on a busy machine Lean's start alone would use up a small one.
  if (!fleet) await Promise.race([lean.pool.warm().catch(() => {}), aborted(signal)])
  const limit = AbortSignal.timeout(timeoutSeconds * 1000)
  await search.run(bank.goals, { signal: AbortSignal.any([signal, limit]) })
  const allDone = report.processed === report.total
  const ended = signal.aborted ? 'interrupted' : limit.aborted && !allDone ? 'timeout' : 'done'
  const timeSeconds = (Date.now() - started.getTime()) / 1000
  const { fingerprint, kind } = lean.pool.toolchain
  await lean.close()
  const leanSpent = leanCpu.look()

  const goals = await report.goals(ledger, runId)
  const stats = await ledger.strategyStats(runId)
  const count = (outcome: GoalReport['outcome']) => goals.filter((goal) => goal.outcome === outcome).length
  const timestamp = fileTimestamp(started)
  const paths = resultsPaths(options.resultsFolder, timestamp)
  const results: BankResults = {
    timestamp,
    goals_total: report.total,
    goals_processed: report.processed,
    goals_solved: count('proved'),
    strategies: strategyResults(stats, names),
    config: {
      timeout: timeoutSeconds,
      max_heavy: lanes.heavy,
      max_light: lanes.light,
      cpu_target: cpuTarget,
      profile: config.profile,
      policy: config.policy,
      slate: config.slate,
      cache: useCache,
    },
    goals_refuted: count('refuted'),
    goals_ill_typed: count('ill-typed'),
    lemmas_proved: await report.lemmasProved(ledger, runId),
    bad_lines: bank.badLines,
    bank: bankPath,
    run_id: runId,
    seed,
    resumed,
    ended,
    time_seconds: roundSeconds(timeSeconds),
    cpu_seconds: roundSeconds(stats.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)),
    lean_cpu_seconds: leanSpent.processes === 0 ? null : roundSeconds(leanSpent.total),
    lean_cpu: leanSpent.processes === 0 ? null : rounded(leanSpent),
    toolchain: { kind, fingerprint },
    goals_file: paths.goals,
  }
  writeResults(paths.results, results, goals)
  const outcome = { results, goals, path: paths.results }
  await options.tell?.(outcome)
  await ledger.endRun(runId, { ...results, interrupted: ended === 'interrupted' })
  return outcome
}

function rounded(cpu: LeanCpu): LeanCpu {
  const entries = Object.entries(cpu).map(([name, value]) => [name, roundSeconds(value)])
  return Object.fromEntries(entries) as LeanCpu
}

function bankHash({ goals }: Bank): string {
  return createHash('sha256').update(JSON.stringify(goals)).digest('hex')
}
