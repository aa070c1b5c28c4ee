import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config/index.ts'
import type { LeanCpu } from '../lean/index.ts'
import { createMarket } from '../market/index.ts'
import { type BankRun, chooseStrategies, makeRoom, readBank, runBank } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { openBeside } from './dashboard.ts'
import { type FleetFlags, fleetOptions, openFleet } from './fleet.ts'
import { logOf, logSearch } from './log-flags.ts'
import { delivered, EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { secondsText } from './prove.ts'
import { RunDisplay } from './run-display.ts'
import { type SearchFlags, searchFlags } from './search-flags.ts'
import { forOthers, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { table } from './table.ts'

interface BankFlags extends SearchFlags, FleetFlags {
  readonly bank: string
  readonly timeout: string
  readonly cache: boolean
  readonly tickets?: boolean
  readonly cpuTarget?: string
  readonly results?: string
  readonly dashboard?: string | true
}

export function addBank(program: Command): void {
  const command = searchFlags(program.command('bank'))
  for (const option of fleetOptions()) command.addOption(option)
  command
    .description('Search for proofs of a bank of goals. Every solved goal was accepted by the checker.')
    .argument('[bank]', 'JSONL file of goals, as with --bank')
    .option('--bank <file>', 'JSONL file of goals', 'bench/bank.jsonl')
    .option('--timeout <seconds>', 'stop after this long', '120')
    .option('--cpu-target <share>', 'share of the machine to use, 0 to 1 (ORCH_CPU_TARGET; 1 if not set)')
    .option('--no-cache', 'ignore what earlier runs found: neither cached scripts nor failures count')
    .option('--tickets', 'work on lemmas that others have asked for, too, when there is nothing else to do')
    .option(
      '--results <folder>',
      'where to write the results (default: bench/results in a clone, results in ORCH_HOME elsewhere)',
    )
    .option('--dashboard [port]', 'show the run on a live page (port 8000)')
    .addHelpText(
      'after',
      `
Examples:
  $ orch bank --timeout 30 --profile 0
  $ orch bank examples/goals.jsonl --json
  $ orch bank --dashboard

With ORCH_DATABASE_URL the attempts are made by the workers of all machines, if any are there (orch worker).
It works on the goals of the bank and the lemmas that they wait for; with --tickets on what others wait for, too.
The same command goes on where it was killed or interrupted. It uses the whole machine; --cpu-target 0.5 leaves half.
Exit code: 0 all solved, 1 not all solved or a bad line in the bank, 2 could not run.`,
    )
    .action((bank: string | undefined, flags: BankFlags) =>
      runAction(flags.json, () => bankCommand({ ...flags, bank: bank ?? flags.bank })),
    )
}

async function bankCommand(flags: BankFlags): Promise<number> {
  const loaded = settings({
    profile: flags.profile,
    strategies: flags.strategies,
    cpuTarget: flags.cpuTarget,
  })
  const { config, origins } = loaded
  const timeoutSeconds = secondsText('--timeout', flags.timeout)
  const log = logOf(flags, config)
  const cpuTarget = origins.cpuTarget === 'default' ? 1 : config.cpuTarget
  const use =
    cpuTarget === 1
      ? 'using the whole machine (--cpu-target 0.5 leaves half of it)'
      : `using ${Math.round(cpuTarget * 100)}% of the machine`
  const bank = readBank(flags.bank)
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names: flags.strategy, all })
  return withLedger(loaded, async (ledger) => {
    for (const { line, message } of bank.badLines) {
      note(`${paint('yellow', 'bad line', process.stderr)} ${flags.bank}:${line}: ${message}`)
    }
    for (const { line, message } of bank.warnings)
      note(`${paint('yellow', 'warning:', process.stderr)} ${flags.bank}:${line}: ${message}`)
    const { lanes, pool } = makeRoom(config)
    await using _dashboard = await openBeside(flags.dashboard)
    await using session = await openSession(forOthers(flags), pool)
    const { checker, signal } = session
    await using workers = await openFleet({ ledger, config, toolchain: session.toolchain }, all, flags)
    const { fleet } = workers
    using display = new DisposableStack()
    const tickets = flags.tickets ? 0 : (await createMarket(ledger).getOpenTickets({ limit: 1000 })).length
    const outcome = await runBank({
      config,
      cpuTarget,
      ledger,
      lean: {
        pool: session.pool,
        checker,
        close: async () => {
          await Promise.all([checker.close(), session.pool.close()])
        },
      },
      lanes,
      strategies,
      bank,
      bankPath: flags.bank,
      timeoutSeconds,
      useCache: flags.cache,
      helpsOthers: flags.tickets === true,
      resultsFolder: flags.results ?? defaultResults(config),
      fleet,
      signal,
      tell: async (done) => {
        display.dispose()
        if (flags.json) printJson('bank', done.results)
        else show(done)
        await delivered()
      },
      onStart: ({ search, runId, resumed, seed }) => {
        if (!flags.json && !flags.quiet) {
          note(
            `${bank.goals.length} ${bank.goals.length === 1 ? 'goal' : 'goals'} from ${flags.bank}, up to ${timeoutSeconds} s, ${use}, seed ${seed}`,
          )
          if (resumed) note(`going on with run ${runId}`)
          if (tickets > 0)
            note(
              `${tickets} open ticket(s) are left alone, but for those that goals of the bank wait for; --tickets works on all`,
            )
          if (fleet) note(`attempts are made by ${fleet.workers} worker(s)`)
        }
        const { json, quiet } = flags
        const names = strategies.map(({ name }) => name)
        const shown = { command: 'bank', strategies: names, limitSeconds: timeoutSeconds, ends: true }
        logSearch(log, search)
        log.write('info', 'run started', { run: runId, seed, resumed, goals: bank.goals.length })
        display.use(new RunDisplay(search, { ...shown, signal, json, quiet }))
      },
    }).finally(() => display.dispose())
    const { goals_solved: solved, goals_total: total } = outcome.results
    return solved === total && bank.badLines.length === 0 ? EXIT.done : EXIT.unsolved
  })
}

