import * as z from 'zod'
import { isSettled } from '../attempt.ts'
import { type Policy, topArms } from './policy.ts'

export interface UcbOptions {
  /** Weight of the exploration bonus. */
  readonly exploration: number
  /** Weight of the newest attempt in the moving average. */
  readonly alpha: number
  /** What an arm is believed to achieve before it was ever tried. */
  readonly initialMean: number
}

const UCB_DEFAULTS: UcbOptions = { exploration: 1.5, alpha: 0.1, initialMean: 0.05 }

const State = z.object({
  arms: z.record(z.string(), z.object({ mean: z.number(), trials: z.number().int().nonnegative() })),
})

/**
 * Upper confidence bound with a moving average: mean + c·√(2·bitlen(N) / n), where n counts the trials of the
 * arm and N those of all arms plus one. Bit length stands in for the logarithm.
 * Trials are counted when an attempt starts, so losers of a race and cancelled attempts are charged too; the
 * mean moves only when an attempt ran to its end, because a cancelled one shows nothing about success.
 */
export function createUcb(options: Partial<UcbOptions> = {}): Policy {
  const { exploration, alpha, initialMean } = { ...UCB_DEFAULTS, ...options }
  const arms = new Map<string, { mean: number; trials: number }>()
  let total = 0

  const statsOf = (arm: string) => {
    const stats = arms.get(arm) ?? { mean: initialMean, trials: 0 }
    arms.set(arm, stats)
    return stats
  }

  return {
    name: 'ucb',
    choose: ({ arms: candidates }, count) =>
      topArms(candidates, count, (arm) => {
        const { mean, trials } = statsOf(arm)
        return ucbScore(mean, trials, total, exploration)
      }),
    started(arm) {
      statsOf(arm).trials += 1
      total += 1
    },
    ended({ arm, outcome }) {
      if (outcome === 'cancelled') return
      const stats = statsOf(arm)
      stats.mean = (1 - alpha) * stats.mean + alpha * (isSettled(outcome) ? 1 : 0)
    },
    save: () => ({ arms: Object.fromEntries([...arms].map(([arm, stats]) => [arm, { ...stats }])) }),
    restore(state) {
      const parsed = State.safeParse(state)
      if (!parsed.success) return false
      arms.clear()
      for (const [arm, stats] of Object.entries(parsed.data.arms)) arms.set(arm, stats)
      total = [...arms.values()].reduce((sum, { trials }) => sum + trials, 0)
      return true
    },
  }
}

export function ucbScore(mean: number, trials: number, totalTrials: number, exploration: number): number {
  return mean + exploration * Math.sqrt((2 * bitLength(totalTrials + 1)) / Math.max(1, trials))
}

function bitLength(value: number): number {
  return value < 1 ? 0 : Math.floor(Math.log2(value)) + 1
}
