import * as z from 'zod'
import { ucbScore } from '../../engine/index.ts'
import type { Ledger, SqlValue } from '../../ledger/index.ts'
import type { Bandit, Pulse, Strategies } from '../schemas.ts'

const MOST_POINTS = 300

type Sampled = Pick<Pulse, 'cpu_share' | 'memory_share' | 'cpu_target' | 'arms'>

/** Pulses of every run since a moment, thinned out evenly, oldest first. */
export async function pulsesSince(
  ledger: Ledger,
  since: string | undefined,
): Promise<{ at: string; run_id: string; pulse: Sampled }[]> {
  const [condition, parameters]: [string, SqlValue[]] =
    since === undefined ? ['', []] : ['and at >= ?', [since]]
  const [row] = await ledger.sql.all<{ count: number }>(
    `select count(*) as count from events where type = 'pulse' ${condition}`,
    parameters,
  )
  const step = Math.max(1, Math.ceil((row?.count ?? 0) / MOST_POINTS))
  const rows = await ledger.sql.all<{ at: string; run_id: string | null; data: string }>(
    `select at, run_id, data from events where type = 'pulse' ${condition} and id % ? = 0
      order by id desc limit ?`,
    [...parameters, step, 2 * MOST_POINTS],
  )
  return rows
    .reverse()
    .map(({ at, run_id, data }) => ({ at, run_id: run_id ?? '', pulse: JSON.parse(data) as Sampled }))
}

const Ucb = z.object({
  arms: z.record(z.string(), z.object({ mean: z.number(), trials: z.number() })),
})
const Marginal = z.object({
  cells: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
})

/** What each policy believes of each strategy, whatever the goal. */
export async function banditStates(ledger: Ledger, exploration: number): Promise<Bandit[]> {
  const rows = await ledger.sql.all<{ policy: string; state: string; updated_at: string }>(
    'select policy, state, updated_at from bandit_state order by policy',
  )
  return rows.map(({ policy, state, updated_at }) => ({
    policy,
    updated_at,
    arms: policy === 'ucb' ? ucbArms(JSON.parse(state), exploration) : marginalArms(JSON.parse(state)),
  }))
}

function ucbArms(state: unknown, exploration: number): Bandit['arms'] {
  const arms = Object.entries(Ucb.safeParse(state).data?.arms ?? {})
  const all = arms.reduce((sum, [, { trials }]) => sum + trials, 0)
  return arms.map(([strategy, { mean, trials }]) => ({
    strategy,
    trials,
    mean,
    score: ucbScore(mean, trials, all, exploration),
    cpu_seconds: null,
  }))
}

function marginalArms(state: unknown): Bandit['arms'] {
  const cells = Marginal.safeParse(state).data?.cells ?? []
  // The coarsest context of an arm is the arm alone.
  return cells
    .filter(([key]) => !key.includes('|'))
    .map(([strategy, solved, failed, trials, cpuSeconds]) => ({
      strategy,
      trials,
      mean: solved + failed > 0 ? solved / (solved + failed) : 0,
      score: cpuSeconds > 0 ? solved / cpuSeconds : null,
      cpu_seconds: cpuSeconds,
    }))
}

export async function banditHistory(ledger: Ledger): Promise<Strategies['history']> {
  const pulses = await pulsesSince(ledger, undefined)
  return pulses.map(({ at, run_id, pulse }) => ({ at, run_id, arms: pulse.arms ?? [] }))
}
