/**
 * A strategy's work on one goal: a dojo with a clock and a meter. Every tactic goes through here, so that
 * time limits hold, CPU time is counted, and nothing is left in Lean when the strategy ends.
 */
import {
  type Dojo,
  type DojoState,
  type Findings,
  type Laws,
  LeanGoneError,
  type TacticResult,
  type Timing,
  type ToldApart,
  type Trial,
  type TrialOptions,
} from '../lean/index.ts'
import { MOST, PATIENCE, TACTIC_TIMEOUT_MS, type Tactic } from '../tactics/index.ts'
import { RowCounts } from './row-counts.ts'
import type { StrategyGoal, StrategyRun, StrategyTools } from './strategy.ts'
import { RECENT_MICROS, WorkClock, WorkPace } from './work-clock.ts'

/** Heartbeats limit the work of a tactic; the clock is the safety stop behind them, and waits longer on a busy machine. */
export interface StepOptions {
  readonly timeoutMs?: number
  readonly heartbeats?: number
  readonly signal?: AbortSignal
  /** Whether somebody reads why a tactic is refused. */
  readonly tellsWhy?: boolean
}

/** Of all sessions of this process together. */
const RECENT = new WorkPace(RECENT_MICROS)

export class Session implements AsyncDisposable {
  readonly dojo: Dojo
  /** The caller's signal and the strategy's own budget. */
  readonly signal: AbortSignal
  #cpuMicros = 0
  /** Whether Lean has answered without saying what the answer took, as it does where the system does not tell. */
  #untimed = false
  /** Tactics in a row under which Lean ended, twice each. */
  #deaths = 0
  #run: StrategyRun
  /** What the tables earned. */
  readonly rows = new RowCounts()
  /** Which theorems `grind` has been asked about, and what it said. */
  readonly grindTakes = new Map<string, boolean>()
  readonly #clock = new WorkClock(RECENT)

