/** Searches the holes of a project and gives back what to change. Writes no file of the project. */
import { isConclusive } from '../attempt.ts'
import { createRandom, type ProblemScheduler } from '../engine/index.ts'
import { GoalError, LeanGoneError, type LeanPool } from '../lean/index.ts'
import {
  beginRun,
  createPolicy,
  openTools,
  RunLink,
  SearchMonitor,
  strategyTimeouts,
} from '../search/index.ts'
import { Feeding } from './feeding.ts'
import type { FillOptions } from './fill-options.ts'
import type { Hole } from './hole.ts'
import { type HoleProblem, OpenProblems, prepareHole } from './hole-problem.ts'
import { HoleQueue } from './hole-queue.ts'
import { createHoleScheduler } from './hole-scheduler.ts'
import { type DeliveredProof, deliveredLemmas, HoleTickets } from './hole-tickets.ts'
import { knownOutcome } from './known-outcome.ts'
import type { HoleOutcome } from './outcome.ts'

const STOP_MS = 1_500
const PREPARE_TRIES = 3

/** A search of holes that may come and go with the files while it runs. */
export class FillRun {
  readonly #options: FillOptions
  readonly #holes = new Map<string, Hole>()
  readonly #outcomes = new Map<string, HoleOutcome>()
  readonly #seconds = new Map<string, number>()
  /** The strategies that have had all their time for a hole. */
  readonly #tried = new Map<string, Set<string>>()
  readonly #problems = new OpenProblems()
  readonly #signature: string
  readonly #tickets: HoleTickets
  #delivered: ReadonlyMap<string, readonly DeliveredProof[]> = new Map()
  readonly #asking = new Set<Promise<unknown>>()
  readonly #queue: HoleQueue
  #isStopped = false
  #active: { readonly scheduler: ProblemScheduler<HoleProblem>; readonly work: Feeding } | undefined

  constructor(options: FillOptions) {
    this.#options = options
    this.#tickets = new HoleTickets(options.ledger)
    this.#signature = options.strategies.map(({ name, version }) => `${name}@${version}`).join(' ')
    const looksForCounterexamples = options.strategies.some(({ name }) => name === 'refute')
    this.#queue = new HoleQueue(options.bench, looksForCounterexamples)
  }

