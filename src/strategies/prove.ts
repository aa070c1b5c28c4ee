/** One goal, one strategy after the other, until the checker accepts a proof or a refutation. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../attempt.ts'
import type { Checker, FixedStatement, GoalInput, LeanPool, Receipt } from '../lean/index.ts'
import type { Chat } from '../models/index.ts'
import { fixNegation } from './fix-negation.ts'
import { BUILT_IN, type Profile, strategiesByName, strategiesOfProfile } from './registry.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyTools } from './strategy.ts'
import { strategyTools } from './tools.ts'

/** What is being waited for; `searching` names the strategy. */
export type ProvePhase =
  | { readonly kind: 'starting' }
  | { readonly kind: 'elaborating' }
  | { readonly kind: 'searching'; readonly strategy: string }
  | { readonly kind: 'checking'; readonly strategy: string }

export interface TriedStrategy {
  readonly strategy: string
  readonly seconds: number
  /** `stopped`: the time for all of them together was over. */
  readonly outcome: 'failed' | 'stopped' | 'unavailable' | 'not accepted'
}

export interface ProveOptions {
  /**
   * For all strategies together, from the moment when Lean has read the statement; each also keeps to its own limit.
   * Lean's start is not part of it: on a busy machine that alone would use up a small limit.
   */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onTactic?: (tactic: string) => void
  readonly onPhase?: (phase: ProvePhase) => void
  /** Names of strategies to use, in this order; otherwise those of `profile`. */
  readonly strategies?: readonly string[] | undefined
  readonly profile?: Profile
  /** Where names are looked up: the built-in strategies, or the result of `loadStrategies`. */
  readonly registry?: readonly Strategy[]
  /** Further tools for strategies: premises, and models on this machine. */
  readonly tools?: Pick<StrategyTools, 'findPremises' | 'suggestTactics'>
  /** A language model that strategies may ask. */
  readonly chat?: Chat | undefined
  /** Seconds for a strategy by its name, instead of its own limit. */
  readonly budgetSeconds?: (strategy: string) => number
}

export interface ProveResult {
  readonly outcome: Outcome
  readonly statement: string
  readonly script: string | null
  readonly strategy: string | null
  /** Spent searching; Lean's start and the reading of the statement are not part of it. */
  readonly time_seconds: number
  /** Until Lean was there and had read the statement. */
  readonly start_seconds: number
  /** What was tried without success, in this order. */
  readonly tried: readonly TriedStrategy[]
  /** CPU time inside Lean, as far as the platform tells. */
  readonly cpu_seconds: number | null
  readonly receipt: Receipt | null
  /** With `refuted`: the values for which the statement fails; script and receipt are those of its negation. */
  readonly counterexample: string | null
  /** Without a proof: the open subgoal that came closest. */
  readonly stuck_on: string | null
}

const TIMEOUT_MS = 60_000
/** A statement that takes Lean longer than this to read is told as an error of its own. */
const READING_MS = 300_000
const HEAD_START_MS = 3_000

interface Settled {
  readonly outcome: 'proved' | 'refuted'
  readonly script: string
  readonly strategy: string
  readonly receipt: Receipt
  readonly counterexample?: string
}

