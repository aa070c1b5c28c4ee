/**
 * One run: goals in, checked answers out, everything in the ledger.
 *
 * Life of a goal: prepared (fixed by the judge, keyed) → tried from the cache → queued → settled or exhausted.
 * An exhausted goal may come back when a lemma that it waited for is delivered. When every goal is settled or
 * exhausted the run works on tickets; when there are none left it is over.
 */

import type { Attempt } from '../attempt.ts'
import { Emitter } from '../emitter.ts'
import { createRandom, createScheduler, type ProblemScheduler } from '../engine/index.ts'
import type { Goal } from '../goal/index.ts'
import { createMarket, type Market } from '../market/index.ts'
import type { StrategyTools } from '../strategies/index.ts'
import { type ArmContext, toArm } from './arms.ts'
import { GLANCE_SECONDS, LONG_SECONDS } from './beliefs.ts'
import { tryCache } from './cache.ts'
import type { SearchEvents } from './events.ts'
import { IdlePause } from './idle.ts'
import { lemmasFor } from './lemmas.ts'
import { SearchMonitor } from './monitor.ts'
import { openGoals } from './open-goals.ts'
import { aborted, pause } from './pause.ts'
import { createPolicy, HEAD_START_MS, strategyTimeouts } from './policy.ts'
import { type Prepared, prepareGoal } from './prepare.ts'
import type { GoalProblem, ProofEvidence } from './problem.ts'
import { retryIfLeanDied } from './retry-if-lean-died.ts'
import { RunMemory } from './run-memory.ts'
import type { GoalSearchOptions } from './search-options.ts'
import { TicketDesk } from './tickets.ts'
import { openTools } from './tools.ts'
import { createVerify, keepIn } from './verify.ts'

/** Goals with as many deliveries as this are not helped by one more. */
const MOST_HANDOVERS = 3
const FEEDERS = 2
const KEEP_MS = 2_000
/** Attempts, then what follows from them, get this long to end; together with Lean's own end it is below 3 s. */
const STOP_MS = 1_000
const LAST_WORDS_MS = 300

export class GoalSearch {
  readonly events = new Emitter<SearchEvents>()
  readonly monitor: SearchMonitor
  readonly #options: GoalSearchOptions
  readonly #market: Market
  readonly #desk: TicketDesk
  readonly #memory: RunMemory
  readonly #stopping = new AbortController()
  readonly #live = new Set<string>()
  readonly #problems = new Map<string, GoalProblem>()
  readonly #seen = new Set<string>()
  readonly #handovers = new Map<string, number>()
  readonly #working = new Set<Promise<unknown>>()
  #scheduler: ProblemScheduler<GoalProblem> | undefined
  #idle = Promise.withResolvers<void>()
  #failure: unknown

