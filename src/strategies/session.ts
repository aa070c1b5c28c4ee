/**
 * A strategy's work on one goal: a dojo with a clock and a meter. Every tactic goes through here, so that
 * time limits hold, CPU time is counted, and nothing is left in Lean when the strategy ends.
 */
import type {
  Dojo,
  DojoState,
  Findings,
  Screening,
  TacticResult,
  Trial,
  TrialOptions,
} from '../lean/index.ts'
import type { StrategyGoal, StrategyRun, StrategyTools } from './strategy.ts'

/** Heartbeats limit the work of a tactic, whatever else the machine does; this is only the safety stop behind them. */
const TACTIC_TIMEOUT_MS = 10_000

export interface StepOptions {
  readonly timeoutMs?: number
  readonly heartbeats?: number
  readonly signal?: AbortSignal
}

export class Session implements AsyncDisposable {
  readonly dojo: Dojo
  /** The caller's signal and the strategy's own budget. */
  readonly signal: AbortSignal
  #cpuMicros = 0
  #timed = false
  #run: StrategyRun
  #startedAt: number

  static async open(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<Session> {
    run.signal.throwIfAborted()
    const startedAt = performance.now()
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(Math.ceil(run.budgetSeconds * 1000))])
    return new Session(await tools.openDojo(goal, signal), run, signal, startedAt)
  }

  private constructor(dojo: Dojo, run: StrategyRun, signal: AbortSignal, startedAt: number) {
    this.dojo = dojo
    this.signal = signal
    this.#run = run
    this.#startedAt = startedAt
  }

  get cpuSeconds(): number | null {
    return this.#timed ? this.#cpuMicros / 1e6 : null
  }

  get secondsLeft(): number {
    return this.#run.budgetSeconds - (performance.now() - this.#startedAt) / 1000
  }

  /** Runs a tactic on the first goal of a state, once more if Lean dies under it: it may not have been its fault. */
  async step(state: DojoState, tactic: string, options: StepOptions = {}): Promise<TacticResult> {
    const signal = options.signal ? AbortSignal.any([this.signal, options.signal]) : this.signal
    signal.throwIfAborted()
    this.#run.onProgress?.(tactic)
    const first = await this.#attempt(state, tactic, signal, options)
    return first.kind === 'crashed' ? await this.#attempt(state, tactic, signal, options) : first
  }

  async #attempt(
    state: DojoState,
    tactic: string,
    signal: AbortSignal,
    options: StepOptions,
  ): Promise<TacticResult> {
    const left = Math.max(1, this.secondsLeft * 1000)
    const result = await this.dojo.runTactic(state, tactic, {
      timeoutMs: Math.ceil(Math.min(options.timeoutMs ?? TACTIC_TIMEOUT_MS, left)),
      ...(options.heartbeats === undefined ? {} : { heartbeats: options.heartbeats }),
      signal,
    })
    if (result.kind !== 'crashed') this.#charge(result.timing.cpuMicros)
    return result
  }

  /** The state after a tactic that leaves goals or none; undefined where Lean refuses it. */
  async advance(state: DojoState, tactic: string, options: StepOptions = {}): Promise<DojoState | undefined> {
    const result = await this.step(state, tactic, options)
    return result.kind === 'open' || result.kind === 'closed' ? result.state : undefined
  }

  /** Values that make a goal false, by computing. */
  async counterexample(state: DojoState, options: TrialOptions): Promise<Trial | undefined> {
    const found = await this.dojo.counterexample(state, { ...options, signal: this.signal })
    this.#charge(found?.timing.cpuMicros ?? null)
    return found
  }

  /** Equations that seem to hold among the functions behind a goal. */
  async equations(
    state: DojoState,
    options: Parameters<Dojo['explore']>[1] = {},
  ): Promise<Findings['equations']> {
    const { equations, timing } = await this.dojo.explore(state, { ...options, signal: this.signal })
    this.#charge(timing.cpuMicros)
    return equations
  }

  /** Which statements hold for small values; undefined where that cannot be computed. */
  async screen(
    state: DojoState,
    statements: readonly string[],
    options: TrialOptions = {},
  ): Promise<Screening['verdicts']> {
    const { verdicts, timing } = await this.dojo.screen(state, statements, {
      ...options,
      signal: this.signal,
    })
    this.#charge(timing.cpuMicros)
    return verdicts
  }

  async close(): Promise<void> {
    await this.dojo.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #charge(cpuMicros: number | null): void {
    if (cpuMicros === null) return
    this.#timed = true
    this.#cpuMicros += cpuMicros
  }
}
