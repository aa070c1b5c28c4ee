/**
 * One goal: the same arms, judge, tools and ledger rows as in a run of many, under a time limit. This is what
 * `orch prove`, the MCP tool and the library's `prove` are.
 */
import { hostname } from 'node:os'
import type { Attempt, Outcome } from '../attempt.ts'
import { type Config, loadConfig, strategyTimeout } from '../config/index.ts'
import { createRandom, createScheduler } from '../engine/index.ts'
import { makeGoal } from '../goal.ts'
import type { Checker, GoalInput, LeanPool, Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { BUILT_IN, type Profile, type Strategy } from '../strategies/index.ts'
import { toArm } from './arms.ts'
import { tryCache } from './cache.ts'
import { chooseStrategies } from './choose-strategies.ts'
import { createPolicy, HEAD_START_MS, savePolicy } from './policy.ts'
import { fixGoal } from './prepare.ts'
import type { Evidence, GoalProblem } from './problem.ts'
import { RunMemory } from './run-memory.ts'
import { openTools } from './tools.ts'
import { createVerify, type KeepReceipt, keepIn } from './verify.ts'

export interface ProveOptions {
  /** For all strategies together; each also keeps to its own limit. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onTactic?: ((tactic: string) => void) | undefined
  /** Names of the strategies to use; otherwise those of `profile` that can run here. */
  readonly strategies?: readonly string[] | undefined
  readonly profile?: Profile
  /** Where names are looked up: the built-in strategies, or the result of `loadStrategies`. */
  readonly registry?: readonly Strategy[]
  /** Settings: time limits, models, the policy. What the environment says, if not given. */
  readonly config?: Config
  /** Where attempts, proofs and receipts are kept, and looked up; nothing is remembered without one. */
  readonly ledger?: Ledger | undefined
}

export interface ProveResult {
  readonly outcome: Outcome
  readonly statement: string
  /** The key of the goal in a ledger. */
  readonly goal_hash: string
  readonly script: string | null
  readonly strategy: string | null
  readonly time_seconds: number
  /** CPU time of all attempts and of the judge. */
  readonly cpu_seconds: number
  readonly receipt: Receipt | null
  /** With `refuted`: the values for which the statement fails; script and receipt are those of its negation. */
  readonly counterexample: string | null
  /** Without a proof: the open subgoal that came closest. */
  readonly stuck_on: string | null
}

interface Lean {
  readonly pool: LeanPool
  readonly checker: Checker
}

/** Without a ledger nothing is remembered. */
const FORGETFUL = {
  unfinished: async () => [],
  keepUnfinished: async () => {},
  countRows: async () => {},
}

const TIMEOUT_MS = 60_000
/** Attempts at once: as many as a single Lean process has places for. */
const LANES = 2
const STOP_MS = 2_000
const SEED = 1

/** Searches for a proof. Throws `GoalError` if Lean does not accept the goal itself. */
export async function prove(lean: Lean, goal: GoalInput, options: ProveOptions = {}): Promise<ProveResult> {
  const started = performance.now()
  const { timeoutMs = TIMEOUT_MS, signal } = options
  const limit = AbortSignal.timeout(timeoutMs)
  const single = new SingleGoal(lean, goal, options, signal ? AbortSignal.any([signal, limit]) : limit)
  let settled: Attempt | undefined
  try {
    settled = await single.search()
  } catch (error) {
    if (!signal?.aborted && !limit.aborted) throw error
  }
  const stopped = signal?.aborted ? 'cancelled' : limit.aborted ? 'timeout' : 'failed'
  const timeSeconds = Math.round(performance.now() - started) / 1000
  return single.result(settled?.outcome ?? stopped, settled, timeSeconds)
}

class SingleGoal {
  readonly #lean: Lean
  readonly #input: GoalInput
  readonly #options: ProveOptions
  readonly #signal: AbortSignal
  #problem: GoalProblem | undefined
  #receipt: Receipt | undefined
  #counterexample: string | undefined
  #stuckOn: string | undefined
  #cpuSeconds = 0

  constructor(lean: Lean, input: GoalInput, options: ProveOptions, signal: AbortSignal) {
    this.#lean = lean
    this.#input = input
    this.#options = options
    this.#signal = signal
  }

  /** The attempt that settled the goal. */
  async search(): Promise<Attempt | undefined> {
    const { ledger, profile = 1, strategies: names, registry = BUILT_IN } = this.#options
    const config = this.#options.config ?? loadConfig().config
    // Fixed before anybody searches: the process that does it has seen no candidate yet.
    const { statement, preamble = '', imports = [] } = this.#input
    const goal = makeGoal({ id: 'goal', text: statement, preamble, imports: [...imports] })
    const fixed = await fixGoal(this.#lean, goal, this.#signal)
    const { key } = fixed
    const problem = { ...fixed, goal: { ...goal, id: `goal-${key.slice(-10)}` } }
    this.#problem = problem
    await ledger?.saveGoals([{ ...problem.goal, key }])
    // Whoever names a strategy wants to see that strategy at work.
    const cached = names ? undefined : await this.#remembered(problem, config)
    if (cached) return cached
    const strategies = await chooseStrategies({ profile, names, all: registry })
    return await this.#raced(problem, strategies, config)
  }

  result(outcome: Outcome, settled: Attempt | undefined, timeSeconds: number): ProveResult {
    return {
      outcome,
      statement: this.#input.statement,
      goal_hash: this.#problem?.key ?? '',
      script: settled?.tactics.join('\n') ?? null,
      strategy: settled?.strategy ?? null,
      time_seconds: timeSeconds,
      cpu_seconds: Math.round(this.#cpuSeconds * 1000) / 1000,
      receipt: settled ? (this.#receipt ?? null) : null,
      counterexample: settled?.outcome === 'refuted' ? (this.#counterexample ?? null) : null,
      stuck_on: settled ? null : (this.#stuckOn ?? null),
    }
  }

  /** A script that worked before, judged again. */
  async #remembered(problem: GoalProblem, config: Config): Promise<Attempt | undefined> {
    const { ledger } = this.#options
    if (!ledger) return undefined
    const { pool } = this.#lean
    const sources = { ledger, pool, verify: this.#verify(), minimumRate: config.cacheRate }
    const attempt = await tryCache(sources, problem, this.#signal)
    if (!attempt || attempt.outcome === 'failed') return undefined
    this.#cpuSeconds += attempt.cpuSeconds
    await ledger.record({ ...attempt, worker: WORKER })
    this.#counterexample = await this.#memory()?.counterexample(problem.key)
    return attempt
  }

  async #raced(
    problem: GoalProblem,
    strategies: readonly Strategy[],
    config: Config,
  ): Promise<Attempt | undefined> {
    const { ledger, onTactic } = this.#options
    const random = createRandom(SEED)
    const early = strategies.filter((strategy) => strategy.early).map(({ name }) => name)
    const policy = await createPolicy(config, { ledger, random, early })
    await using opened = await openTools({ config, pool: this.#lean.pool, ledger })
    const memory = this.#memory()
    const context = {
      tools: opened.tools,
      memory: memory ?? FORGETFUL,
      onHoles: () => {},
      onProgress: onTactic,
    }
    const verify = this.#verify()
    const scheduler = createScheduler<GoalProblem, Evidence>({
      arms: strategies.map((strategy) => this.#watched(toArm(strategy, context))),
      policy,
      random,
      verify: (one, claim, context) => {
        this.#counterexample = claim.evidence.counterexample
        return verify(one, claim, context)
      },
      record: async (attempt) => {
        await memory?.record(attempt, { counterexample: this.#counterexample })
      },
      budget: (arm) => ({ seconds: strategyTimeout(config, arm) }),
      maxLight: LANES,
      maxHeavy: LANES,
      slate: config.slate,
      headStartMs: HEAD_START_MS,
      escalateAfter: Number.POSITIVE_INFINITY,
      worker: WORKER,
    })
    let settled: Attempt | undefined
    scheduler.on('settled', ({ attempt }) => {
      settled = attempt
    })
    scheduler.on('ended', ({ attempt }) => {
      this.#cpuSeconds += attempt.cpuSeconds
    })
    scheduler.enqueue(problem)
    const stop = () => void scheduler.stop({ deadlineMs: STOP_MS }).catch(() => {})
    this.#signal.addEventListener('abort', stop, { once: true })
    try {
      await scheduler.run()
    } finally {
      this.#signal.removeEventListener('abort', stop)
      if (ledger) await savePolicy(policy, ledger)
    }
    return settled
  }

  #memory(): RunMemory | undefined {
    const { ledger } = this.#options
    return ledger && new RunMemory(ledger, { useCache: true })
  }

  /** Remembers where an attempt was stuck. */
  #watched(arm: ReturnType<typeof toArm<GoalProblem>>): ReturnType<typeof toArm<GoalProblem>> {
    return {
      ...arm,
      run: async (problem, context) => {
        const result = await arm.run(problem, context)
        if ('stuckOn' in result) this.#stuckOn = result.stuckOn?.[0] ?? this.#stuckOn
        return result
      },
    }
  }

  #verify(): ReturnType<typeof createVerify> {
    const { ledger } = this.#options
    const store: KeepReceipt = ledger ? keepIn(ledger) : async () => {}
    return createVerify(this.#lean.checker, async (problem, receipt) => {
      await store(problem, receipt)
      this.#receipt = receipt
    })
  }
}

const WORKER = `${hostname()}:${process.pid}`
