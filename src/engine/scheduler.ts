import { type Attempt, isConclusive, isSettled } from '../attempt.ts'
import { Emitter } from '../emitter.ts'
import { type Allowance, allowance, wasCutShort } from './allowance.ts'
import type { Arm, Problem } from './arm.ts'
import { backoffDelay } from './backoff.ts'
import { type Clock, systemClock } from './clock.ts'
import { Entry } from './entry.ts'
import type { Lane, SchedulerEvents } from './events.ts'
import { Lanes } from './lanes.ts'
import { LongAttempts } from './long-attempts.ts'
import { PendingWork } from './pending-work.ts'
import { ProblemQueue } from './problem-queue.ts'
import { attemptOf, type Ended, startAttempt } from './running-attempt.ts'
import {
  type ProblemScheduler,
  type ProblemSchedulerOptions,
  SCHEDULER_DEFAULTS,
} from './scheduler-options.ts'
import { type Summary, Tally } from './tally.ts'
import { Throttle } from './throttle.ts'
import { Turns } from './turns.ts'

export function createScheduler<P extends Problem, E = unknown>(
  options: ProblemSchedulerOptions<P, E>,
): ProblemScheduler<P> {
  return new PortfolioScheduler(options)
}

/**
 * Life of a problem: queued → running (a slate of arms races) → settled, or back to the queue while arms are
 * left, or resting before the next round, or exhausted.
 * Life of the scheduler: idle → running → stopping → stopped. Only `running` starts attempts.
 */
