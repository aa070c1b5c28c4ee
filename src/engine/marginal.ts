import * as z from 'zod'
import { isSettled } from '../attempt.ts'
import { type Choice, type Observation, type Policy, topArms } from './policy.ts'
import { beta, type Random } from './random.ts'

export interface MarginalOptions {
  /** How many attempts of a coarser context weigh as much as one of its own. */
  readonly shrinkage: number
  /** What is believed of an arm that nobody has tried. */
  readonly belief: (arm: string) => Belief
}

export interface Belief {
  /** The chance that an attempt solves its problem. */
  readonly success: number
  readonly cpuSeconds: number
}

const MARGINAL_DEFAULTS: MarginalOptions = { shrinkage: 4, belief: () => ({ success: 0.5, cpuSeconds: 1 }) }

/** What is known of one arm in one context. Failures may be fractions: a censored attempt is part of one. */
interface Cell {
  solved: number
  failed: number
  attempts: number
  cpuSeconds: number
}

const State = z.object({
  cells: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
  solveTimes: z.record(z.string(), z.array(z.number())),
})

// Contexts beyond this many are judged by the next coarser one; it bounds memory, not correctness.
const MOST_CELLS = 50_000
const TIME_BUCKETS = 32

/**
 * Thompson sampling on solves per CPU-second.
 * For each arm there is a chain of ever finer contexts: the arm alone; given the arms that failed on the
 * problem; then adding one feature after the other. Each context is a Beta belief whose prior is the coarser
 * one, worth `shrinkage` attempts. The score is one draw of the finest belief divided by the expected cost.
 * An attempt stopped after t seconds (timeout, cancellation) is censored: it counts as a failure only by the
 * share of the arm's past solves that needed no more than t.
 */
export function createMarginal(random: Random, options: Partial<MarginalOptions> = {}): Policy {
  const { shrinkage, belief } = { ...MARGINAL_DEFAULTS, ...options }
  const cells = new Map<string, Cell>()
  const solveTimes = new Map<string, number[]>()

  function score(arm: string, choice: Choice): number {
    let { success: mean, cpuSeconds: cost } = belief(arm)
    let solved = shrinkage * mean
    let failed = shrinkage * (1 - mean)
    for (const key of contexts(arm, choice.failed, choice.features)) {
      const cell = cells.get(key)
      if (!cell) break
      solved = shrinkage * mean + cell.solved
      failed = shrinkage * (1 - mean) + cell.failed
      mean = solved / (solved + failed)
      cost = (shrinkage * cost + cell.cpuSeconds) / (shrinkage + cell.attempts)
    }
    return beta(solved, failed, random) / Math.max(cost, 1e-6)
  }

  function shareSolvedWithin(arm: string, seconds: number): number {
    const times = solveTimes.get(arm) ?? []
    const limit = timeBucket(seconds)
    const all = times.reduce((sum, count) => sum + count, 0)
    const within = times.reduce((sum, count, bucket) => sum + (bucket <= limit ? count : 0), 0)
    return (within + 1) / (all + 2)
  }

  function ended({ arm, failed, features, outcome, cpuSeconds }: Observation): void {
    const settled = isSettled(outcome)
    if (settled) {
      const times = solveTimes.get(arm) ?? new Array<number>(TIME_BUCKETS).fill(0)
      const bucket = timeBucket(cpuSeconds)
      times[bucket] = (times[bucket] ?? 0) + 1
      solveTimes.set(arm, times)
    }
    const censored = outcome === 'timeout' || outcome === 'cancelled'
    const failure = settled ? 0 : censored ? shareSolvedWithin(arm, cpuSeconds) : 1
    for (const key of contexts(arm, failed, features)) {
      const known = cells.get(key)
      if (!known && cells.size >= MOST_CELLS) return
      const cell = known ?? { solved: 0, failed: 0, attempts: 0, cpuSeconds: 0 }
      cells.set(key, cell)
      cell.solved += settled ? 1 : 0
      cell.failed += failure
      cell.attempts += 1
      cell.cpuSeconds += cpuSeconds
    }
  }

  return {
    name: 'marginal',
    choose: (choice, count) => topArms(choice.arms, count, (arm) => score(arm, choice)),
    // Cost is charged when it is known; a running attempt has no CPU time yet.
    started() {},
    ended,
    save: () => ({
      cells: [...cells].map(([key, cell]) => [key, cell.solved, cell.failed, cell.attempts, cell.cpuSeconds]),
      solveTimes: Object.fromEntries(solveTimes),
    }),
    restore(state) {
      const parsed = State.safeParse(state)
      if (!parsed.success) return false
      cells.clear()
      solveTimes.clear()
      for (const [key, solved, failed, attempts, cpuSeconds] of parsed.data.cells) {
        cells.set(key, { solved, failed, attempts, cpuSeconds })
      }
      for (const [arm, times] of Object.entries(parsed.data.solveTimes)) solveTimes.set(arm, [...times])
      return true
    },
  }
}

function contexts(arm: string, failed: readonly string[], features: readonly string[]): string[] {
  const keys = [arm]
  let key = `${arm}|${[...failed].sort().join('+')}`
  keys.push(key)
  for (const feature of features) {
    key = `${key}|${feature}`
    keys.push(key)
  }
  return keys
}

/** Powers of two from a millisecond up. */
function timeBucket(seconds: number): number {
  const bucket = Math.floor(Math.log2(Math.max(seconds, 0.001) * 1000))
  return Math.min(TIME_BUCKETS - 1, bucket)
}
