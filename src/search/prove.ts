/**
 * One goal: the same arms, judge, tools and ledger rows as in a run of many, under a time limit. This is what
 * `orch prove`, the MCP tool and the library's `prove` are.
 */
import { hostname } from 'node:os'
import { type Attempt, isSettled, type Outcome } from '../attempt.ts'
import { type Config, loadConfig } from '../config/index.ts'
import { createRandom, createScheduler } from '../engine/index.ts'
import { type Goal, makeGoal } from '../goal/index.ts'
import type { Checker, GoalInput, LeanPool, Receipt } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createMarket } from '../market/index.ts'
import { BUILT_IN, type Profile, type Strategy } from '../strategies/index.ts'
import { toArm } from './arms.ts'
import { tryCache } from './cache.ts'
import { chooseStrategies } from './choose-strategies.ts'
import { closestOf } from './closest.ts'
import { aborted } from './pause.ts'
import { createPolicy, HEAD_START_MS, oneGoalTimeouts } from './policy.ts'
import { fixGoal, READING_MS } from './prepare.ts'
import type { GoalProblem, ProofEvidence } from './problem.ts'
import type { AttemptNews, ProvePhase, TriedStrategy } from './prove-news.ts'
import { retryIfLeanDied } from './retry-if-lean-died.ts'
import { RunMemory } from './run-memory.ts'
import type { SearchTree } from './search-tree.ts'
import { openTools } from './tools.ts'
import { createVerify, type KeepReceipt, keepIn } from './verify.ts'

export interface ProveOptions {
  /**
   * For all strategies together, from the moment when Lean has read the statement; each also keeps to its own limit.
   * Lean's start is not part of it: on a busy machine that alone would use up a small limit.
   */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onTactic?: ((tactic: string, strategy: string) => void) | undefined
  readonly onPhase?: ((phase: ProvePhase) => void) | undefined
  readonly onAttempt?: ((news: AttemptNews) => void) | undefined
  /** Given the tree of states of each attempt when it begins; it grows while the attempt goes on. */
  readonly onTree?: ((strategy: string, tree: SearchTree) => void) | undefined
  /** Names of the strategies to use; otherwise those of `profile` that can run here. */
  readonly strategies?: readonly string[] | undefined
  readonly profile?: Profile
  /** Where names are looked up: the built-in strategies, or the result of `loadStrategies`. */
  readonly registry?: readonly Strategy[]
  /** The goal as a bank has it, for strategies and the ledger: the statement alone, if not given. */
  readonly goal?: Goal
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
  /** Spent searching; Lean's start and the reading of the statement are not part of it. */
  readonly time_seconds: number
  /** Until Lean was there and had read the statement. */
  readonly start_seconds: number
  /** What was tried without success, in this order. */
  readonly tried: readonly TriedStrategy[]
  /** CPU time of all attempts and of the judge. */
  readonly cpu_seconds: number
  readonly receipt: Receipt | null
  /** With `refuted`: the values for which the statement fails; script and receipt are those of its negation. */
  readonly counterexample: string | null
  /** Without a proof: the open subgoal that came closest; a state as Lean prints it where the search was stopped. */
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
  const { timeoutMs = TIMEOUT_MS, signal } = options
  const asked = performance.now()
  let started = asked
  let limit: AbortSignal | undefined
  const single = new SingleGoal(lean, goal, options)
  let settled: Attempt | undefined
  try {
    await single.read(signal ?? new AbortController().signal)
    started = performance.now()
    limit = AbortSignal.timeout(timeoutMs)
    settled = await single.search(signal ? AbortSignal.any([signal, limit]) : limit)
    if (settled && options.ledger) await createMarket(options.ledger).closeUnneeded()
  } catch (error) {
    if (!signal?.aborted && !limit?.aborted) throw error
  }
  const stopped = signal?.aborted ? 'cancelled' : limit?.aborted ? 'timeout' : 'failed'
  const seconds = (from: number, to: number): number => Math.round(to - from) / 1000
  return {
    ...single.result(settled?.outcome ?? stopped, settled),
    time_seconds: seconds(started, performance.now()),
    start_seconds: seconds(asked, started),
  }
}

class SingleGoal {
  readonly #lean: Lean
  readonly #input: GoalInput
  readonly #options: ProveOptions
  #problem: GoalProblem | undefined
  #receipt: Receipt | undefined
  #counterexample: string | undefined
  #stuckOn: string | undefined
  readonly #trees: SearchTree[] = []
  #cpuSeconds = 0
  readonly #tried: TriedStrategy[] = []

  constructor(lean: Lean, input: GoalInput, options: ProveOptions) {
    this.#lean = lean
    this.#input = input
    this.#options = options
  }

