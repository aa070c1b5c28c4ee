import { type Attempt, type Budget, isConclusive, isSettled } from '../attempt.ts'
import type { Arm, ArmFailure, Prior, Problem } from './arm.ts'
import type { Lane } from './events.ts'
import type { CancellableAttempt } from './running-attempt.ts'

/** Shared by all that wait: a million queued problems need no lists of their own yet. */
const NONE: readonly never[] = []

/** One problem on its way through the scheduler. */
export class Entry<P extends Problem> {
  readonly problem: P
  readonly lane: Lane
  readonly arrivedAt: number
  round = 0
  errors = 0
  escalated = false
  winner: Attempt | undefined
  /** Nobody wants it any more; a queue that still has it passes it over. */
  isWithdrawn = false
  priors: readonly Prior[] | undefined
  failures: readonly ArmFailure[] = NONE
  /** Something broke in this slate, so the next one should wait a little. */
  broken = false
  /** Arms only have a look at it yet, in a part of their time. */
  glancing: boolean
  readonly #startsWithGlances: boolean
  #wasLookedAt = false
  /** Arms whose look was too short; they come again with all their time. */
  #setAside: readonly string[] = NONE
  /** Arms that do not look first. */
  #postponed: readonly string[] = NONE
  #tried: readonly string[] = NONE
  #running: readonly CancellableAttempt[] = NONE
  /** Calls off the arms that would join this slate later. */
  #joining: readonly (() => void)[] = NONE

  constructor(problem: P, lane: Lane, arrivedAt: number, glancing = false) {
    this.problem = problem
    this.lane = lane
    this.arrivedAt = arrivedAt
    this.glancing = glancing
    this.#startsWithGlances = glancing
  }

  get live(): number {
    return this.#running.length
  }

  /** Arms that had their chance in this round. */
  get tried(): number {
    return this.#tried.length
  }

  /** 0 as long as nobody has looked at it, -1 once it was screened, 1 while it comes back, 2 when all have had their look. */
  get lateness(): number {
    if (!this.#wasLookedAt) return this.#tried.length > 0 ? -1 : 0
    return this.#startsWithGlances && !this.glancing ? 2 : 1
  }

  /** Those that came to no end in a short look count with those that failed. */
  get failedArms(): readonly string[] {
    return [...new Set([...this.failures.map(({ arm }) => arm), ...this.#setAside])]
  }

  /** Arms that may still run in this round; what the ledger knows already counts as tried, and is told. */
  candidates(
    arms: Iterable<Pick<Arm<P>, 'name' | 'version' | 'glances'>>,
    budget: { readonly full: (arm: string) => Budget; readonly allowed: (arm: string) => Budget },
    onSkipped: (arm: string, prior: Prior) => void,
  ): string[] {
    const names: string[] = []
    for (const arm of arms) {
      const { name } = arm
      if (!this.isUntried(name)) continue
      const prior = this.coveredBy(arm, budget.full(name))
      if (prior) {
        this.fail({ arm: name, outcome: prior.outcome, stuckOn: [] })
        onSkipped(name, prior)
      } else if (this.glancing && !arm.glances) this.postpone(name)
      else if (this.glancing && this.coveredBy(arm, budget.allowed(name))) this.setAside(name)
      else names.push(name)
    }
    return names
  }

  isUntried(arm: string): boolean {
    return !this.#tried.includes(arm)
  }

  started({ name, screens }: Pick<Arm<P>, 'name' | 'screens'>, attempt: CancellableAttempt): void {
    this.#wasLookedAt ||= !screens
    this.#tried = [...this.#tried, name]
    this.#running = [...this.#running, attempt]
  }

  ended(attempt: CancellableAttempt): void {
    this.#running = this.#running.filter((running) => running !== attempt)
  }

  joinsLater(callOff: () => void): void {
    this.#joining = [...this.#joining, callOff]
  }

  nobodyJoins(): void {
    for (const callOff of this.#joining) callOff()
    this.#joining = NONE
  }

  cancel(graceMs?: number): void {
    this.nobodyJoins()
    for (const attempt of this.#running) attempt.cancel(graceMs)
  }

  fail(failure: ArmFailure): void {
    if (this.isUntried(failure.arm)) this.#tried = [...this.#tried, failure.arm]
    this.failures = [...this.failures.filter(({ arm }) => arm !== failure.arm), failure]
  }

  /** A short look was not enough for it. */
  setAside(arm: string): void {
    if (this.isUntried(arm)) this.#tried = [...this.#tried, arm]
    if (!this.#setAside.includes(arm)) this.#setAside = [...this.#setAside, arm]
  }

  postpone(arm: string): void {
    this.#tried = [...this.#tried, arm]
    this.#postponed = [...this.#postponed, arm]
  }

  /** From now on arms get all their time; those that were set aside or postponed are on. */
  endGlances(): void {
    this.glancing = false
    const waiting = new Set([...this.#setAside, ...this.#postponed])
    this.#tried = this.#tried.filter((arm) => !waiting.has(arm))
    this.#postponed = NONE
  }

  /** The arm gets another chance in this round, for what stopped it was not the problem. */
  forgive(arm: string): void {
    this.#tried = this.#tried.filter((name) => name !== arm)
  }

  nextRound(): void {
    this.round += 1
    this.errors = 0
    this.#tried = NONE
  }

  /** An earlier attempt that makes this one pointless: same arm, same version, at least the same budget. */
  coveredBy(arm: Pick<Arm<P>, 'name' | 'version'>, budget: Budget): Prior | undefined {
    return this.priors?.find(
      ({ strategy, strategyVersion, budgetSeconds, outcome }) =>
        strategy === arm.name &&
        strategyVersion === arm.version &&
        budgetSeconds >= budget.seconds &&
        isConclusive(outcome) &&
        !isSettled(outcome),
    )
  }
}
