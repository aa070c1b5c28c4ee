/**
 * Goals in, checked answers out: the scheduler as a program uses it, with the strategies, the bandit, the throttle,
 * the judge and the ledger that `orch bank` has. Lean starts with the first goal and ends with the scheduler.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Config, loadConfig } from '../config/index.ts'
import { createRandom, ucbScore } from '../engine/index.ts'
import { InputError } from '../errors.ts'
import { type Goal, goalFeatures, makeGoal, tacticsOf } from '../goal/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import {
  chooseStrategies,
  createPolicy,
  GoalSearch,
  makeRoom,
  prove,
  RunLink,
  RunReport,
  toInput,
} from '../search/index.ts'
import { BUILT_IN, type Profile, type Strategy } from '../strategies/index.ts'
import { LazyLean } from '../use-cases/index.ts'
import type { GoalResult } from './goal-result.ts'

export interface SchedulerOptions {
  /** The ledger of this machine or of `ORCH_DATABASE_URL`, if not given; one that is given is not closed. */
  readonly ledger?: Ledger
  /** A Lean that is open already; otherwise one is opened when the first goal comes. It is not closed. */
  readonly lean?: { readonly pool: LeanPool; readonly checker: Checker }
  /** Settings; what the environment and `.env` say, if not given. */
  readonly config?: Config
  readonly profile?: Profile
  readonly maxLight?: number
  readonly maxHeavy?: number
  /** Share of the machine to use, 0 to 1. */
  readonly cpuTarget?: number
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** For all of it together. */
  readonly timeoutSeconds?: number
  /** Told the id of the run in the ledger, of `processQueue`: by it `controlRun` pauses and stops it. */
  readonly onRun?: (runId: string) => void
}

type SomeGoal = Pick<Goal, 'id' | 'text'> & Partial<Goal>

const MOST_SECONDS = 86_400
const CLOSED = new DOMException('The scheduler is shut down.', 'AbortError')

export class Scheduler implements AsyncDisposable {
  readonly ledger: Ledger
  readonly #options: SchedulerOptions
  readonly #config: Config
  readonly #registry: Strategy[] = [...BUILT_IN]
  readonly #closing = new AbortController()
  readonly #working = new Set<Promise<unknown>>()
  #ownLean: LazyLean | undefined

  static async open(options: SchedulerOptions = {}): Promise<Scheduler> {
    const { maxLight, maxHeavy, cpuTarget, profile } = options
    const config = {
      ...(options.config ?? loadConfig().config),
      ...(maxLight !== undefined && { maxLight }),
      ...(maxHeavy !== undefined && { maxHeavy }),
      ...(cpuTarget !== undefined && { cpuTarget }),
      ...(profile !== undefined && { profile }),
    }
    const { databaseUrl, home } = config
    return new Scheduler(options, config, options.ledger ?? (await openLedger({ databaseUrl, home })))
  }

  private constructor(options: SchedulerOptions, config: Config, ledger: Ledger) {
    this.#options = options
    this.#config = config
    this.ledger = ledger
  }