  /** Fixes what is to be proved, before anybody searches: the process that does it has seen no candidate yet. */
  async read(signal: AbortSignal): Promise<void> {
    const { ledger, onPhase } = this.#options
    onPhase?.({ kind: 'starting' })
    // A failed start is told by whoever needs the process first.
    await Promise.race([this.#lean.pool.warm().catch(() => {}), aborted(signal)])
    onPhase?.({ kind: 'elaborating' })
    const { statement, preamble = '', imports = [] } = this.#input
    const told = this.#options.goal
    const goal = told ?? makeGoal({ id: 'goal', text: statement, preamble, imports: [...imports] })
    // The second kernel answers within milliseconds and takes much longer to start, so it starts while Lean reads the
    // statement.
    this.#lean.checker.warmSecond(imports)
    const fixed = await retryIfLeanDied(signal, () => fixGoal(this.#lean, goal, signal, READING_MS))
    const { key } = fixed
    this.#problem = { ...fixed, goal: told ?? { ...goal, id: `goal-${key.slice(-10)}` } }
    await ledger?.saveGoals([{ ...this.#problem.goal, key }])
  }

  /** The attempt that settled the goal. */
  async search(signal: AbortSignal): Promise<Attempt | undefined> {
    const { profile = 1, strategies: names, registry = BUILT_IN } = this.#options
    const config = this.#options.config ?? loadConfig().config
    const problem = this.#problem
    if (!problem) return undefined
    // Whoever names a strategy wants to see that strategy at work.
    const cached = names ? undefined : await this.#remembered(problem, config, signal)
    if (cached) return cached
    const strategies = await chooseStrategies({ profile, names, all: registry })
    return await this.#raced(problem, strategies, config, signal)
  }

  result(
    outcome: Outcome,
    settled: Attempt | undefined,
  ): Omit<ProveResult, 'time_seconds' | 'start_seconds'> {
    return {
      outcome,
      statement: this.#input.statement,
      goal_hash: this.#problem?.key ?? '',
      script: settled?.tactics.join('\n') ?? null,
      strategy: settled?.strategy ?? null,
      tried: this.#tried,
      cpu_seconds: Math.round(this.#cpuSeconds * 1000) / 1000,
      receipt: settled ? (this.#receipt ?? null) : null,
      counterexample: settled?.outcome === 'refuted' ? (this.#counterexample ?? null) : null,
      stuck_on: settled
        ? null
        : (this.#stuckOn ?? closestOf(this.#trees.map((tree) => tree.record())) ?? null),
    }
  }

  /** A script that worked before, judged again. */
  async #remembered(problem: GoalProblem, config: Config, signal: AbortSignal): Promise<Attempt | undefined> {
    const { ledger } = this.#options
    if (!ledger) return undefined
    const { pool } = this.#lean
    const sources = { ledger, pool, verify: this.#verify(), minimumRate: config.cacheRate }
    const attempt = await retryIfLeanDied(signal, () => tryCache(sources, problem, signal))
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
    signal: AbortSignal,
  ): Promise<Attempt | undefined> {
    const { ledger, onTactic, onPhase, onAttempt, onTree } = this.#options
    const random = createRandom(SEED)
    const policy = await createPolicy(config, { ledger, random, strategies, isOneGoal: true })
    const timeouts = oneGoalTimeouts(config, strategies)
    await using opened = await openTools({ config, pool: this.#lean.pool, ledger })
    const memory = this.#memory()
    const context = {
      tools: opened.tools,
      memory: memory ?? FORGETFUL,
      onHoles: () => {},
      onProgress: onTactic,
      onTree: (strategy: string, tree: SearchTree) => {
        // What refute works on is the negation.
        if (strategy !== 'refute') this.#trees.push(tree)
        onTree?.(strategy, tree)
      },
    }
    const verify = this.#verify()
    const scheduler = createScheduler<GoalProblem, ProofEvidence>({
      arms: strategies.map((strategy) => this.#watched(toArm(strategy, context))),
      policy,
      random,
      verify: (one, claim, context) => {
        onPhase?.({ kind: 'checking', strategy: claim.evidence.strategy })
        return verify(one, claim, context)
      },
      record: async (attempt) => {
        await memory?.record(attempt)
      },
      budget: (arm, { features }) => ({ seconds: timeouts(arm, features) }),
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
      this.#counterexample = attempt.counterexample
    })
    scheduler.on('started', ({ arm }) => {
      onAttempt?.({ kind: 'started', strategy: arm })
      onPhase?.({ kind: 'searching', strategy: arm })
    })
    const refused = new Set<string>()
    scheduler.on('refused', ({ arm }) => refused.add(arm))
    scheduler.on('ended', ({ attempt }) => {
      this.#cpuSeconds += attempt.cpuSeconds
      onAttempt?.({ kind: 'ended', strategy: attempt.strategy, attempt })
      if (isSettled(attempt.outcome)) return
      const { strategy } = attempt
      const failed = attempt.outcome === 'cancelled' ? 'stopped' : 'failed'
      const outcome = refused.has(strategy) ? 'not accepted' : failed
      this.#tried.push({ strategy, seconds: Math.round(attempt.timeSeconds * 1000) / 1000, outcome })
    })
    scheduler.enqueue(problem)
    const stop = () => void scheduler.stop({ deadlineMs: STOP_MS }).catch(() => {})
    signal.addEventListener('abort', stop, { once: true })
    try {
      await scheduler.run()
    } finally {
      signal.removeEventListener('abort', stop)
      if (ledger) await policy.share(ledger)
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
