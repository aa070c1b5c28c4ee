/** What the strategies have done, and what the bandit makes of it. */
import * as z from 'zod'
import { count, number, share, text, time } from './words.ts'

export const strategyStats = z.object({
  strategy: text,
  attempts: count,
  solved: count,
  refuted: count,
  /** Of its attempts that proved or refuted their goal: for a strategy that refutes, a refutation is a success. */
  rate: share,
  mean_time_seconds: number,
  cpu_seconds: number,
  /** CPU seconds per goal that it proved or refuted; null as long as there is none. */
  cpu_seconds_per_solve: number.nullable(),
  /** Null when the tactic cache was never asked. */
  cache_hit_rate: share.nullable(),
  /** Goals that it proved or refuted, and no other strategy in any run. */
  unique_solves: count,
})

export const stats = z.object({
  ledger: text,
  total_attempts: count,
  successful_attempts: count,
  success_rate: share,
  unique_goals: count,
  goals: z.object({ total: count, open: count, claimed: count, proved: count, refuted: count }),
  cached_scripts: count,
  cache_hit_rate: share.nullable(),
  cpu_seconds: number,
  strategies: z.array(strategyStats),
})

export const bandit = z.object({
  /** The policy whose state this is; both learn from every attempt. */
  policy: text,
  updated_at: time,
  arms: z.array(
    z.object({
      strategy: text,
      trials: number,
      mean: number,
      score: number.nullable(),
      cpu_seconds: number.nullable(),
    }),
  ),
})

export const strategies = z.object({
  strategies: z.array(strategyStats),
  bandit: z.array(bandit),
  /** UCB state over time, oldest first, as running searches reported it. */
  history: z.array(
    z.object({
      at: time,
      run_id: text,
      arms: z.array(z.object({ strategy: text, trials: number, mean: number, score: number })),
    }),
  ),
})

export const solvedOverTime = z.object({
  bucket_seconds: count,
  /** Oldest first; buckets without a solve are left out. */
  points: z.array(z.object({ at: time, proved: count, refuted: count, total: count })),
})

export type StrategyStatsAnswer = z.infer<typeof strategyStats>
export type Stats = z.infer<typeof stats>
export type Bandit = z.infer<typeof bandit>
export type Strategies = z.infer<typeof strategies>
export type SolvedOverTime = z.infer<typeof solvedOverTime>
