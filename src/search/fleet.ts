/**
 * The workers of all machines as one run uses them. How much is given to them at once follows what they have: a run
 * keeps their slots full and a few jobs in waiting, so that the queue stays short however large the bank is, and runs
 * that share the workers get about the same of them.
 */
import type { Lane } from '../engine/index.ts'
import {
  ALIVE_SECONDS,
  buildHash,
  capabilityOf,
  type JobQueue,
  listWorkers,
  ORCH_VERSION,
  type WorkerVersions,
} from '../jobs/index.ts'
import { type LeanToolchain, leanProgram } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { remoteStrategy, type Strategy } from '../strategies/index.ts'

const LOOK_MS = 2_000
/** Jobs that wait while all slots are busy: as many as end before the next look. */
const LEAD = 1.25

export interface FleetOptions {
  readonly ledger: Ledger
  readonly queue: JobQueue
  readonly capability: string
  /** Goals at least this difficult go to the heavy lane. */
  readonly heavyFrom: number
  /** Most attempts of this run at once, over all workers. */
  readonly quota?: number | undefined
  /** 0 (whenever) to 1 (first) among the runs that share the workers. */
  readonly priority?: number | undefined
}

/** What a machine would do with a goal: equal capabilities give equal attempts. */
export function leanVersions(toolchain: LeanToolchain, strategies: readonly Strategy[]): WorkerVersions {
  return {
    orch: ORCH_VERSION,
    build: buildHash(),
    toolchain: toolchain.fingerprint,
    checker: leanProgram('verdict').hash,
    strategies: strategies.map(({ name, version }) => `${name}@${version}`).sort(),
  }
}

export function leanCapability({ orch, build, toolchain, checker, strategies }: WorkerVersions): string {
  return capabilityOf([orch, build, toolchain, checker, ...strategies])
}

export function leanQueue(lane: Lane, capability: string): string {
  return `lean-${lane}-${capability}`
}

export class Fleet implements AsyncDisposable {
  readonly #options: FleetOptions
  #slots: Readonly<Record<Lane, number>> = { light: 0, heavy: 0 }
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /** Undefined if no worker is there that would do the same as this machine. */
  static async open(options: FleetOptions): Promise<Fleet | undefined> {
    const fleet = new Fleet(options)
    await fleet.#look()
    if (fleet.#count === 0) return undefined
    fleet.#timer = setInterval(() => void fleet.#look().catch(() => undefined), LOOK_MS)
    return fleet
  }

  private constructor(options: FleetOptions) {
    this.#options = options
  }

  /** Workers that are alive. */
  get workers(): number {
    return this.#count
  }

  /** Attempts that may be under way at once. */
  most(lane: Lane): number {
    const wanted = Math.ceil(this.#slots[lane] * LEAD)
    return Math.min(wanted, this.#options.quota ?? wanted)
  }

  strategies(
    strategies: readonly Strategy[],
    { runId, useCache }: { readonly runId: string; readonly useCache: boolean },
  ): readonly Strategy[] {
    const { queue, capability, heavyFrom, priority = 0.5 } = this.#options
    const remote = {
      queue,
      queueName: (difficulty: number) => leanQueue(difficulty < heavyFrom ? 'light' : 'heavy', capability),
      runId,
      runPriority: priority,
      salt: useCache ? '' : runId,
    }
    return strategies.map((strategy) => remoteStrategy(strategy, remote))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const { ledger, capability } = this.#options
    const alive = (await listWorkers(ledger.sql)).filter(
      (worker) => worker.capability === capability && worker.silentSeconds < ALIVE_SECONDS,
    )
    const sum = (lane: Lane) => alive.reduce((total, { lanes }) => total + lanes[lane], 0)
    this.#slots = { light: sum('light'), heavy: sum('heavy') }
    this.#count = alive.length
  }
}