/** Searches for a proof. Throws `GoalError` if Lean does not accept the goal itself. */
export async function prove(
  { pool, checker }: { pool: LeanPool; checker: Checker },
  goal: GoalInput,
  options: ProveOptions = {},
): Promise<ProveResult> {
  const { timeoutMs = TIMEOUT_MS, signal, onTactic, profile = 1, registry = BUILT_IN } = options
  const rounds = options.strategies
    ? strategiesByName(options.strategies, registry).map((strategy) => [strategy])
    : quickOnesTogether(strategiesOfProfile(profile, registry))
  const asked = performance.now()
  let started = asked
  let limit: AbortSignal | undefined
  const tried: TriedStrategy[] = []
  const tools = strategyTools(pool, {
    ...(options.chat && { chat: options.chat }),
    ...options.tools,
  })
  let cpuSeconds: number | null = null
  let stuckOn: string | null = null
  const result = (outcome: Outcome, found?: Settled): ProveResult => ({
    outcome,
    statement: goal.statement,
    script: found?.script ?? null,
    strategy: found?.strategy ?? null,
    time_seconds: Math.round(performance.now() - started) / 1000,
    start_seconds: Math.round(started - asked) / 1000,
    tried,
    cpu_seconds: cpuSeconds === null ? null : Math.round(cpuSeconds * 1000) / 1000,
    receipt: found?.receipt ?? null,
    counterexample: found?.counterexample ?? null,
    stuck_on: found ? null : stuckOn,
  })
  try {
    // Fixed before anybody searches: the process that does it has seen no candidate yet. A strategy's own time
    // begins after that, when there is a Lean to search with.
    options.onPhase?.({ kind: 'starting' })
    await orAborted(pool.warm(), signal)
    options.onPhase?.({ kind: 'elaborating' })
    const statement = await checker.fix(goal, { signal, timeoutMs: READING_MS })
    started = performance.now()
    limit = AbortSignal.timeout(timeoutMs)
    const both = signal ? AbortSignal.any([signal, limit]) : limit
    for (const round of rounds) {
      const settled = await firstSettled(round, both, async (strategy, signal) => {
        const begun = performance.now()
        const note = (outcome: TriedStrategy['outcome']): undefined => {
          const seconds = Math.round(performance.now() - begun) / 1000
          tried.push({ strategy: strategy.name, seconds, outcome })
        }
        const left = (timeoutMs - (begun - started)) / 1000
        if (!(await strategy.availability(tools)).available) return note('unavailable')
        if (left <= 0) return note('stopped')
        options.onPhase?.({ kind: 'searching', strategy: strategy.name })
        const claim = await strategy.run({ input: goal }, tools, {
          budgetSeconds: Math.min(options.budgetSeconds?.(strategy.name) ?? strategy.timeoutSeconds, left),
          signal,
          ...(onTactic && { onProgress: onTactic }),
        })
        if (claim.cpuSeconds !== null) cpuSeconds = (cpuSeconds ?? 0) + claim.cpuSeconds
        if (claim.kind === 'failed') {
          stuckOn = claim.stuckOn ?? stuckOn
          return note(both.aborted ? 'stopped' : 'failed')
        }
        options.onPhase?.({ kind: 'checking', strategy: strategy.name })
        const found = await judged({ checker, goal: { input: goal }, statement, strategy, claim, signal })
        return found ?? note(both.aborted ? 'stopped' : 'not accepted')
      })
      if (settled) return result(settled.outcome, settled)
    }
    return result('failed')
  } catch (error) {
    if (signal?.aborted) return result('cancelled')
    if (limit?.aborted) return result('timeout')
    throw error
  }
}

/** A failed start is told by whoever needs the process first. */
function orAborted(starting: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    starting.then(resolve, () => resolve())
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A proof and a refutation are looked for at the same time, before anything that takes long. */
function quickOnesTogether(strategies: readonly Strategy[]): Strategy[][] {
  const quick = strategies.filter((strategy) => strategy.profile === 0)
  const others = strategies.filter((strategy) => strategy.profile !== 0)
  return [quick, ...others.map((strategy) => [strategy])]
}

/**
 * Runs strategies side by side until one is settled; the others are then stopped. Each starts a moment after
 * the one before it, so that an easy goal costs the first one only.
 */
async function firstSettled(
  strategies: readonly Strategy[],
  signal: AbortSignal,
  attempt: (strategy: Strategy, signal: AbortSignal) => Promise<Settled | undefined>,
): Promise<Settled | undefined> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  let settled: Settled | undefined
  const attempts = strategies.map(async (strategy, place) => {
    if (place > 0) await sleep(place * HEAD_START_MS, undefined, { signal: either })
    const found = await attempt(strategy, either)
    if (!found || settled) return
    settled = found
    stop.abort()
  })
  const ended = await Promise.allSettled(attempts)
  signal.throwIfAborted()
  const broken = ended.find((end) => end.status === 'rejected')
  if (!settled && broken) throw broken.reason
  return settled
}

interface Judgement {
  readonly checker: Checker
  readonly goal: StrategyGoal
  readonly statement: FixedStatement
  readonly strategy: Strategy
  readonly claim: StrategyResult
  readonly signal: AbortSignal
}

/** The checker's word on a claim; undefined if there is nothing to show. */
async function judged(judgement: Judgement): Promise<Settled | undefined> {
  const { checker, goal, statement, strategy, claim, signal } = judgement
  if (claim.kind === 'failed') return undefined
  const target = claim.kind === 'proved' ? statement : await fixNegation(checker, statement, signal)
  if (!target) return undefined
  const proof = { script: claim.script, lemmas: goal.lemmas }
  const verdict = await checker.check({ statement: target, proof, strategy: strategy.name }, { signal })
  if (verdict.kind !== 'accepted') return undefined
  return {
    outcome: claim.kind,
    script: claim.script,
    strategy: strategy.name,
    receipt: verdict.receipt,
    ...(claim.kind === 'refuted' ? { counterexample: claim.counterexample } : {}),
  }
}
