import * as z from 'zod'
import type { Bandit, Pulse, Strategies } from '../../api/index.ts'
import { ucbScore } from '../../engine/index.ts'
import { type Ledger, pulsesSince as storedPulses, banditStates as storedStates } from '../../ledger/index.ts'

const MOST_POINTS = 300

type Sampled = Pick<Pulse, 'cpu_share' | 'memory_share' | 'cpu_target' | 'arms'>

/** Pulses of every run since a moment, thinned out evenly, oldest first. */
export async function sampledPulses(
  ledger: Ledger,
  since: string | undefined,
): Promise<{ at: string; run_id: string; pulse: Sampled }[]> {
  const pulses = await storedPulses(ledger, since, MOST_POINTS)
  return pulses.map(({ at, runId, data }) => ({ at, run_id: runId, pulse: data as Sampled }))
}

const Ucb = z.object({
  arms: z.record(z.string(), z.object({ mean: z.number(), trials: z.number() })),
})
const Marginal = z.object({
  cells: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
})

/** What each policy believes of each strategy, whatever the goal. */
export async function banditAnswers(ledger: Ledger, exploration: number): Promise<Bandit[]> {
  const states = await storedStates(ledger)
  return states.map(({ policy, state, updatedAt }) => ({
    policy,
    updated_at: updatedAt,
    arms: policy === 'ucb' ? ucbArms(state, exploration) : marginalArms(state),
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
  const pulses = await sampledPulses(ledger, undefined)
  return pulses.map(({ at, run_id, pulse }) => ({ at, run_id, arms: pulse.arms ?? [] }))
}
