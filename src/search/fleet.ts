/** The workers of all machines as a run over Lean goals uses them. */
import type { Lane } from '../engine/index.ts'
import {
  buildHash,
  type Capacity,
  capabilityOf,
  type JobQueue,
  ORCH_VERSION,
  type WorkerVersions,
} from '../jobs/index.ts'
import { type GoalInput, type HolePlace, type LeanToolchain, leanProgram } from '../lean/index.ts'
import { remoteStrategy, type Strategy } from '../strategies/index.ts'

export interface FleetOptions {
  readonly queue: JobQueue
  readonly capacity: Pick<Capacity, 'workers' | 'most' | 'answered'>
  readonly capability: string
  /** Goals at least this difficult go to the heavy lane. */
  readonly heavyFrom: number
  /** 0 (whenever) to 1 (first) among the runs that share the workers. */
  readonly priority: number
}

/** What a machine would do with a goal: equal capabilities give equal attempts. */
export function leanVersions(toolchain: LeanToolchain, strategies: readonly Strategy[]): WorkerVersions {
  return {
    orch: ORCH_VERSION,
    build: buildHash(),
    work: ['lean'],
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

export class Fleet {
  readonly #options: FleetOptions

  constructor(options: FleetOptions) {
    this.#options = options
  }

  /** Workers that are alive. */
  get workers(): number {
    return this.#options.capacity.workers
  }

  /** Attempts that may be under way at once. */
  most(lane: Lane): number {
    return this.#options.capacity.most(lane)
  }

  strategies(
    strategies: readonly Strategy[],
    {
      runId,
      useCache,
      placeOf,
    }: {
      readonly runId: string
      readonly useCache: boolean
      /** Where a goal stands that is a hole in a file. */
      readonly placeOf?: (input: GoalInput) => HolePlace | undefined
    },
  ): readonly Strategy[] {
    const { queue, capacity, capability, heavyFrom, priority } = this.#options
    const laneOf = (difficulty: number): Lane => (difficulty < heavyFrom ? 'light' : 'heavy')
    const remote = {
      queue,
      queueName: (difficulty: number) => leanQueue(laneOf(difficulty), capability),
      onAnswer: (difficulty: number) => capacity.answered(laneOf(difficulty)),
      runId,
      runPriority: priority,
      salt: useCache ? '' : runId,
      ...(placeOf && { placeOf }),
    }
    return strategies.map((strategy) => remoteStrategy(strategy, remote))
  }
}