  /** Takes up holes, in any order; a search that runs goes on with them. */
  async add(holes: readonly Hole[]): Promise<void> {
    for (const hole of holes) this.#holes.set(hole.id, hole)
    const open: Hole[] = []
    this.#delivered = await this.#tickets.deliveries()
    for (const hole of holes) {
      const outcome = await knownOutcome({ ...this.#options, signature: this.#signatureOf(hole) }, hole)
      if (outcome) this.#settle(outcome)
      else open.push(hole)
    }
    this.#queue.add(open.filter((hole) => this.#holes.get(hole.id) === hole))
    this.#active?.work.wake()
  }

  /** Cancels what runs on some holes and forgets them. */
  remove(holes: readonly Hole[]): void {
    for (const hole of holes) {
      if (this.#holes.get(hole.id) !== hole) continue
      this.#holes.delete(hole.id)
      this.#outcomes.delete(hole.id)
      this.#seconds.delete(hole.id)
      this.#tried.delete(hole.id)
      this.#active?.scheduler.withdraw(hole.key)
      this.#queue.remove(hole)
    }
    this.#active?.work.wake()
  }

  get hasWork(): boolean {
    return this.#queue.size > 0
  }

  /** Whether somebody who watches the run has asked it to stop. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Searches until nothing is left to try, or until the signal. */
  async run(): Promise<void> {
    if (this.hasWork) await this.#search()
  }

  /** Says of the holes that nobody decided that they are open, or what blocks them. */
  close({ isOutOfTime = false }: { readonly isOutOfTime?: boolean } = {}): void {
    for (const hole of this.#holes.values()) {
      if (this.#outcomes.has(hole.id)) continue
      const outcome = this.#undecided(hole)
      this.#settle(outcome)
      if (isOutOfTime && outcome.kind === 'open' && this.#hadAll(hole)) this.#rememberTime(hole)
    }
  }

  /** What is tried on a hole: the strategies, and the lemmas that they are given. */
  #signatureOf({ key }: Hole): string {
    return [this.#signature, ...(this.#delivered.get(key) ?? []).map(({ ticketId }) => ticketId)].join(' ')
  }

  #hadAll({ id }: Hole): boolean {
    return this.#tried.get(id)?.size === this.#options.strategies.length
  }

  /** A hole that had its share of a run need not be searched again by one that is no longer. */
  #rememberTime(hole: Hole): void {
    const { bench, memory, rounds, timeoutSeconds: runSeconds = 0 } = this.#options
    const why = `nothing was found in a run of ${runSeconds} s; a longer --timeout goes on, --again begins anew`
    memory.remember(bench, hole, {
      kind: 'failed',
      strategies: this.#signatureOf(hole),
      rounds,
      why,
      runSeconds,
    })
  }

  /** What became of the holes of now. */
  outcomes(): HoleOutcome[] {
    const { bench } = this.#options
    return [...this.#holes.values()].map((hole) => {
      const outcome = this.#outcomes.get(hole.id) ?? this.#undecided(hole)
      // What a declaration rests on is only known at the end.
      if (outcome.kind !== 'proved') return outcome
      return { ...outcome, given: bench.givenFor(hole) }
    })
  }

  #undecided(hole: Hole): HoleOutcome {
    const blocked = this.#queue.blockedBy(hole)
    return blocked === undefined
      ? { kind: 'open', hole, seconds: this.#time(hole) }
      : { kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` }
  }

  #settle(outcome: HoleOutcome): void {
    this.#outcomes.set(outcome.hole.id, outcome)
    this.#options.onEvent?.({ kind: 'outcome', outcome })
  }

  #time(hole: Hole): number {
    return this.#seconds.get(hole.id) ?? 0
  }

  async #search(): Promise<void> {
    const { bench, config, ledger, strategies } = this.#options
    const lean = await this.#options.lean()
    const names = strategies.map(({ name }) => name)
    const { runId, seed } = await beginRun(ledger, {
      command: 'fill',
      identity: ['fill', bench.project.root, names.join(' ')],
      settings: { project: bench.project.root, profile: config.profile, strategies: names },
      seed: config.seed,
    })
    const monitor = new SearchMonitor(this.#options)
    await using link = await RunLink.open({
      ...{ command: 'fill', runId, ledger, config, monitor },
      numbers: () => this.#numbers(),
    })
    const signal = AbortSignal.any([this.#options.signal, link.signal])
    const policy = await createPolicy(config, { ledger, random: createRandom(seed), strategies })
    await using shared = await openTools({ config, pool: lean.pool, ledger })
    const scheduler = createHoleScheduler(this.#options, {
      ...{ lean, runId, seed, policy, monitor },
      tools: shared.tools,
      problems: this.#problems,
      queue: this.#queue,
    })
    const work = new Feeding(scheduler, this.#queue, (hole) => this.#prepare(lean.pool, hole))
    this.#follow(scheduler, work)
    scheduler.on('escalated', ({ problem, failures }) => {
      if (this.#queue.blockedBy(problem.hole) !== undefined) return
      // Filing a ticket is optional: an error there does not stop the run.
      const asking = this.#tickets.request(lean, bench, problem, failures, signal).catch(() => undefined)
      this.#asking.add(asking)
    })
    const finished = scheduler.run({ untilIdle: false })
    this.#active = { scheduler, work }
    try {
      await work.until(signal, finished)
      await Promise.all(this.#asking)
    } finally {
      this.#active = undefined
      this.#isStopped = link.signal.aborted
      await scheduler.stop({ deadlineMs: STOP_MS })
      await policy.share(ledger)
      await ledger.flush()
      await this.#tickets.closeUnneeded()
      await ledger.endRun(runId, {
        holes: this.#holes.size,
        proved: bench.accepted.size,
        interrupted: signal.aborted,
      })
    }
  }

  /** How far the run is, for those who watch it. */
  #numbers(): { total: number; processed: number; solved: number } {
    const solved = [...this.#outcomes.values()].filter(({ kind }) => kind === 'proved').length
    return { total: this.#holes.size, processed: this.#outcomes.size, solved }
  }

  #follow(scheduler: ProblemScheduler<HoleProblem>, work: Feeding): void {
    const { onEvent, bench, memory, rounds, config, strategies } = this.#options
    const timeouts = strategyTimeouts(config, strategies)
    scheduler.on('started', ({ problem: { hole }, arm }) =>
      onEvent?.({ kind: 'started', hole, strategy: arm }),
    )
    scheduler.on('ended', ({ problem: { hole }, attempt }) => {
      this.#seconds.set(hole.id, this.#time(hole) + attempt.timeSeconds)
      // A short look that came to no end is not all its time.
      const hadAll = attempt.outcome === 'failed' || attempt.budget.seconds >= timeouts(attempt.strategy)
      if (isConclusive(attempt.outcome) && hadAll)
        this.#tried.set(hole.id, (this.#tried.get(hole.id) ?? new Set()).add(attempt.strategy))
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
        const { receipt = '' } = attempt
        memory.remember(bench, hole, { kind: 'refuted', counterexample, receipt })
        this.#settle({ kind: 'refuted', hole, counterexample, seconds })
      }
      work.done(hole)
    })
    scheduler.on('exhausted', ({ problem: { hole }, failures }) => {
      const blocked = this.#queue.blockedBy(hole)
      const why = failures.findLast(({ error }) => error)?.error ?? 'every strategy was tried'
      if (blocked === undefined) {
        memory.remember(bench, hole, { kind: 'failed', strategies: this.#signatureOf(hole), rounds, why })
        this.#settle({ kind: 'failed', hole, why, seconds: this.#time(hole) })
      } else this.#settle({ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` })
      work.done(hole)
    })
  }

  async #prepare(pool: LeanPool, hole: Hole): Promise<HoleProblem | undefined> {
    const { bench, profile, signal } = this.#options
    const blocked = bench.restsOnRefuted(hole)
    if (blocked !== undefined) {
      this.#settle({ kind: 'skipped', hole, why: `it rests on ${blocked}, which is false` })
      return undefined
    }
    const wanted = bench.dependants(hole)
    const delivered = deliveredLemmas(bench, hole, this.#delivered.get(hole.key) ?? [])
    const preparation = { priority: 1 - 1 / (2 + wanted), delivered }
    for (let tries = 1; ; tries++) {
      try {
        const problem = await profile.during('opening', hole, () =>
          prepareHole(pool, bench, hole, preparation, signal),
        )
        this.#problems.add(problem)
        return problem
      } catch (error) {
        if (signal.aborted || !this.#queue.has(hole)) return undefined
        // A second try may succeed: a Lean process can be killed because of what another user of it does, and an
        // error without a position means a timeout, after which the next try finds the text above the hole
        // elaborated.
        const mayPass =
          error instanceof LeanGoneError || (error instanceof GoalError && error.position === null)
        if (mayPass && tries < PREPARE_TRIES) continue
        if (!(error instanceof GoalError || error instanceof LeanGoneError)) throw error
        this.#settle({ kind: 'skipped', hole, why: error.message })
        return undefined
      }
    }
  }
}
