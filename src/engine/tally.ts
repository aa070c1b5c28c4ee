import { type Attempt, isSettled } from '../attempt.ts'

export interface ArmSummary {
  readonly used: number
  readonly succeeded: number
  readonly cpuSeconds: number
}

export interface Summary {
  readonly problems: number
  readonly proved: number
  readonly refuted: number
  readonly exhausted: number
  readonly attempts: number
  readonly arms: Readonly<Record<string, ArmSummary>>
}

/** Running totals of one scheduler. */
export class Tally {
  readonly #arms: Map<string, { used: number; succeeded: number; cpuSeconds: number }>
  #attempts = 0
  problems = 0
  proved = 0
  refuted = 0
  exhausted = 0

  constructor(arms: Iterable<string>) {
    this.#arms = new Map(Array.from(arms, (arm) => [arm, { used: 0, succeeded: 0, cpuSeconds: 0 }]))
  }

  started(arm: string): void {
    const stats = this.#arms.get(arm)
    if (stats) stats.used += 1
  }

  ended({ strategy, cpuSeconds, outcome }: Attempt): void {
    this.#attempts += 1
    const stats = this.#arms.get(strategy)
    if (!stats) return
    stats.cpuSeconds += cpuSeconds
    if (isSettled(outcome)) stats.succeeded += 1
  }

  summary(): Summary {
    const { problems, proved, refuted, exhausted } = this
    const arms = Object.fromEntries(Array.from(this.#arms, ([arm, stats]) => [arm, { ...stats }]))
    return { problems, proved, refuted, exhausted, attempts: this.#attempts, arms }
  }
}
