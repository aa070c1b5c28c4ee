import { type Config, strategyTimeout } from '../config/index.ts'
import { createMarginal, createUcb, type Policy, type Random } from '../engine/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import { BELIEFS } from './beliefs.ts'

/** Of strategies that only the ledger knows: they are not run, but the bandit remembers them. */
const UNKNOWN_SECONDS = 20
/** How long a strategy is alone with a goal before the next one joins it. */
export const HEAD_START_MS = 3_000

/**
 * The policy of a run. Both policies learn from every attempt, whichever of them chooses, so that `auto` can
 * change from one to the other without forgetting anything. Strategies that are `early` come before what it chooses: a
 * bandit that has only seen true goals would leave a false one to the most expensive arm. Where somebody waits for one
 * goal, which most likely is true, they come `second`.
 */
export async function createPolicy(
  config: Config,
  {
    ledger,
    random,
    strategies,
    early: place = 'first',
  }: {
    readonly ledger?: Ledger | undefined
    readonly random: Random
    readonly strategies: readonly Pick<Strategy, 'name' | 'timeoutSeconds' | 'early'>[]
    readonly early?: 'first' | 'second'
  },
): Promise<Policy> {
  const early = strategies.filter((strategy) => strategy.early).map(({ name }) => name)
  const timeouts = strategyTimeouts(config, strategies)
  const ucb = createUcb({
    exploration: config.ucbExploration,
    alpha: config.ucbAlpha,
    initialMean: config.ucbInitialMean,
  })
  const marginal = createMarginal(random, {
    shrinkage: config.marginalShrinkage,
    // Of the others nothing is known: they are believed to use what they may, so that the cheap ones come first.
    belief: (arm) => BELIEFS[arm] ?? { success: 0.5, cpuSeconds: timeouts(arm) },
  })
  const both = [ucb, marginal]
  if (ledger) for (const policy of both) policy.restore(await ledger.banditState(policy.name))
  const chosen = config.policy === 'ucb' ? ucb : marginal
  return {
    name: chosen.name,
    choose: (choice, count) => {
      const ahead = early.filter((arm) => choice.arms.includes(arm))
      const arms = choice.arms.filter((arm) => !ahead.includes(arm))
      const best = arms.length > 0 ? chosen.choose({ ...choice, arms }, count) : []
      const from = place === 'first' ? 0 : 1
      return [...best.slice(0, from), ...ahead, ...best.slice(from)].slice(0, count)
    },
    started: (arm) => {
      for (const policy of both) policy.started(arm)
    },
    ended: (observation) => {
      for (const policy of both) policy.ended(observation)
    },
    save: () => Object.fromEntries(both.map((policy) => [policy.name, policy.save()])),
    restore: () => false,
  }
}

/** The time limit of each strategy of a run, by its name. */
export function strategyTimeouts(
  config: Config,
  strategies: readonly Pick<Strategy, 'name' | 'timeoutSeconds'>[],
): (name: string) => number {
  const limits = new Map(strategies.map((strategy) => [strategy.name, strategyTimeout(config, strategy)]))
  return (name) => limits.get(name) ?? UNKNOWN_SECONDS
}

export async function savePolicy(policy: Policy, ledger: Ledger): Promise<void> {
  for (const [name, state] of Object.entries(policy.save() as Record<string, unknown>)) {
    await ledger.saveBanditState(name, state)
  }
}