  static async open(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<Session> {
    run.signal.throwIfAborted()
    // The budget is for searching. Opening has a limit too, since a preamble may compute forever.
    const opening = AbortSignal.timeout(Math.ceil(run.budgetSeconds * PATIENCE * 1000))
    const dojo = await tools.openDojo(goal, AbortSignal.any([run.signal, opening]))
    return new Session(dojo, run)
  }

  private constructor(dojo: Dojo, run: StrategyRun) {
    this.dojo = dojo
    this.#run = run
    this.signal = AbortSignal.any([run.signal, this.#clock.at(run.budgetSeconds)])
  }

  /** What the answers so far took: nothing before the first one, whose waiting is no work. Null where Lean cannot tell. */
  get cpuSeconds(): number | null {
    // A process that was killed does not tell what its last answer would have taken.
    return this.#untimed && this.#cpuMicros === 0 ? null : this.#cpuMicros / 1e6
  }

  get secondsLeft(): number {
    return this.#run.budgetSeconds - this.#clock.seconds
  }

  /** Aborts when only so much of the budget is left. */
  whenLeft(seconds: number): AbortSignal {
    return this.#clock.at(this.#run.budgetSeconds - seconds)
  }

  /** Runs a tactic on the first goal of a state, once more if Lean dies under it: it may not have been its fault. */
  async step(state: DojoState, tactic: Tactic | string, options: StepOptions = {}): Promise<TacticResult> {
    const signal = options.signal ? AbortSignal.any([this.signal, options.signal]) : this.signal
    signal.throwIfAborted()
    const text = typeof tactic === 'string' ? tactic : tactic.text
    this.#run.onProgress?.(text)
    const first = await this.#attempt(state, text, signal, options)
    const result = first.kind === 'crashed' ? await this.#attempt(state, text, signal, options) : first
    this.#run.tree?.add(state, tactic, result)
    this.#countDeaths(result)
    if (typeof tactic !== 'string') {
      const cpuMicros = result.kind === 'crashed' ? 0 : (result.timing.cpuMicros ?? 0)
      this.rows.used(tactic, cpuMicros, result.kind === 'open' || result.kind === 'closed')
    }
    return result
  }

  /** A goal under which Lean ends whatever is tried is given up: who asked decides whether another Lean shall meet it. */
  #countDeaths(result: TacticResult): void {
    const died = result.kind === 'crashed' && result.error.reason === 'exited'
    this.#deaths = died ? this.#deaths + 1 : 0
    if (died && this.#deaths >= MOST.deaths) throw result.error
  }

  async #attempt(
    state: DojoState,
    tactic: string,
    signal: AbortSignal,
    options: StepOptions,
  ): Promise<TacticResult> {
    const left = Math.max(1, this.secondsLeft * 1000)
    const limit = Math.min(options.timeoutMs ?? TACTIC_TIMEOUT_MS, left)
    const result = await this.dojo.runTactic(state, tactic, {
      timeoutMs: Math.ceil(limit * this.#clock.slowness),
      ...(options.heartbeats === undefined ? {} : { heartbeats: options.heartbeats }),
      silent: !options.tellsWhy,
      signal,
    })
    if (result.kind !== 'crashed') this.#charge(result.timing)
    return result
  }

  /** The state after a tactic that leaves goals or none; undefined where Lean refuses it. */
  async advance(
    state: DojoState,
    tactic: Tactic | string,
    options: StepOptions = {},
  ): Promise<DojoState | undefined> {
    const result = await this.step(state, tactic, options)
    return result.kind === 'open' || result.kind === 'closed' ? result.state : undefined
  }

  /** Values that make a goal false, by computing. */
  async counterexample(state: DojoState, options: TrialOptions): Promise<Trial | undefined> {
    return this.#ask(() => this.dojo.counterexample(state, this.#inOwnTime(options)))
  }

  /** Equations that seem to hold among the functions behind a goal. */
  async equations(
    state: DojoState,
    options: Parameters<Dojo['explore']>[1] = {},
  ): Promise<Findings['equations']> {
    const found = await this.#ask(() => this.dojo.explore(state, this.#inOwnTime(options)))
    return found?.equations ?? []
  }

  /** Laws of some schemas that seem to hold, and how many there are to look at. */
  async laws(...[state, schemas, options]: Parameters<Dojo['laws']>): Promise<Omit<Laws, 'timing'>> {
    const found = await this.#ask(() => this.dojo.laws(state, schemas, this.#inOwnTime(options)))
    return found ?? { total: 0, seen: 0, laws: [] }
  }

  /** What a goal says with a variable in several places told apart, where small values do not deny it. */
  async toldApart(...[state, options]: Parameters<Dojo['occurrences']>): Promise<readonly ToldApart[]> {
    const found = await this.#ask(() => this.dojo.occurrences(state, this.#inOwnTime(options)))
    return found?.laws ?? []
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dojo.close()
  }

  /** Values may explode, and Lean has to be killed then: what it was asked stays unknown. */
  async #ask<T extends { readonly timing: Timing }>(
    question: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      const answer = await question()
      if (answer) this.#charge(answer.timing)
      return answer
    } catch (error) {
      if (error instanceof LeanGoneError) return undefined
      throw error
    }
  }

  /**
   * Stretches the time limit of a request by how slow the machine is at present, and ends the request with the
   * session.
   */
  #inOwnTime<T extends { readonly timeoutMs?: number | undefined }>(options: T): T & { signal: AbortSignal } {
    const { timeoutMs } = options
    const scaled = timeoutMs === undefined ? {} : { timeoutMs: Math.ceil(timeoutMs * this.#clock.slowness) }
    return { ...options, ...scaled, signal: this.signal }
  }

  #charge({ wallMicros, cpuMicros }: Timing): void {
    this.#clock.sample(wallMicros, cpuMicros)
    if (cpuMicros === null) this.#untimed = true
    else this.#cpuMicros += cpuMicros
  }
}
