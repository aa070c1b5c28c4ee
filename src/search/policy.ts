import { type Config, strategyTimeout } from '../config/index.ts'
import { createMarginal, createUcb, type Observation, type Policy, type Random } from '../engine/index.ts'
import { LIBRARY_ONLY } from '../goal/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Strategy } from '../strategies/index.ts'
import { BELIEFS } from './beliefs.ts'

/** Of strategies that only the ledger knows: they are not run, but the bandit remembers them. */
const UNKNOWN_SECONDS = 20
/** How long a strategy is alone with a goal before the next one joins it. */
export const HEAD_START_MS = 3_000

/** A policy whose state is shared with every other run on the same ledger. */
export interface SharedPolicy extends Policy {
  /** Adds what was seen since the last time to what the ledger has, and takes over what others have added. */
  share(ledger: Ledger): Promise<void>
}

type Seen = { readonly started: string } | { readonly ended: Observation }

/**
 * The policy of a run. Both policies learn from every attempt, whichever of them chooses, so that `auto` can
 * change from one to the other without forgetting anything. Strategies that are `early` come before what it chooses: a
 * bandit that has only seen true goals would leave a false one to the most expensive arm.
 */
export async function createPolicy(
  config: Config,
  {
    ledger,
    random,
    strategies,
    isOneGoal = false,
  }: {
    readonly ledger?: Ledger | undefined
    readonly random: Random
    readonly strategies: readonly Pick<Strategy, 'name' | 'timeoutSeconds' | 'early'>[]
    /** Somebody waits for this goal, and nobody for another one. */
    readonly isOneGoal?: boolean
  },
): Promise<SharedPolicy> {
  const first = strategies.filter(({ early }) => early).map(({ name }) => name)
  const always = strategies.filter(({ early }) => early === true).map(({ name }) => name)
  const timeouts = strategyTimeouts(config, strategies)
  const makeUcb = () =>
    createUcb({
      exploration: config.ucbExploration,
      alpha: config.ucbAlpha,
      initialMean: config.ucbInitialMean,
    })
  const makeMarginal = () =>
    createMarginal(random, {
      shrinkage: config.marginalShrinkage,
      // Of the others nothing is known: they are believed to use what they may, so that the cheap ones come first.
      belief: (arm) => BELIEFS[arm] ?? { success: 0.5, cpuSeconds: timeouts(arm) },
    })
  const [ucb, marginal] = [new Learner(makeUcb), new Learner(makeMarginal)]
  const both = [ucb, marginal]
  if (ledger) for (const { policy } of both) policy.restore(await ledger.banditState(policy.name))
  const chosen = (config.policy === 'ucb' ? ucb : marginal).policy
  let sharing = Promise.resolve()
  return {
    name: chosen.name,
    choose: (choice, count) => {
      const early = isOneGoal || choice.features.includes(LIBRARY_ONLY) ? first : always
      const ahead = early.filter((arm) => choice.arms.includes(arm)).slice(0, count)
      const arms = choice.arms.filter((arm) => !ahead.includes(arm))
      const rest = count - ahead.length
      return rest > 0 && arms.length > 0 ? [...ahead, ...chosen.choose({ ...choice, arms }, rest)] : ahead
    },
    started: (arm) => {
      for (const learner of both) learner.see({ started: arm })
    },
    ended: (observation) => {
      for (const learner of both) learner.see({ ended: observation })
    },
    share: (shared) => {
      // One after the other: what is being written is not pending any more, nor is it in the ledger yet.
      const next = sharing.then(async () => {
        for (const learner of both) await learner.share(shared)
      })
      sharing = next.catch(() => {})
      return next
    },
    save: () => Object.fromEntries(both.map(({ policy }) => [policy.name, policy.save()])),
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

/**
 * The same where somebody waits for one goal. Quick tactics then have no more than their head start on a goal about
 * definitions of its own, if stronger strategies are there: what they would find later, those find sooner.
 */
export function oneGoalTimeouts(
  config: Config,
  strategies: readonly Pick<Strategy, 'name' | 'timeoutSeconds' | 'early'>[],
): (name: string, features?: readonly string[]) => number {
  const timeouts = strategyTimeouts(config, strategies)
  const areStronger = strategies.some(({ early }) => !early)
  const quick = strategies.filter(({ early }) => early === 'alone').map(({ name }) => name)
  return (name, features = []) =>
    areStronger && quick.includes(name) && !features.includes(LIBRARY_ONLY)
      ? Math.min(HEAD_START_MS / 1000, timeouts(name))
      : timeouts(name)
}

/**
 * One policy and what it has seen since it was last shared. Sharing replays that on the state in the ledger, so that
 * runs at the same time lose nothing of each other's counts.
 */
class Learner {
  readonly policy: Policy
  readonly #make: () => Policy
  #pending: Seen[] = []

  constructor(make: () => Policy) {
    this.#make = make
    this.policy = make()
  }

  see(seen: Seen): void {
    this.#pending.push(seen)
    replay(this.policy, [seen])
  }

  async share(ledger: Ledger): Promise<void> {
    const news = this.#pending
    if (news.length === 0) return
    this.#pending = []
    try {
      const shared = await ledger.changeBanditState(this.policy.name, (state) => {
        const policy = this.#make()
        policy.restore(state)
        replay(policy, news)
        return policy.save()
      })
      this.policy.restore(shared)
      replay(this.policy, this.#pending)
    } catch (error) {
      this.#pending = [...news, ...this.#pending]
      throw error
    }
  }
}

function replay(policy: Policy, seen: readonly Seen[]): void {
  for (const one of seen) {
    if ('started' in one) policy.started(one.started)
    else policy.ended(one.ended)
  }
}
