/** Searches the holes of a project and gives back what to change. Writes no file of the project. */
import { hostname } from 'node:os'
import type { Attempt } from '../attempt.ts'
import type { Config } from '../config/index.ts'
import {
  createMachine,
  createRandom,
  createScheduler,
  type Scheduler,
  systemClock,
  Throttle,
} from '../engine/index.ts'
import { type Checker, GoalError, type GoalInput, LeanGoneError, type LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import {
  beginRun,
  createPolicy,
  type Evidence,
  openTools,
  type Room,
  RunMemory,
  savePolicy,
  strategyTimeouts,
  toArm,
} from '../search/index.ts'
import type { Strategy } from '../strategies/index.ts'
import type { Bench } from './bench.ts'
import { Feeding } from './feeding.ts'
import type { FillMemory } from './fill-memory.ts'
import type { Hole } from './hole.ts'
import { type HoleProblem, holeTools, prepareHole } from './hole-problem.ts'
import { HoleQueue } from './hole-queue.ts'
import { HoleTickets } from './hole-tickets.ts'
import type { HoleOutcome } from './outcome.ts'
import { createHoleVerify } from './verify-hole.ts'

export interface FillOptions {
  readonly bench: Bench
  /** The holes to search, in any order. */
  readonly holes: readonly Hole[]
  /** Started when there is something to search. */
  readonly lean: () => Promise<{ readonly pool: LeanPool; readonly checker: Checker }>
  readonly ledger: Ledger
  readonly config: Config
  readonly strategies: readonly Strategy[]
  readonly lanes: Room['lanes']
  /** Share of the machine to use; 1 is no limit. */
  readonly cpuTarget: number
  /** How often every strategy gets a chance on a hole, with twice the budget each time. */
  readonly rounds: number
  readonly memory: FillMemory
  /** Search again what earlier runs found nothing for. */
  readonly again?: boolean | undefined
  readonly signal: AbortSignal
  readonly onEvent?: ((event: FillEvent) => void) | undefined
}

export type FillEvent =
  | { readonly kind: 'started'; readonly hole: Hole; readonly strategy: string }
  | { readonly kind: 'ended'; readonly hole: Hole; readonly attempt: Attempt }
  | { readonly kind: 'outcome'; readonly outcome: HoleOutcome }

export async function fillHoles(options: FillOptions): Promise<HoleOutcome[]> {
  return new FillRun(options).run()
}

const STOP_MS = 1_500
const VERIFY_SECONDS = 180
const PREPARE_TRIES = 3

class FillRun {
  readonly #options: FillOptions
  readonly #outcomes = new Map<string, HoleOutcome>()
  readonly #seconds = new Map<string, number>()
  readonly #problems = new Map<GoalInput, HoleProblem>()
  readonly #signature: string
  readonly #tickets: HoleTickets
  readonly #asking = new Set<Promise<unknown>>()

  constructor(options: FillOptions) {
    this.#options = options
    this.#tickets = new HoleTickets(options.ledger)
    this.#signature = options.strategies.map(({ name, version }) => `${name}@${version}`).join(' ')
  }

  async run(): Promise<HoleOutcome[]> {
    const { bench, holes } = this.#options
    const open: Hole[] = []
    for (const hole of holes) if (!(await this.#isKnown(hole))) open.push(hole)
    if (open.length > 0) await this.#search(open)
    for (const hole of holes) {
      if (this.#outcomes.has(hole.id)) continue
      const blocked = bench.restsOnRefuted(hole)
      if (blocked === undefined) this.#settle({ kind: 'open', hole, seconds: this.#time(hole) })
      else this.#settle({ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` })
    }
    // What a declaration rests on is only known at the end.
    return holes.flatMap((hole) => {
      const outcome = this.#outcomes.get(hole.id)
      if (outcome?.kind !== 'proved') return outcome ?? []
      return { ...outcome, given: hole.declaration === null ? [] : bench.standsOn(hole.declaration) }
    })
  }

  /** What needs no search: it cannot be searched, or an earlier run knows. */
  async #isKnown(hole: Hole): Promise<boolean> {
    const { bench, memory, ledger, again, rounds } = this.#options
    if (hole.unsearchable !== undefined) {
      this.#settle({ kind: 'skipped', hole, why: hole.unsearchable })
      return true
    }
    const known = memory.recall(bench, hole)
    // A file in the cache is a claim: what it calls proved needs its receipt in the ledger.
    if (known?.kind === 'proved' && (await ledger.receipt(known.receipt)) !== undefined) {
      const accepted = memory.recallProof(bench, hole, known)
      bench.accept(accepted)
      this.#settle({ kind: 'proved', hole, accepted, seconds: 0, given: [] })
      return true
    }
    if (known?.kind === 'refuted') {
      bench.refuted.set(hole.id, known.counterexample)
      this.#settle({ kind: 'refuted', hole, counterexample: known.counterexample, seconds: 0 })
      return true
    }
    if (
      known?.kind === 'failed' &&
      !again &&
      known.strategies === this.#signature &&
      known.rounds >= rounds
    ) {
      this.#settle({ kind: 'failed', hole, why: known.why, seconds: 0 })
      return true
    }
    return false
  }

  #settle(outcome: HoleOutcome): void {
    this.#outcomes.set(outcome.hole.id, outcome)
    this.#options.onEvent?.({ kind: 'outcome', outcome })
  }

  #time(hole: Hole): number {
    return this.#seconds.get(hole.id) ?? 0
  }

  async #search(holes: readonly Hole[]): Promise<void> {
    const { bench, config, ledger, strategies, signal } = this.#options
    const lean = await this.#options.lean()
    const names = strategies.map(({ name }) => name)
    const { runId, seed } = await beginRun(ledger, {
      command: 'fill',
      identity: ['fill', bench.project.root, names.join(' ')],
      settings: { project: bench.project.root, profile: config.profile, strategies: names },
      seed: config.seed,
    })
    const policy = await createPolicy(config, { ledger, random: createRandom(seed), strategies })
    const timeouts = strategyTimeouts(config, strategies)
    await using shared = await openTools({ config, pool: lean.pool, ledger })
    const memory = new RunMemory(ledger, { runId, useCache: true })
    const tools = holeTools(lean.pool, bench, (input) => this.#problems.get(input), shared.tools)
    const queue = new HoleQueue(bench, holes, names.includes('refute'))
    const { cpuTarget, lanes, rounds, again } = this.#options
    const { memoryTarget, cpuAlpha: alpha } = config
    const scheduler = createScheduler<HoleProblem, Evidence>({
      arms: strategies.map((strategy) =>
        blocking(toArm(strategy, { tools, memory, onHoles: () => {} }), queue),
      ),
      policy,
      random: createRandom(seed + 1),
      verify: createHoleVerify({ bench, ledger, ...lean }),
      record: (attempt) => memory.record(attempt),
      budget: (arm, _, round) => ({ seconds: timeouts(arm) * 2 ** round }),
      throttle: new Throttle({
        machine: createMachine(),
        clock: systemClock,
        cpuTarget,
        memoryTarget,
        alpha,
      }),
      maxLight: lanes.light,
      maxHeavy: lanes.heavy,
      heavyFrom: config.escalateThreshold,
      slate: config.slate,
      rounds,
      escalateAfter: Number.POSITIVE_INFINITY,
      // Tidying and judging elaborate the declaration some twenty times.
      verifySeconds: VERIFY_SECONDS,
      ...(again ? {} : { priors: (problem: HoleProblem) => memory.priors(problem) }),
      runId,
      worker: `${hostname()}:${process.pid}`,
    })
    const work = new Feeding(scheduler, queue, (hole) => this.#prepare(lean.pool, hole))
    this.#follow(scheduler, queue, work)
    scheduler.on('exhausted', ({ problem, failures }) => {
      if (queue.blockedBy(problem.hole) !== undefined) return
      // A ticket is a favour to others: whatever comes of it, the run goes on.
      const asking = this.#tickets.request(lean, bench, problem, failures, signal).catch(() => undefined)
      this.#asking.add(asking)
    })
    const finished = scheduler.run({ untilIdle: false })
    try {
      await work.until(holes.length, signal, finished)
      await Promise.all(this.#asking)
    } finally {
      await scheduler.stop({ deadlineMs: STOP_MS })
      await savePolicy(policy, ledger)
      await ledger.flush()
      await ledger.endRun(runId, {
        holes: holes.length,
        proved: bench.accepted.size,
        interrupted: signal.aborted,
      })
    }
  }

  #follow(scheduler: Scheduler<HoleProblem>, queue: HoleQueue, work: Feeding): void {
    const { onEvent, bench, memory, rounds } = this.#options
    scheduler.on('started', ({ problem: { hole }, arm }) =>
      onEvent?.({ kind: 'started', hole, strategy: arm }),
    )
    scheduler.on('ended', ({ problem: { hole }, attempt }) => {
      this.#seconds.set(hole.id, this.#time(hole) + attempt.timeSeconds)
      onEvent?.({ kind: 'ended', hole, attempt })
      if (attempt.strategy === 'refute') work.seen(hole)
    })
    scheduler.on('settled', ({ problem: { hole }, attempt }) => {
      const seconds = this.#time(hole)
      const accepted = bench.accepted.get(hole.id)
      if (attempt.outcome === 'proved' && accepted) {
        memory.rememberProof(bench, accepted)
        this.#settle({ kind: 'proved', hole, accepted, seconds, given: [] })
      } else {
        const counterexample = bench.refuted.get(hole.id) ?? ''
        memory.remember(bench, hole, { kind: 'refuted', counterexample })
        this.#settle({ kind: 'refuted', hole, counterexample, seconds })
      }
      work.done(hole)
    })
    scheduler.on('exhausted', ({ problem: { hole }, failures }) => {
      const blocked = queue.blockedBy(hole)
      const why = failures.findLast(({ error }) => error)?.error ?? 'every strategy was tried'
      if (blocked === undefined) {
        memory.remember(bench, hole, { kind: 'failed', strategies: this.#signature, rounds, why })
        this.#settle({ kind: 'failed', hole, why, seconds: this.#time(hole) })
      } else this.#settle({ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` })
      work.done(hole)
    })
  }

  async #prepare(pool: LeanPool, hole: Hole): Promise<HoleProblem | undefined> {
    const { bench, signal } = this.#options
    const blocked = bench.restsOnRefuted(hole)
    if (blocked !== undefined) {
      this.#settle({ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` })
      return undefined
    }
    const wanted = hole.declaration === null ? 0 : bench.dependants(hole.declaration)
    const delivered = await this.#tickets.delivered(hole)
    const preparation = { priority: 1 - 1 / (2 + wanted), delivered }
    for (let tries = 1; ; tries++) {
      try {
        const problem = await prepareHole(pool, bench, hole, preparation, signal)
        this.#problems.set(problem.input, problem)
        return problem
      } catch (error) {
        if (signal.aborted) return undefined
        // A process may go away for its own reasons, or those of whoever else works in it.
        if (error instanceof LeanGoneError && tries < PREPARE_TRIES) continue
        if (!(error instanceof GoalError || error instanceof LeanGoneError)) throw error
        this.#settle({ kind: 'skipped', hole, why: error.message })
        return undefined
      }
    }
  }
}

type HoleArm = ReturnType<typeof toArm<HoleProblem>>

/** A strategy that leaves alone what rests on something false, and for which bad text is a failure like any other. */
function blocking(arm: HoleArm, queue: HoleQueue): HoleArm {
  return {
    ...arm,
    async run(problem, context) {
      const blocked = queue.blockedBy(problem.hole)
      if (blocked !== undefined) return { kind: 'cancelled', error: `it rests on ${blocked}, which is false` }
      try {
        return await arm.run(problem, context)
      } catch (error) {
        if (error instanceof GoalError) return { kind: 'failed', error: error.message }
        throw error
      }
    },
  }
}