class PortfolioScheduler<P extends Problem, E> implements ProblemScheduler<P> {
  readonly #options: ProblemSchedulerOptions<P, E> & typeof SCHEDULER_DEFAULTS
  readonly #arms: ReadonlyMap<string, Arm<P, E>>
  readonly #clock: Clock
  readonly #queue: ProblemQueue<Entry<P>>
  readonly #events = new Emitter<SchedulerEvents<P>>()
  readonly #live = new Map<string, Entry<P>>()
  readonly #lanes: Lanes
  readonly #long: LongAttempts<Entry<P>>
  readonly #tally: Tally
  readonly #turns: Turns
  readonly #work = new PendingWork({
    failed: (error) => this.#break(error),
    allDone: () => this.#schedulePump(),
  })
  #state: 'idle' | 'running' | 'stopping' | 'stopped' = 'idle'
  #untilIdle = true
  #unrecorded = 0
  #cancelSample: (() => void) | undefined
  #finished = Promise.withResolvers<Summary>()
  #failure: unknown

  constructor(options: ProblemSchedulerOptions<P, E>) {
    this.#options = { ...SCHEDULER_DEFAULTS, ...options }
    this.#arms = new Map(options.arms.map((arm) => [arm.name, arm]))
    this.#clock = options.clock ?? systemClock
    this.#queue = new ProblemQueue(this.#options.agingMs)
    this.#tally = new Tally(this.#arms.keys())
    this.#turns = new Turns(() => this.#pump(), this.#clock)
    this.#lanes = new Lanes(this.#options)
    this.#long = new LongAttempts(this.#lanes, this.#options.longSeconds)
  }

  get queued(): number {
    return this.#queue.size + this.#long.waiting
  }

  get running(): Readonly<Record<Lane, number>> {
    return this.#lanes.running
  }

  on<K extends keyof SchedulerEvents<P>>(
    type: K,
    listener: (event: SchedulerEvents<P>[K]) => void,
  ): () => void {
    return this.#events.on(type, listener)
  }

  enqueue(problem: P): boolean {
    if (this.#live.has(problem.key)) return false
    const lane = problem.difficulty < this.#options.heavyFrom ? 'light' : 'heavy'
    const entry = new Entry(problem, lane, this.#clock.now(), this.#options.glanceSeconds > 0)
    this.#live.set(problem.key, entry)
    this.#tally.problems += 1
    this.#queue.push(entry, this.#clock.now())
    this.#schedulePump()
    return true
  }

  withdraw(key: string): boolean {
    const entry = this.#live.get(key)
    if (!entry) return false
    this.#live.delete(key)
    entry.isWithdrawn = true
    entry.cancel()
    return true
  }

  run({ signal, untilIdle = true }: { signal?: AbortSignal; untilIdle?: boolean } = {}): Promise<Summary> {
    if (this.#state !== 'idle') return this.#finished.promise
    this.#state = 'running'
    this.#untilIdle = untilIdle
    const stop = () => void this.stop().catch(() => {})
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    this.#watchMachine()
    this.#schedulePump()
    return this.#finished.promise
  }

  async stop({ deadlineMs = 3000 }: { deadlineMs?: number } = {}): Promise<Summary> {
    if (this.#state === 'stopping' || this.#state === 'stopped') return this.#finished.promise
    this.#state = 'stopping'
    const deadline = Promise.withResolvers<void>()
    const cancelDeadline = this.#clock.after(deadlineMs, deadline.resolve)
    // Arms that do not listen are given up early enough to be recorded before the deadline.
    const graceMs = Math.min(this.#options.graceMs, deadlineMs / 2)
    for (const entry of this.#live.values()) entry.cancel(graceMs)
    await Promise.race([this.#work.done(), deadline.promise])
    cancelDeadline()
    this.#finish(this.#failure === undefined ? 'stopped' : 'broken')
    return this.#finished.promise
  }

  summary(): Summary {
    return this.#tally.summary()
  }

  #finish(reason: SchedulerEvents<P>['stopped']['reason']): void {
    if (this.#state === 'stopped') return
    this.#state = 'stopped'
    this.#turns.end()
    this.#cancelSample?.()
    this.#events.emit('stopped', { reason })
    if (this.#failure === undefined) this.#finished.resolve(this.summary())
    else this.#finished.reject(this.#failure)
  }

  #watchMachine(): void {
    const { throttle } = this.#options
    if (!throttle || this.#state !== 'running') return
    throttle.sample(this.#lanes.total)
    const { cpuShare, memoryShare } = throttle
    this.#events.emit('throttled', { cpuShare, memoryShare, heavyLimit: this.#lanes.heavyLimit })
    this.#schedulePump()
    this.#cancelSample = this.#clock.after(Throttle.sampleMs, () => this.#watchMachine())
  }

  #schedulePump(): void {
    if (this.#state === 'running') this.#turns.ask()
  }

  #pump(): void {
    if (this.#state !== 'running') return
    this.#queue.wake(this.#clock.now())
    while (this.#turns.mayStart && this.#unrecorded < this.#options.mostUnrecorded) {
      const lane = this.#lanes.next((candidate) => this.#queue.ready(candidate) > 0)
      if (!lane) break
      const entry = this.#queue.pop(lane)
      if (entry) this.#dispatch(entry)
    }
    if (!this.#turns.mayStart) this.#schedulePump()
    this.#turns.askAt(this.#queue.nextWakeAt)
    const idle = this.#queue.size === 0 && this.#work.size === 0
    if (idle && this.#untilIdle) this.#finish('idle')
  }

  #dispatch(entry: Entry<P>): void {
    if (entry.isWithdrawn) return
    const { priors } = this.#options
    if (entry.priors || !priors) {
      this.#startSlate(entry)
      return
    }
    // The slot is held while the ledger is asked, or the same slot would be promised to everybody waiting.
    this.#lanes.enter(entry.lane)
    this.#turns.started()
    const asked = priors(entry.problem)
      .then((known) => {
        entry.priors = known
      })
      .finally(() => this.#lanes.leave(entry.lane))
      .then(() => {
        if (this.#state === 'running' && !entry.isWithdrawn) this.#startSlate(entry)
        this.#schedulePump()
      })
    this.#work.add(asked)
  }

  #startSlate(entry: Entry<P>): void {
    const all = entry.candidates(
      this.#arms.values(),
      {
        full: (name) => this.#options.budget(name, entry.problem, entry.round),
        allowed: (name) => this.#allowance(name, entry).budget,
      },
      (arm, prior) => this.#events.emit('skipped', { problem: entry.problem, arm, prior }),
    )
    if (all.length === 0) {
      this.#conclude(entry)
      return
    }
    const candidates = all.filter((name) => this.#hasRoom(entry, name))
    if (candidates.length === 0) {
      this.#long.wait(entry)
      return
    }
    const { slate, policy, headStartMs } = this.#options
    const choice = {
      arms: candidates,
      failed: entry.failedArms,
      features: entry.problem.features ?? [],
    }
    const free = this.#lanes.slots(entry.lane)
    // Whoever joins later finds out then whether there is room.
    const width = headStartMs > 0 ? slate : Math.max(1, Math.min(slate, free))
    for (const [place, name] of policy.choose(choice, width).entries()) {
      const arm = this.#arms.get(name)
      if (!arm) continue
      if (place === 0) this.#start(entry, arm, choice)
      else if (headStartMs > 0) this.#startLater(entry, arm, place * headStartMs)
      else if (this.#lanes.admits()) this.#start(entry, arm, choice)
    }
  }

  /** Joins the arms that are at work on a problem, if they still are and there is room then. */
  #startLater(entry: Entry<P>, arm: Arm<P, E>, delayMs: number): void {
    const cancel = this.#clock.after(delayMs, () => {
      const isWanted =
        this.#state === 'running' &&
        entry.live > 0 &&
        entry.isUntried(arm.name) &&
        this.#hasRoom(entry, arm.name)
      if (!isWanted || this.#lanes.slots(entry.lane) <= 0 || !this.#lanes.admits()) return
      this.#start(entry, arm, { failed: entry.failedArms, features: entry.problem.features ?? [] })
    })
    entry.joinsLater(cancel)
  }

  #hasRoom(entry: Entry<P>, arm: string): boolean {
    return this.#long.hasRoom(entry, this.#allowance(arm, entry).budget)
  }

  #allowance(arm: string, { problem, round, glancing }: Entry<P>): Allowance {
    const { budget, glanceSeconds } = this.#options
    return allowance(budget(arm, problem, round), glancing ? glanceSeconds : undefined)
  }

  #start(
    entry: Entry<P>,
    arm: Arm<P, E>,
    choice: { failed: readonly string[]; features: readonly string[] },
  ): void {
    const { problem, lane } = entry
    const { verify, verifySeconds, graceMs, policy, throttle } = this.#options
    const allowed = this.#allowance(arm.name, entry)
    const { budget } = allowed
    const isLong = this.#long.isLong(budget)
    this.#lanes.enter(lane, isLong)
    this.#turns.started()
    policy.started(arm.name)
    throttle?.started()
    this.#tally.started(arm.name)
    this.#events.emit('started', { problem, arm: arm.name, budget, lane })
    const limits = { ...allowed, verifySeconds, graceMs, clock: this.#clock }
    const attempt = startAttempt({ problem, arm, verify, ...limits })
    entry.started(arm, attempt)
    const done = attempt.ended.then((ended) => {
      this.#lanes.leave(lane, isLong)
      if (isLong) for (const one of this.#long.release()) this.#queue.push(one, this.#clock.now())
      entry.ended(attempt)
      return this.#ended(entry, arm, allowed, choice, ended)
    })
    this.#work.add(done)
  }

  #ended(
    entry: Entry<P>,
    arm: Arm<P, E>,
    allowed: Allowance,
    choice: { failed: readonly string[]; features: readonly string[] },
    ended: Ended,
  ): Promise<void> {
    const { problem } = entry
    const won = isSettled(ended.outcome) && !entry.winner
    const { runId, worker } = this.#options
    // A second success is real, too: it is recorded, though the race is over.
    const attempt: Attempt = {
      ...attemptOf(problem, arm, allowed.budget, ended),
      runId,
      worker: ended.worker ?? worker,
    }
    this.#options.policy.ended({
      arm: arm.name,
      ...choice,
      outcome: ended.outcome,
      cpuSeconds: ended.cpuSeconds,
    })
    this.#tally.ended(attempt)
    if (ended.refused !== undefined)
      this.#events.emit('refused', { problem, arm: arm.name, reason: ended.refused })
    if (ended.unresponsive) this.#events.emit('unresponsive', { problem, arm: arm.name })
    this.#events.emit('ended', { problem, attempt })
    if (won) {
      entry.winner = attempt
      entry.cancel()
    } else if (!entry.winner) this.#learn(entry, arm.name, allowed, ended)

    const recorded = this.#record(attempt).then(() => {
      if (!won || entry.isWithdrawn || this.#failure !== undefined) return
      this.#tally[ended.outcome === 'proved' ? 'proved' : 'refuted'] += 1
      this.#events.emit('settled', { problem, attempt })
    })
    if (entry.live === 0) this.#conclude(entry)
    this.#schedulePump()
    return recorded
  }

  #learn(entry: Entry<P>, arm: string, allowed: Allowance, ended: Ended): void {
    const { outcome, error, stuckOn } = ended
    if (wasCutShort(allowed, ended)) {
      entry.setAside(arm)
      return
    }
    const broken = !isConclusive(outcome)
    if (broken) {
      entry.errors += 1
      entry.broken = true
    }
    if (broken && entry.errors <= this.#options.errorRetries) entry.forgive(arm)
    else entry.fail({ arm, outcome, error, stuckOn })
  }

  async #record(attempt: Attempt): Promise<void> {
    this.#unrecorded += 1
    try {
      await this.#options.record(attempt)
    } catch (error) {
      this.#break(error)
    }
    this.#unrecorded -= 1
    this.#schedulePump()
  }

  /** Something we rely on is broken, most likely the ledger: going on would report what is not on disk. */
  #break(error: unknown): void {
    this.#failure ??= error
    void this.stop().catch(() => {})
  }

  #conclude(entry: Entry<P>): void {
    const { problem } = entry
    entry.nobodyJoins()
    // Another problem may have been added under its key since: that one must stay.
    if (entry.isWithdrawn) return
    if (entry.winner) {
      this.#live.delete(problem.key)
      return
    }
    if (this.#state !== 'running') return
    this.#escalateIfStuck(entry)
    const { rounds, backoff, random } = this.#options
    if (entry.glancing && entry.tried === this.#arms.size) entry.endGlances()
    const armsLeft = entry.tried < this.#arms.size
    const { broken } = entry
    entry.broken = false
    if (armsLeft && !broken) {
      this.#events.emit('requeued', { problem, reason: 'failed', delayMs: 0 })
      this.#queue.push(entry, this.#clock.now())
    } else if (armsLeft) {
      this.#rest(entry, 'error', backoffDelay(backoff, entry.errors - 1, random))
    } else if (entry.round + 1 < rounds) {
      entry.nextRound()
      this.#rest(entry, 'next-round', backoffDelay(backoff, entry.round, random))
    } else {
      this.#live.delete(problem.key)
      this.#tally.exhausted += 1
      this.#events.emit('exhausted', { problem, failures: entry.failures })
    }
  }

  #rest(entry: Entry<P>, reason: 'error' | 'next-round', delayMs: number): void {
    this.#events.emit('requeued', { problem: entry.problem, reason, delayMs })
    this.#queue.rest(entry, this.#clock.now() + delayMs)
  }

  #escalateIfStuck(entry: Entry<P>): void {
    const { escalateAfter, escalate } = this.#options
    if (entry.escalated || entry.failures.length < escalateAfter) return
    entry.escalated = true
    const event = { problem: entry.problem, failures: entry.failures }
    this.#events.emit('escalated', event)
    if (escalate) this.#work.add(escalate(event))
  }
}
