/** `orch bg --project`: the search of a project's holes that goes on while people work on it. */
import { join } from 'node:path'
import { fillInBackground } from '../fill/index.ts'
import { RotatingLog } from '../log/index.ts'
import { chooseStrategies, makeRoom } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { logEvent, outcomeLine } from './fill.ts'
import { fillCacheFolder } from './fill-input.ts'
import { type FleetFlags, openFleet } from './fleet.ts'
import { logOf } from './log-flags.ts'
import { EXIT, note, print, printJson } from './output.ts'
import { secondsText } from './prove.ts'
import type { SearchFlags } from './search-flags.ts'
import { forOthers, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'

export async function projectBackground(
  path: string,
  flags: SearchFlags & FleetFlags & { readonly duration?: string },
): Promise<number> {
  const loaded = settings({ profile: flags.profile, strategies: flags.strategies })
  const { config } = loaded
  const duration = flags.duration === undefined ? undefined : secondsText('--duration', flags.duration)
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names: flags.strategy, all })
  const { lanes, pool } = makeRoom(config)
  // Every line that is shown also goes into this file, with or without `--log-file`: such a search runs for days.
  const told = new RotatingLog(join(config.home, 'fill.log'))
  const log = logOf(flags, config)
  const onLine = (line: string) => {
    told.write(line)
    if (!flags.quiet && !flags.json) note(line)
  }
  return withLedger(loaded, async (ledger) => {
    await using lean = await openSession({ ...forOthers(flags), cwd: path }, pool, 'when needed')
    await using workers = await openFleet({ ledger, config, toolchain: lean.toolchain }, all, flags)
    const { fleet } = workers
    if (fleet) onLine(`attempts are made by ${fleet.workers} worker(s)`)
    const limit = duration === undefined ? [] : [AbortSignal.timeout(duration * 1000)]
    const summary = await fillInBackground({
      path,
      lean,
      ledger,
      config,
      strategies,
      lanes,
      fleet,
      cpuTarget: config.cpuTarget,
      cacheFolder: fillCacheFolder(),
      signal: AbortSignal.any([lean.signal, ...limit]),
      onLine,
      onEvent: (event) => {
        logEvent(log, event)
        if (event.kind === 'outcome' && event.outcome.kind !== 'open') onLine(outcomeLine(event.outcome))
      },
    })
    log.write('info', 'run ended', { ...summary })
    if (flags.json) printJson('bg --project', { ...summary, log: told.file })
    else
      print(
        `${summary.proved} proved, ${summary.refuted} false, ${summary.open} open; the log is ${told.file}.`,
      )
    return EXIT.done
  })
}
