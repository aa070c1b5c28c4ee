/** Counts what happens in a run, for whoever draws it. */
import type { Attempt, Outcome } from '../attempt.ts'

type GoalState = 'open' | 'proved' | 'refuted' | 'unsolved' | 'ill-typed'

export interface GoalCounts {
  readonly total: number
  readonly proved: number
  readonly refuted: number
  /** Every strategy had its chance. */
  readonly unsolved: number
  readonly illTyped: number
  readonly open: number
}

export interface ArmCounts {
  readonly strategy: string
  readonly attempts: number
  readonly solved: number
  readonly meanSeconds: number
  readonly cpuSeconds: number
}

const RATE_WINDOW_MS = 60_000

export class RunTracker {
  readonly #now: () => number
  readonly #startedAt: number
  readonly #goals = new Map<string, { copies: number; state: GoalState }>()
  readonly #counts: Record<GoalState, number> = {
    open: 0,
    proved: 0,
    refuted: 0,
    unsolved: 0,
    'ill-typed': 0,
  }
  readonly #arms = new Map<
    string,
    { attempts: number; solved: number; timeSeconds: number; cpuSeconds: number }
  >()
  #total = 0
  #concluded: number[] = []

  constructor(strategies: readonly string[], now: () => number = Date.now) {
    this.#now = now
    this.#startedAt = now()
    for (const name of strategies) this.#arm(name)
  }

  get elapsedSeconds(): number {
    return (this.#now() - this.#startedAt) / 1000
  }

  get goals(): GoalCounts {
    const { proved, refuted, unsolved, 'ill-typed': illTyped } = this.#counts
    const open = Math.max(0, this.#total - proved - refuted - unsolved - illTyped)
    return { total: this.#total, proved, refuted, unsolved, illTyped, open }
  }

  get arms(): ArmCounts[] {
    return Array.from(this.#arms, ([strategy, { attempts, solved, timeSeconds, cpuSeconds }]) => ({
      strategy,
      attempts,
      solved,
      meanSeconds: attempts > 0 ? timeSeconds / attempts : 0,
      cpuSeconds,
    }))
  }

  /** Goals that left the queue for good, over the last minute. */
  get perMinute(): number {
    const now = this.#now()
    this.#concluded = this.#concluded.filter((moment) => now - moment <= RATE_WINDOW_MS)
    const window = Math.min(RATE_WINDOW_MS, now - this.#startedAt)
    return window > 0 ? (this.#concluded.length * 60_000) / window : 0
  }

  fed(goals: number): void {
    this.#total += goals
  }

  /** Two goals with one key are one problem; what settles it settles both. */
  prepared(key: string): void {
    const goal = this.#goals.get(key) ?? { copies: 0, state: 'open' }
    this.#goals.set(key, goal)
    goal.copies += 1
    this.#counts[goal.state] += 1
  }

  notRead(why: 'ill-typed' | 'too-long'): void {
    this.#counts[why === 'too-long' ? 'unsolved' : 'ill-typed'] += 1
    this.#concluded.push(this.#now())
  }

  /** A key that was not among the goals is a lemma of the marketplace, which is not counted. */
  concluded(key: string, outcome: Outcome | undefined): void {
    const goal = this.#goals.get(key)
    if (!goal) return
    if (goal.state === 'open') this.#concluded.push(...Array.from({ length: goal.copies }, this.#now))
    this.#counts[goal.state] -= goal.copies
    goal.state = outcome === 'proved' || outcome === 'refuted' ? outcome : 'unsolved'
    this.#counts[goal.state] += goal.copies
  }

  attempted({ strategy, outcome, timeSeconds, cpuSeconds }: Attempt): void {
    const arm = this.#arm(strategy)
    arm.attempts += 1
    arm.timeSeconds += timeSeconds
    arm.cpuSeconds += cpuSeconds
    if (outcome === 'proved' || outcome === 'refuted') arm.solved += 1
  }

  #arm(name: string) {
    const arm = this.#arms.get(name) ?? { attempts: 0, solved: 0, timeSeconds: 0, cpuSeconds: 0 }
    this.#arms.set(name, arm)
    return arm
  }
}