/** In a clone of Orch the folder for results is there; somebody else's folder gets nothing but what is in ORCH_HOME. */
function defaultResults({ home }: Pick<Config, 'home'>): string {
  const inClone = join('bench', 'results')
  return existsSync(inClone) ? inClone : join(home, 'results')
}

function show({ results, path }: BankRun): void {
  const { goals_processed: processed, goals_total: total, goals_solved: solved } = results
  print(`Goals: ${processed}/${total} processed${results.ended === 'done' ? '' : ` (${results.ended})`}`)
  print(`Solved: ${solved} (${total > 0 ? ((100 * solved) / total).toFixed(1) : '0.0'}%)`)
  if (results.goals_refuted > 0)
    print(`Refuted: ${results.goals_refuted}, so ${solved + results.goals_refuted} are settled`)
  // The strategies' numbers below include them, the ones above do not.
  if (results.lemmas_proved > 0) print(`Lemmas: ${results.lemmas_proved} proved beside the goals of the bank`)
  if (results.goals_ill_typed > 0) print(`Ill-typed: ${results.goals_ill_typed}`)
  if (results.bad_lines.length > 0) print(`Bad lines: ${results.bad_lines.length}`)
  print('\nBy strategy:')
  const rows = Object.entries(results.strategies).map(([name, one]) => {
    // Whoever refutes a goal has settled it as well as whoever proves one.
    const settled = one.succeeded + one.refuted
    const rate = one.used > 0 ? ((100 * settled) / one.used).toFixed(1) : '0.0'
    return [`  ${name}`, `${settled}/${one.used}`, `(${rate}%),`, `${one.cpu_seconds.toFixed(1)} s of CPU`]
  })
  for (const line of table(rows)) print(line)
  if (results.lean_cpu) print(`\nCPU of Lean: ${leanCpuInWords(results.lean_cpu)}`)
  print(`\nResults saved to ${path}`)
  if (results.ended === 'interrupted') note('Interrupted. The same command goes on from here.')
}

/** The largest share first. */
function leanCpuInWords({ total, processes, killed, ...shares }: LeanCpu): string {
  const parts = Object.entries(shares)
    .toSorted(([, a], [, b]) => b - a)
    .filter(([, seconds]) => seconds >= 0.05)
    .map(([name, seconds]) => `${name.replace('_', ' ')} ${seconds.toFixed(1)}`)
  const ended = killed > 0 ? `, ${killed} killed because they did not stop` : ''
  return `${total.toFixed(1)} s (${parts.join(', ')}) in ${processes} ${processes === 1 ? 'process' : 'processes'}${ended}`
}
