/** How a command that searches finds the workers of other machines: with a database URL, if any are there that fit. */
import { InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config/index.ts'
import { ALIVE_SECONDS, listWorkers, openJobs } from '../jobs/index.ts'
import type { LeanToolchain } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { Fleet, leanCapability, leanVersions } from '../search/index.ts'
import type { Strategy } from '../strategies/index.ts'
import { note } from './output.ts'

export interface FleetFlags {
  readonly quota?: number
  readonly urgency?: number
  readonly here?: boolean
}

export function fleetOptions(): readonly Option[] {
  return [
    new Option('--here', 'search in this process even if workers are there (ORCH_DATABASE_URL)'),
    new Option('--quota <n>', 'with workers: at most this many attempts of this run at once').argParser(
      (text) => {
        const value = Number(text)
        if (!Number.isInteger(value) || value < 1)
          throw new InvalidArgumentError('Give a whole number from 1.')
        return value
      },
    ),
    new Option('--urgency <x>', 'with workers: 0 (after other runs) to 1 (before them)').argParser((text) => {
      const value = Number(text)
      if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.')
      return value
    }),
  ]
}

export interface OpenedFleet extends AsyncDisposable {
  readonly fleet: Fleet | undefined
}

export async function openFleet(
  { ledger, config, toolchain }: { ledger: Ledger; config: Config; toolchain: LeanToolchain },
  strategies: readonly Strategy[],
  flags: FleetFlags,
): Promise<OpenedFleet> {
  const nobody = { fleet: undefined, [Symbol.asyncDispose]: async () => {} }
  const { databaseUrl, escalateThreshold: heavyFrom } = config
  if (databaseUrl === undefined || flags.here) return nobody
  const capability = leanCapability(leanVersions(toolchain, strategies))
  const alive = (await listWorkers(ledger.sql)).filter(({ silentSeconds }) => silentSeconds < ALIVE_SECONDS)
  if (!alive.some((worker) => worker.capability === capability)) {
    if (alive.length > 0)
      note(
        `${alive.length} worker(s) are there, but none is of capability ${capability} as this machine is: searching here (see "orch workers")`,
      )
    return nobody
  }
  await using opening = new AsyncDisposableStack()
  const queue = opening.use(await openJobs({ databaseUrl }))
  const { quota, urgency: priority } = flags
  const fleet = await Fleet.open({ ledger, queue, capability, heavyFrom, quota, priority })
  if (!fleet) return nobody
  opening.use(fleet)
  const opened = opening.move()
  return { fleet, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
