import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { chooseStrategies, makeRoom, readBank, runBackground } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { openBeside } from './dashboard.ts'
import { type FleetFlags, fleetOptions, openFleet } from './fleet.ts'
import { logOf, logSearch } from './log-flags.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { projectBackground } from './project-background.ts'
import { secondsText } from './prove.ts'
import { RunDisplay } from './run-display.ts'
import { type SearchFlags, searchFlags } from './search-flags.ts'
import { forOthers, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface BackgroundFlags extends SearchFlags, FleetFlags {
  readonly duration?: string
  readonly dashboard?: string | true
  readonly project?: string
}

const DEFAULT_BANK = 'bench/bank.jsonl'

export function addBackground(program: Command): void {
  const command = searchFlags(program.command('bg'))
  for (const option of fleetOptions()) command.addOption(option)
  command
    .description('Keep searching: open goals of the ledger and the bank, with ever larger budgets.')
    .option('--duration <seconds>', 'stop after this long; without it, until Ctrl-C')
    .option('--dashboard [port]', 'show the run on a live page (port 8000)')
    .option('--project <path>', 'search the sorries of this Lean project instead, and watch its files')
    .option('--bank <file>', `JSONL file of goals to add (default: ${DEFAULT_BANK} if it is there)`)
    .addHelpText(
      'after',
      `
Example:
  $ orch bg --duration 600
  $ orch bg --project .        # 'orch fill' then has at once what was found

With ORCH_DATABASE_URL the attempts are made by the workers of all machines, if any are there (orch worker).
Otherwise the machine is kept at ORCH_CPU_TARGET. Stop it with Ctrl-C and start it again at will: nothing is lost, and no
attempt is made twice with the same budget. Exit code: 0, or 2 if it could not run.`,
    )
    .action((flags: BackgroundFlags) =>
      runAction(flags.json, () =>
        flags.project === undefined ? backgroundCommand(flags) : projectBackground(flags.project, flags),
      ),
    )
}

async function backgroundCommand(flags: BackgroundFlags): Promise<number> {
  const loaded = settings({ profile: flags.profile, strategies: flags.strategies })
  const { config } = loaded
  const log = logOf(flags, config)
  const duration = flags.duration === undefined ? undefined : secondsText('--duration', flags.duration)
  const file = flags.bank ?? (existsSync(DEFAULT_BANK) ? DEFAULT_BANK : undefined)
  const bank = file === undefined ? { goals: [], badLines: [], warnings: [] } : readBank(file)
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names: flags.strategy, all })
  return withLedger(loaded, async (ledger) => {
    for (const { line, message } of bank.badLines) {
      note(`${paint('yellow', 'bad line', process.stderr)} ${file}:${line}: ${message}`)
    }
    for (const { line, message } of bank.warnings)
      note(`${paint('yellow', 'warning:', process.stderr)} ${file}:${line}: ${message}`)
    const { lanes, pool } = makeRoom(config)
    await using _dashboard = await openBeside(flags.dashboard)
    await using session = await openSession(forOthers(flags), pool)
    await using workers = await openFleet({ ledger, config, toolchain: session.toolchain }, all, flags)
    const { fleet } = workers
    if (fleet && !flags.json && !flags.quiet) note(`attempts are made by ${fleet.workers} worker(s)`)
    const limit = duration === undefined ? [] : [AbortSignal.timeout(duration * 1000)]
    const signal = AbortSignal.any([session.signal, ...limit])
    using display = new DisposableStack()
    const summary = await runBackground({
      config,
      ledger,
      lean: session,
      lanes,
      strategies,
      fleet,
      goals: bank.goals,
      signal,
      onStart: (search) => {
        const { json, quiet } = flags
        const names = strategies.map(({ name }) => name)
        const shown = { command: 'bg', strategies: names, limitSeconds: duration, ends: false }
        logSearch(log, search)
        log.write('info', 'run started', { goals: bank.goals.length, strategies: names })
        display.use(new RunDisplay(search, { ...shown, signal, json, quiet }))
      },
    }).finally(() => display.dispose())
    log.write('info', 'run ended', { ...summary })
    if (flags.json) printJson('bg', summary)
    else {
      const { goals_solved: solved, goals_refuted: refuted, attempts, time_seconds: time } = summary
      print(`Solved ${solved}, refuted ${refuted}, ${attempts} attempts, ${time} s.`)
    }
    return EXIT.done
  })
}
