import type { Config } from '../config/index.ts'
import {
  createMachine,
  type Lane,
  type Problem,
  type ProblemScheduler,
  systemClock,
  Throttle,
} from '../engine/index.ts'
import type { Fleet } from './fleet.ts'

export interface RunningAttempt {
  readonly goal: { readonly id: string; readonly text: string }
  readonly key: string
  readonly strategy: string
  readonly lane: Lane
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly budgetSeconds: number
}

/** What a search is doing right now. */
export interface SearchSnapshot {
  readonly cpuShare: number
  readonly memoryShare: number
  readonly cpuTarget: number
  readonly paused: boolean
  readonly queued: number
  readonly busy: Readonly<Record<Lane, number>>
  readonly limits: Readonly<Record<Lane, number>>
  readonly running: readonly RunningAttempt[]
}

interface MonitorOptions {
  readonly config: Pick<Config, 'cpuAlpha' | 'memoryTarget'>
  /** Share of the machine to use; 1 is no limit. */
  readonly cpuTarget: number
  readonly lanes: Readonly<Record<Lane, number>>
  readonly fleet?: Fleet | undefined
}

/** What a search may use of the machine and what it is doing there, for whoever looks at its run or steers it. */
export class SearchMonitor {
  readonly throttle: Throttle
  /** Attempts at once; workers may come and go. */
  readonly most: Readonly<Record<Lane, () => number>>
  readonly #running = new Map<string, RunningAttempt>()
  #scheduler: Pick<ProblemScheduler<Problem>, 'queued' | 'running'> | undefined

  constructor({ config, cpuTarget, lanes, fleet }: MonitorOptions) {
    // Attempts on workers use no CPU and memory of this machine, so its throttle is off.
    const targets = fleet
      ? { cpuTarget: 1, memoryTarget: 1 }
      : { cpuTarget, memoryTarget: config.memoryTarget }
    const { cpuAlpha: alpha } = config
    this.throttle = new Throttle({ machine: createMachine(), clock: systemClock, alpha, ...targets })
    const most = (lane: Lane) => () => fleet?.most(lane) ?? lanes[lane]
    this.most = { light: most('light'), heavy: most('heavy') }
  }

  /** `nameOf` says what a problem is called where people see it. */
  follow<P extends Problem>(
    scheduler: ProblemScheduler<P>,
    nameOf: (problem: P) => RunningAttempt['goal'],
  ): void {
    this.#scheduler = scheduler
    scheduler.on('started', ({ problem, arm, budget, lane }) =>
      this.#running.set(`${arm} ${problem.key}`, {
        goal: nameOf(problem),
        key: problem.key,
        strategy: arm,
        lane,
        startedAt: Date.now(),
        budgetSeconds: budget.seconds,
      }),
    )
    scheduler.on('ended', ({ problem, attempt }) =>
      this.#running.delete(`${attempt.strategy} ${problem.key}`),
    )
  }

  snapshot(): SearchSnapshot {
    const { cpuShare, memoryShare, cpuTarget, paused } = this.throttle
    return {
      cpuShare,
      memoryShare,
      cpuTarget,
      paused,
      queued: this.#scheduler?.queued ?? 0,
      busy: this.#scheduler?.running ?? { light: 0, heavy: 0 },
      limits: { light: this.most.light(), heavy: this.throttle.heavyLimit(this.most.heavy()) },
      running: [...this.#running.values()],
    }
  }
}
