/** One goal, one strategy after the other, until the checker accepts a proof or a refutation. */
import type { Outcome } from '../attempt.ts'
import type { Checker, FixedStatement, GoalInput, LeanPool, Receipt } from '../lean/index.ts'
import { negationOf } from './negation.ts'
import { BUILT_IN, type Profile, strategiesByName, strategiesOfProfile } from './registry.ts'
import type { Strategy, StrategyGoal, StrategyResult } from './strategy.ts'
import { strategyTools } from './tools.ts'

export interface ProveOptions {
  /** For all strategies together; each also keeps to its own limit. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onTactic?: (tactic: string) => void
  /** Names of strategies to use, in this order; otherwise those of `profile`. */
  readonly strategies?: readonly string[] | undefined
  readonly profile?: Profile
  /** Where names are looked up: the built-in strategies, or the result of `loadStrategies`. */
  readonly registry?: readonly Strategy[]
}

export interface ProveResult {
  readonly outcome: Outcome
  readonly statement: string
  readonly script: string | null
  readonly strategy: string | null
  readonly time_seconds: number
  /** CPU time inside Lean, as far as the platform tells. */
  readonly cpu_seconds: number | null
  readonly receipt: Receipt | null
  /** With `refuted`: the values for which the statement fails; script and receipt are those of its negation. */
  readonly counterexample: string | null
  /** Without a proof: the open subgoal that came closest. */
  readonly stuck_on: string | null
}

const TIMEOUT_MS = 60_000

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
  const chosen = options.strategies
    ? strategiesByName(options.strategies, registry)
    : strategiesOfProfile(profile, registry)
  const started = performance.now()
  const limit = AbortSignal.timeout(timeoutMs)
  const both = signal ? AbortSignal.any([signal, limit]) : limit
  const tools = strategyTools(pool)
  let cpuSeconds: number | null = null
  let stuckOn: string | null = null
  const result = (outcome: Outcome, found?: Settled): ProveResult => ({
    outcome,
    statement: goal.statement,
    script: found?.script ?? null,
    strategy: found?.strategy ?? null,
    time_seconds: Math.round(performance.now() - started) / 1000,
    cpu_seconds: cpuSeconds === null ? null : Math.round(cpuSeconds * 1000) / 1000,
    receipt: found?.receipt ?? null,
    counterexample: found?.counterexample ?? null,
    stuck_on: found ? null : stuckOn,
  })
  try {
    // The judge elaborates the statement while the search begins; nothing is judged before it has.
    const fixing = checker.fix(goal, { signal: both })
    fixing.catch(() => {})
    for (const strategy of chosen) {
      const left = (timeoutMs - (performance.now() - started)) / 1000
      if (left <= 0 || !(await strategy.availability()).available) continue
      const claim = await strategy.run({ input: goal }, tools, {
        budgetSeconds: Math.min(strategy.timeoutSeconds, left),
        signal: both,
        ...(onTactic && { onProgress: onTactic }),
      })
      if (claim.cpuSeconds !== null) cpuSeconds = (cpuSeconds ?? 0) + claim.cpuSeconds
      if (claim.kind === 'failed') stuckOn = claim.stuckOn ?? stuckOn
      const settled = await judged({
        checker,
        goal: { input: goal },
        statement: await fixing,
        strategy,
        claim,
        signal: both,
      })
      if (settled) return result(settled.outcome, settled)
    }
    return result('failed')
  } catch (error) {
    if (signal?.aborted) return result('cancelled')
    if (limit.aborted) return result('timeout')
    throw error
  }
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
  const negation = claim.kind === 'refuted' ? negationOf(goal.input) : undefined
  if (claim.kind === 'refuted' && !negation) return undefined
  const target = negation ? await checker.fix(negation, { signal }) : statement
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
