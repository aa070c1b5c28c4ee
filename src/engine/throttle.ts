import type { Clock } from './clock.ts'
import type { Machine } from './machine.ts'

export interface ThrottleOptions {
  readonly machine: Machine
  readonly clock: Clock
  /** Share of the machine's CPU to use; 1 means no limit. */
  readonly cpuTarget: number
  /** Share of memory above which nothing new starts while something runs. */
  readonly memoryTarget: number
  /** Weight of the newest reading in the moving averages. */
  readonly alpha?: number
}

const SAMPLE_MS = 250
// Bounds the credit both ways, so that a long idle or busy time does not count for ever.
const MOST_CREDIT_SECONDS = 3
// An attempt that would overshoot the target must be paid for this many seconds ahead.
const PREPAID_SECONDS = 2
// However busy others keep the machine, something is started this often.
const LONGEST_PAUSE_MS = 10_000

/**
 * Keeps the machine near a CPU target by deciding when an attempt may start.
 * It keeps a credit of CPU: the target earns, what is really used spends. An attempt may start when the credit
 * covers what it is expected to take the machine over the target. Over target the heavy lane shrinks first
 * (never below one), then starts are spaced out.
 */
export class Throttle {
  static readonly sampleMs = SAMPLE_MS
  readonly #options: Required<ThrottleOptions>
  #cpuTarget: number
  /** While paused nothing starts; what runs goes on to its end. */
  paused = false
  #cpu: number | undefined
  #memory: number | undefined
  #background = 0
  #perAttempt: number
  #credit = 0
  #sampledAt: number
  #startedAt = -Infinity
  #ranSince = 0

  constructor(options: ThrottleOptions) {
    this.#options = { alpha: 0.1, ...options }
    this.#cpuTarget = options.cpuTarget
    this.#perAttempt = 1 / options.machine.cores
    this.#sampledAt = options.clock.now()
  }

  get cpuTarget(): number {
    return this.#cpuTarget
  }

  /** Takes effect at once; credit earned under another target is forgotten. */
  set cpuTarget(target: number) {
    if (target !== this.#cpuTarget) this.#credit = 0
    this.#cpuTarget = target
  }

  /** Moving average of the CPU share; as it is now while no attempt has been thought of yet: that is no idle machine. */
  get cpuShare(): number {
    return this.#cpu ?? this.#options.machine.read().cpuShare
  }

  get memoryShare(): number {
    return this.#memory ?? this.#options.machine.read().memoryShare
  }

  /** Reads the machine; `running` attempts are taken to be the cause of what exceeds the idle background. */
  sample(running: number): void {
    const { machine, clock, alpha } = this.#options
    const now = clock.now()
    const seconds = (now - this.#sampledAt) / 1000
    if (seconds <= 0) return
    this.#sampledAt = now
    const { cpuShare, memoryShare } = machine.read()
    this.#cpu = this.#cpu === undefined ? cpuShare : blend(this.#cpu, cpuShare, alpha)
    this.#memory = memoryShare
    const credit = this.#credit + (this.#cpuTarget - cpuShare) * seconds
    this.#credit = Math.min(MOST_CREDIT_SECONDS, Math.max(-MOST_CREDIT_SECONDS, credit))
    if (running === 0 && this.#ranSince === 0) this.#background = blend(this.#background, cpuShare, alpha)
    else if (running > 0 && this.#ranSince === running) {
      const caused = Math.max(0, cpuShare - this.#background) / running
      this.#perAttempt = Math.max(0.001, blend(this.#perAttempt, caused, alpha))
    }
    this.#ranSince = running
  }

  /** Whether one more attempt may start beside the `running` ones. */
  admits(running: number): boolean {
    if (this.paused) return false
    const { clock, memoryTarget } = this.#options
    const cpuTarget = this.#cpuTarget
    const overdue = running === 0 && clock.now() - this.#startedAt >= LONGEST_PAUSE_MS
    if (overdue) return true
    if ((this.#memory ?? 0) > memoryTarget && running > 0) return false
    if (cpuTarget >= 1) return true
    const predicted = this.#background + (running + 1) * this.#perAttempt
    return this.#credit >= Math.max(0, predicted - cpuTarget) * PREPAID_SECONDS
  }

  started(): void {
    this.#startedAt = this.#options.clock.now()
    this.#ranSince = -1
  }

  heavyLimit(most: number): number {
    const { memoryTarget } = this.#options
    const cpuTarget = this.#cpuTarget
    if ((this.#memory ?? 0) > memoryTarget) return Math.min(1, most)
    const cpu = this.#cpu ?? 0
    if (cpuTarget >= 1 || cpu <= cpuTarget) return most
    const over = (cpu - cpuTarget) / (1 - cpuTarget)
    return Math.min(most, Math.max(1, Math.floor(most * (1 - over))))
  }
}

function blend(old: number, fresh: number, alpha: number): number {
  return (1 - alpha) * old + alpha * fresh
}