  constructor(options: GoalSearchOptions) {
    this.#options = options
    const { ledger, checker, worker } = options
    this.monitor = new SearchMonitor(options)
    this.#market = createMarket(ledger)
    this.#memory = new RunMemory(ledger, options)
    this.#desk = new TicketDesk({
      ledger,
      checker,
      worker,
      market: this.#market,
      prepare: (goal) => this.#prepare(goal),
      onChange: (change) => this.events.emit('ticket', change),
    })
  }

  /** Searches until every goal has its answer or has seen every strategy; with `forever`, until stopped. */
  async run(
    goals: readonly Goal[],
    { signal, forever = false }: { signal: AbortSignal; forever?: boolean },
  ): Promise<void> {
    const stop = () => this.#stopping.abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    const { ledger, config, pool, seed, strategies } = this.#options
    const policy = await createPolicy(config, { ledger, random: createRandom(seed), strategies })
    await using opened = await openTools({ config, pool, ledger })
    const scheduler = this.#createScheduler(policy, opened.tools)
    this.#scheduler = scheduler
    const finished = scheduler.run({ untilIdle: false })
    finished.catch((error: unknown) => this.#fail(error))
    const keeping = setInterval(() => {
      void this.#track(policy.share(ledger))
      void this.#track(this.#desk.renewClaims())
    }, KEEP_MS)
    try {
      const work = this.#work(goals, forever).catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#fail(error)
      })
      await Promise.race([work, aborted(this.#stopping.signal)])
    } finally {
      clearInterval(keeping)
      signal.removeEventListener('abort', stop)
      this.#stopping.abort(new DOMException('The run is over.', 'AbortError'))
      await scheduler.stop({ deadlineMs: STOP_MS }).catch((error: unknown) => this.#fail(error))
      await Promise.race([Promise.allSettled(this.#working), pause(LAST_WORDS_MS)])
      await this.#desk.giveBackAll()
      await policy.share(ledger)
      await ledger.flush()
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  async #work(goals: readonly Goal[], forever: boolean): Promise<void> {
    await this.feed(goals)
    const idle = new IdlePause(this.#options.seed + 2)
    const { helpsOthers = true } = this.#options
    while (!this.#stopping.signal.aborted) {
      await this.#settled()
      // Goals come first: tickets are for slots that nobody else wants.
      if ((this.#scheduler?.queued ?? 0) > 0) continue
      const lemma = await this.#desk.claimNext(
        ({ waitingGoals }) => helpsOthers || waitingGoals.some((key) => this.#problems.has(key)),
      )
      if (lemma) {
        idle.reset()
        this.events.emit('claimed', { problem: lemma })
        this.#problems.set(lemma.key, lemma)
        await this.#begin(lemma)
      } else if (this.#live.size === 0 && this.#working.size === 0) {
        if (await this.#handOverAll()) continue
        if (!forever) return
        await idle.wait(this.#stopping.signal)
        if (await this.#feedNew()) idle.reset()
      }
    }
  }

  /** Whether there was anything new. */
  async #feedNew(): Promise<boolean> {
    const open = await openGoals(this.#options.ledger)
    const fresh = open.filter(({ key }) => !this.#problems.has(key) && !this.#seen.has(key))
    // A goal may get another key from this toolchain than from the one that stored it.
    for (const { key } of fresh) this.#seen.add(key)
    await this.feed(fresh)
    return fresh.length > 0
  }

  /** Adds goals, most wanted first. */
  async feed(goals: readonly Goal[]): Promise<void> {
    this.events.emit('fed', { goals })
    const waiting = [...goals].sort((left, right) => right.priority - left.priority)
    const feeder = async () => {
      for (let goal = waiting.shift(); goal && !this.#stopping.signal.aborted; goal = waiting.shift()) {
        await this.#take(goal)
      }
    }
    await Promise.all(Array.from({ length: FEEDERS }, feeder))
  }

  async #take(goal: Goal): Promise<void> {
    const prepared = await this.#prepare(goal)
    this.events.emit('prepared', { goal, prepared })
    if (prepared.kind !== 'ready') return
    const { problem } = prepared
    if (this.#problems.has(problem.key)) return
    this.#problems.set(problem.key, problem)
    await this.#options.ledger.saveGoals([{ ...goal, key: problem.key }])
    await this.#begin(problem)
  }

  /** From the cache if it is there, otherwise into the queue. */
  async #begin(problem: GoalProblem): Promise<void> {
    const { ledger, pool, checker, config, useCache, runId, worker } = this.#options
    const { signal } = this.#stopping
    const done = await this.#memory.settled(problem.key)
    if (done) {
      await this.#onSettled(problem, done)
      return
    }
    if (useCache) {
      const verify = createVerify(checker, keepIn(ledger))
      const sources = { ledger, pool, verify, minimumRate: config.cacheRate }
      const cached = await retryIfLeanDied(signal, () => tryCache(sources, problem, signal))
      if (cached) {
        const attempt = { ...cached, runId, worker }
        await ledger.record(attempt)
        this.events.emit('attempt', { problem, attempt })
        if (attempt.outcome !== 'failed') {
          await this.#onSettled(problem, attempt)
          return
        }
      }
    }
    const lemmas = await this.#lemmasFor(problem)
    this.#enqueue({ ...problem, lemmas })
  }

  #lemmasFor(problem: GoalProblem): Promise<string> {
    const { ledger, checker } = this.#options
    const { signal } = this.#stopping
    return retryIfLeanDied(signal, () =>
      lemmasFor({ ledger, market: this.#market, checker }, problem, signal),
    )
  }

  #enqueue(problem: GoalProblem): void {
    this.#problems.set(problem.key, problem)
    this.#live.add(problem.key)
    this.#scheduler?.enqueue(problem)
  }

  #prepare(goal: Goal): Promise<Prepared> {
    const { signal } = this.#stopping
    return retryIfLeanDied(signal, () => prepareGoal(this.#options, goal, signal))
  }

  #createScheduler(
    policy: Awaited<ReturnType<typeof createPolicy>>,
    tools: StrategyTools,
  ): ProblemScheduler<GoalProblem> {
    const { config, ledger, checker, strategies } = this.#options
    const { runId, worker, seed, fleet, rounds = 1 } = this.#options
    const context: ArmContext = {
      tools,
      memory: this.#memory,
      onHoles: (problem, holes) => this.#track(this.#requestHoles(problem, holes)),
    }
    const verify = createVerify(checker, keepIn(ledger))
    const timeouts = strategyTimeouts(config, strategies)
    const scheduler = createScheduler<GoalProblem, ProofEvidence>({
      arms: (fleet?.strategies(strategies, this.#options) ?? strategies).map((one) => toArm(one, context)),
      policy,
      random: createRandom(seed + 1),
      verify,
      record: (attempt) => this.#record(attempt),
      budget: (arm, _, round) => ({ seconds: timeouts(arm) * 2 ** round }),
      throttle: this.monitor.throttle,
      maxLight: this.monitor.most.light,
      maxHeavy: this.monitor.most.heavy,
      // The job queue has repeated a broken attempt already.
      ...(fleet && { errorRetries: 0 }),
      heavyFrom: config.escalateThreshold,
      slate: config.slate,
      headStartMs: HEAD_START_MS,
      glanceSeconds: GLANCE_SECONDS,
      longSeconds: LONG_SECONDS,
      rounds,
      escalateAfter: Math.min(config.escalateAfter, strategies.length),
      escalate: ({ problem, failures }) => this.#track(this.#escalate(problem, failures)),
      priors: (problem) => this.#memory.priors(problem),
      runId,
      worker,
    })
    scheduler.on('skipped', (event) => this.events.emit('skipped', event))
    scheduler.on('refused', (event) => this.events.emit('refused', event))
    scheduler.on('ended', (event) => this.events.emit('attempt', event))
    this.monitor.follow(scheduler, ({ goal }) => goal)
    scheduler.on('settled', ({ problem, attempt }) => this.#track(this.#onSettled(problem, attempt)))
    scheduler.on('exhausted', ({ problem }) => this.#track(this.#onExhausted(problem)))
    return scheduler
  }

  #record(attempt: Attempt): Promise<void> {
    return this.#memory.record(attempt, this.#problems.get(attempt.goalKey)?.lemmas)
  }

  async #escalate(problem: GoalProblem, failures: Parameters<TicketDesk['escalate']>[1]): Promise<void> {
    const ticket = await this.#desk.escalate(problem, failures)
    if (ticket) this.events.emit('escalated', { problem, ticket })
  }

  async #requestHoles(problem: GoalProblem, holes: readonly string[]): Promise<void> {
    for (const ticket of await this.#desk.requestHoles(problem, holes)) {
      this.events.emit('escalated', { problem, ticket })
    }
  }

  async #onSettled(problem: GoalProblem, attempt: Attempt): Promise<void> {
    this.#live.delete(problem.key)
    this.events.emit('concluded', { problem, attempt })
    if (this.#desk.isLemma(problem.key)) {
      if (attempt.outcome === 'refuted') await this.#desk.giveBack(problem.key, true)
      else await this.#deliver(problem, attempt)
    }
    await this.#desk.closeUnneeded()
    this.#wake()
  }

  async #deliver(problem: GoalProblem, attempt: Attempt): Promise<void> {
    const waiting = await this.#desk.deliver(problem, attempt.tactics.join('\n'))
    this.events.emit('delivered', { problem, waiting })
    for (const key of waiting) await this.#handOver(key)
  }

  /** With nothing else to do: goals that got some lemmas, here or from another process, if not all they asked for. */
  async #handOverAll(): Promise<boolean> {
    for (const key of this.#desk.waitingGoals()) await this.#handOver(key, true)
    return this.#live.size > 0
  }

  /**
   * A goal that waited for a lemma is searched again with it, unless it is being searched already. One with an outline
   * waits for all its holes: the first lemma alone would only cost time.
   */
  async #handOver(key: string, evenPartly = false): Promise<void> {
    if (!evenPartly && this.#desk.awaitsHoles(key)) return
    const problem = this.#problems.get(key)
    const times = this.#handovers.get(key) ?? 0
    const { ledger } = this.#options
    if (!problem || this.#live.has(key) || times >= MOST_HANDOVERS) return
    if ((await ledger.goal(key))?.status !== 'open') return
    const lemmas = await this.#lemmasFor(problem)
    if (!lemmas || lemmas === problem.lemmas) return
    this.#handovers.set(key, times + 1)
    this.#enqueue({ ...problem, lemmas })
  }

  async #onExhausted(problem: GoalProblem): Promise<void> {
    this.#live.delete(problem.key)
    this.events.emit('concluded', { problem, attempt: undefined })
    await this.#desk.giveBack(problem.key, false)
    await this.#handOver(problem.key)
    this.#wake()
  }

  /** Resolves when something ended that may leave room for more work, at once if nothing runs. */
  async #settled(): Promise<void> {
    if (this.#live.size === 0 && this.#working.size === 0) return
    this.#idle = Promise.withResolvers<void>()
    await this.#idle.promise
  }

  #wake(): void {
    this.#idle.resolve()
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#fail(error)
      })
      .finally(() => {
        this.#working.delete(tracked)
        this.#wake()
      })
    this.#working.add(tracked)
    return tracked
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#stopping.abort(error)
  }
}
