/** Where the time of a run goes: what Lean does for it, step by step and hole by hole. */
import { type MeteredWork, metered } from '../lean/index.ts'
import type { Hole } from './hole.ts'

type StepName = 'reading' | 'opening' | `search: ${string}` | 'placing' | 'tidying' | 'judging' | 'rereading'

/** CPU seconds where Lean tells them, and seconds otherwise. */
export interface StepCost {
  /** How often the step was taken. */
  readonly times: number
  /** Seconds from its beginnings to its ends, waiting included. */
  readonly seconds: number
  readonly leanSeconds: number
  /** What of that went into text above holes and into starts of Lean, which other steps have for nothing afterwards. */
  readonly contextSeconds: number
  readonly startSeconds: number
}

const NOTHING: StepCost = { times: 0, seconds: 0, leanSeconds: 0, contextSeconds: 0, startSeconds: 0 }

export class StepProfile {
  readonly #steps = new Map<StepName, StepCost>()
  readonly #holes = new Map<string, Map<StepName, StepCost>>()

  /** Charges what Lean does for some work to a step, and to the hole that it is for. */
  async during<T>(step: StepName, hole: Pick<Hole, 'id'> | undefined, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await metered((done) => this.#add(step, hole, costOf(done)), work)
    } finally {
      const seconds = (performance.now() - startedAt) / 1000
      this.#add(step, hole, { ...NOTHING, times: 1, seconds })
    }
  }

  /** All steps that were taken, the most expensive one first. */
  steps(): [StepName, StepCost][] {
    return [...this.#steps].toSorted(([, one], [, other]) => other.leanSeconds - one.leanSeconds)
  }

  /** What a hole has cost in each step. */
  of(hole: Pick<Hole, 'id'>): ReadonlyMap<StepName, StepCost> {
    return this.#holes.get(hole.id) ?? new Map()
  }

  #add(step: StepName, hole: Pick<Hole, 'id'> | undefined, cost: StepCost): void {
    const own = hole && (this.#holes.get(hole.id) ?? new Map<StepName, StepCost>())
    if (own && hole) this.#holes.set(hole.id, own)
    for (const table of [this.#steps, own]) table?.set(step, sum(table.get(step) ?? NOTHING, cost))
  }
}

function costOf({ command, timing: { cpuMicros, wallMicros } }: MeteredWork): StepCost {
  const leanSeconds = (cpuMicros ?? wallMicros) / 1e6
  return {
    ...NOTHING,
    leanSeconds,
    ...(command === 'context' && { contextSeconds: leanSeconds }),
    ...(command === 'start' && { startSeconds: leanSeconds }),
  }
}

function sum(one: StepCost, other: StepCost): StepCost {
  return {
    times: one.times + other.times,
    seconds: one.seconds + other.seconds,
    leanSeconds: one.leanSeconds + other.leanSeconds,
    contextSeconds: one.contextSeconds + other.contextSeconds,
    startSeconds: one.startSeconds + other.startSeconds,
  }
}
