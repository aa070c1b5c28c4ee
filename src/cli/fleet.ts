/** How a command that searches finds the workers of other machines: with a database URL, if any are there that fit. */
import { InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config/index.ts'
import { Capacity, type JobQueue, openJobs, type SeenWorker } from '../jobs/index.ts'
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
    new Option(
      '--quota <n>',
      'with workers: at most this many attempts of this run at once, in each lane',
    ).argParser((text) => {
      const value = Number(text)
      if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.')
      return value
    }),
    new Option('--urgency <x>', 'with workers: 0 (after other runs) to 1 (before them)').argParser((text) => {
      const value = Number(text)
      if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.')
      return value
    }),
  ]
}

/** The shared queue and who serves it. */
export interface OpenedWorkers extends AsyncDisposable {
  readonly queue: JobQueue
  readonly capacity: Capacity
}

/** Undefined without a database, or if nobody is there that would do the same as this machine. */
export async function openWorkers(
  { ledger, databaseUrl }: { readonly ledger: Ledger; readonly databaseUrl: string | undefined },
  fits: (worker: SeenWorker) => boolean,
  flags: FleetFlags,
): Promise<OpenedWorkers | undefined> {
  if (databaseUrl === undefined || flags.here) return undefined
  await using opening = new AsyncDisposableStack()
  const capacity = opening.use(await Capacity.open({ ledger, fits, quota: flags.quota }))
  if (capacity.workers === 0) {
    if (capacity.misfits > 0)
      note(
        `${capacity.misfits} worker(s) are there, but none has the versions of this machine: working here (see "orch workers")`,
      )
    return undefined
  }
  const queue = opening.use(await openJobs({ databaseUrl }))
  const opened = opening.move()
  return { queue, capacity, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

export interface OpenedFleet extends AsyncDisposable {
  readonly fleet: Fleet | undefined
}

export async function openFleet(
  { ledger, config, toolchain }: { ledger: Ledger; config: Config; toolchain: LeanToolchain },
  strategies: readonly Strategy[],
  flags: FleetFlags,
): Promise<OpenedFleet> {
  const { databaseUrl, escalateThreshold: heavyFrom } = config
  const capability = leanCapability(leanVersions(toolchain, strategies))
  const fits = (worker: SeenWorker) => worker.capability === capability
  const workers = await openWorkers({ ledger, databaseUrl }, fits, flags)
  if (!workers) return { fleet: undefined, [Symbol.asyncDispose]: async () => {} }
  const { queue, capacity } = workers
  const fleet = new Fleet({ queue, capacity, capability, heavyFrom, priority: flags.urgency ?? 0.5 })
  return { fleet, [Symbol.asyncDispose]: () => workers[Symbol.asyncDispose]() }
}