  /** Adds a strategy of your own; from now on it is one of the arms of the bandit. */
  register(strategy: Strategy): this {
    if (this.#registry.some(({ name }) => name === strategy.name))
      throw new InputError('strategy_name_taken', `There is a strategy '${strategy.name}' already.`, {
        hint: 'Give it another name.',
      })
    this.#registry.push(strategy)
    return this
  }

  /** Strategies of the profile that can run here, yours included. */
  strategies(): Promise<readonly Strategy[]> {
    return chooseStrategies({ profile: this.#config.profile, all: this.#registry })
  }

  /** What the bandit thinks of a strategy: its moving success rate and a bonus for what was tried little. */
  async ucbScore(strategy: string): Promise<number> {
    const { ucbInitialMean, ucbExploration } = this.#config
    const arms = Object.entries(armsOf(await this.ledger.banditState('ucb')))
    const total = arms.reduce((sum, [, { trials }]) => sum + trials, 0)
    const known = arms.find(([name]) => name === strategy)?.[1]
    return ucbScore(known?.mean ?? ucbInitialMean, known?.trials ?? 0, total, ucbExploration)
  }

  /** The strategies that `runGoal` would start on a goal now, in their order. */
  async selectStrategies(goal: SomeGoal, count = this.#config.slate): Promise<readonly string[]> {
    const strategies = await this.strategies()
    const random = createRandom(this.#config.seed ?? 1)
    const known = { ledger: this.ledger, random, strategies }
    const policy = await createPolicy(this.#config, { ...known, isOneGoal: true })
    const arms = strategies.map(({ name }) => name)
    return policy.choose({ arms, failed: [], features: goalFeatures(goal) }, count)
  }

  /** One goal. Throws `GoalError` if Lean does not accept the statement. */
  runGoal(some: SomeGoal, { signal, timeoutSeconds }: RunOptions = {}): Promise<GoalResult> {
    return this.#track(async () => {
      const goal = makeGoal(some)
      const result = await prove(await this.#lean(), toInput(goal), {
        goal,
        ledger: this.ledger,
        config: this.#config,
        registry: this.#registry,
        profile: profileOf(this.#config),
        signal: this.#until(signal),
        ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
      })
      return {
        id: goal.id,
        success: result.outcome === 'proved',
        outcome: result.outcome,
        strategy: result.strategy ?? undefined,
        tactics: tacticsOf(result.script ?? ''),
        timeSeconds: result.time_seconds,
        subgoals: result.stuck_on === null ? [] : [result.stuck_on],
        error: result.counterexample ?? undefined,
        goalHash: result.goal_hash || undefined,
        receipt: result.receipt?.id,
      }
    })
  }

  /** Many goals, as one run in the ledger: dashboards see it, and tickets are worked on when the goals are done. */
  processQueue(some: readonly SomeGoal[], options: RunOptions = {}): Promise<readonly GoalResult[]> {
    return this.#track(async () => {
      const { signal, timeoutSeconds = MOST_SECONDS } = options
      const goals = some.map(makeGoal)
      const { ledger } = this
      const config = this.#config
      const strategies = await this.strategies()
      const seed = config.seed ?? 1
      const runId = `library-${randomUUID()}`
      const settings = { profile: config.profile, strategies: strategies.map(({ name }) => name) }
      await ledger.startRun({ runId, command: 'library', config: settings, seed })
      const search = new GoalSearch({
        ...(await this.#lean()),
        ...{ config, ledger, strategies, runId, seed },
        worker: `${hostname()}:${process.pid}`,
        useCache: true,
        cpuTarget: config.cpuTarget,
        lanes: makeRoom(config).lanes,
      })
      const report = new RunReport(goals, search)
      await using link = await RunLink.open({
        command: 'library',
        runId,
        ledger,
        search,
        monitor: search.monitor,
        config,
        numbers: () => report,
      })
      options.onRun?.(runId)
      const limits = [this.#until(signal), link.signal, AbortSignal.timeout(timeoutSeconds * 1000)]
      const stop = AbortSignal.any(limits)
      await search.run(goals, { signal: stop })
      const reports = await report.goals(ledger, runId)
      await ledger.endRun(runId, {
        goals_total: report.total,
        goals_solved: report.solved,
        interrupted: stop.aborted,
      })
      return reports.map((one) => ({
        id: one.id,
        success: one.outcome === 'proved',
        outcome: one.outcome,
        strategy: one.strategy ?? undefined,
        tactics: tacticsOf(one.script ?? ''),
        timeSeconds: one.time_seconds,
        subgoals: [],
        error: one.detail ?? undefined,
        goalHash: one.goal_hash ?? undefined,
        receipt: one.receipt ?? undefined,
      }))
    })
  }

  /** Starts nothing more and cancels what runs, inside Lean too; what was found is in the ledger. */
  async shutdown(): Promise<void> {
    this.#closing.abort(CLOSED)
    await Promise.allSettled(this.#working)
    await this.#ownLean?.close()
    if (!this.#options.ledger) await this.ledger.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown()
  }

  async #lean(): Promise<{ readonly pool: LeanPool; readonly checker: Checker }> {
    if (this.#options.lean) return this.#options.lean
    const { cacheDir, kernels } = this.#config
    this.#ownLean ??= new LazyLean({ cacheDir, kernels, ...makeRoom(this.#config).pool })
    return this.#ownLean.open()
  }

  #until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal
  }

  #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) return Promise.reject(CLOSED)
    const tracked = work().finally(() => this.#working.delete(tracked))
    this.#working.add(tracked)
    return tracked
  }
}

function profileOf({ profile }: Config): Profile {
  return profile === 0 || profile === 2 ? profile : 1
}

function armsOf(
  state: unknown,
): Readonly<Record<string, { readonly mean: number; readonly trials: number }>> {
  return (state as { arms?: Record<string, { mean: number; trials: number }> } | undefined)?.arms ?? {}
}
