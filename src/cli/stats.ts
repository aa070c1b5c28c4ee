import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { type QueueOverview, queueOverview } from '../jobs/index.ts'
import type { StrategyStats } from '../ledger/index.ts'
import { EXIT, print, printJson, runAction } from './output.ts'
import { settings, withLedger } from './settings.ts'
import { table } from './table.ts'

const DEAD_SHOWN = 10

export function addStats(program: Command): void {
  program
    .command('stats')
    .description('What each strategy has achieved, over everything in the ledger or over one run.')
    .option('--run <id>', 'one run only')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch stats\n\nExit code: 0, or 2 if the ledger cannot be read.')
    .action(({ run: runId, json }: { run?: string; json?: boolean }) =>
      runAction(json, () =>
        withLedger(settings(), async (ledger) => {
          if (runId !== undefined && !(await ledger.run(runId)))
            throw new InputError('unknown_run', `There is no run ${runId} in ${ledger.place}.`, {
              hint: 'The results of a run name it (run_id), and so does the list of runs on the dashboard.',
            })
          const stats = await ledger.strategyStats(runId)
          const jobs = await queueOverview(ledger, DEAD_SHOWN)
          if (json)
            printJson('stats', {
              ledger: ledger.place,
              strategies: stats.map(asJson),
              ...(jobs && { jobs: jobsAsJson(jobs) }),
            })
          else {
            show(ledger.place, stats)
            if (jobs) showJobs(jobs)
          }
          return EXIT.done
        }),
      ),
    )
}

function asJson(stats: StrategyStats) {
  return {
    strategy: stats.strategy,
    attempts: stats.attempts,
    solved: stats.solved,
    refuted: stats.refuted,
    rate: stats.rate,
    mean_time_seconds: stats.meanTimeSeconds,
    cache_hit_rate: stats.cacheHitRate ?? null,
    unique_solves: stats.uniqueSolves,
    cpu_seconds: stats.cpuSeconds,
    cpu_seconds_per_solve: stats.cpuSecondsPerSolve ?? null,
  }
}

function show(place: string, stats: readonly StrategyStats[]): void {
  if (stats.length === 0) {
    print(`No attempts yet in ${place}. Run orch bank first.`)
    return
  }
  const percent = (share: number | undefined) => (share === undefined ? '' : `${(100 * share).toFixed(1)}%`)
  const rows = stats.map((one) => [
    one.strategy,
    String(one.attempts),
    String(one.solved),
    String(one.refuted),
    percent(one.rate),
    one.meanTimeSeconds.toFixed(2),
    percent(one.cacheHitRate),
    String(one.uniqueSolves),
    one.cpuSecondsPerSolve?.toFixed(2) ?? '',
  ])
  const head = [
    'strategy',
    'attempts',
    'solved',
    'refuted',
    'rate',
    'mean s',
    'cached',
    'unique',
    'CPU/solve',
  ]
  for (const line of table([head, ...rows])) print(line)
}

function jobsAsJson({ queues, dead, deadJobs }: QueueOverview) {
  return {
    queues,
    dead,
    dead_jobs: deadJobs.map(({ queue, group, key, error, diedAt }) => ({
      queue,
      run: group,
      key,
      error,
      died_at: diedAt,
    })),
  }
}

function showJobs({ queues, dead, deadJobs }: QueueOverview): void {
  const rows = queues.map(({ queue, waiting, active }) => [queue, String(waiting), String(active)])
  print('')
  if (rows.length > 0) for (const line of table([['queue', 'waiting', 'active'], ...rows])) print(line)
  print(dead === 0 ? 'No dead jobs.' : `${dead} dead jobs: they broke three workers each. The newest:`)
  for (const { diedAt, key, error } of deadJobs) print(`  ${diedAt} ${key.slice(0, 80)}: ${error}`)
}
