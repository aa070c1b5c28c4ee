import type { Attempt } from '../attempt.ts'
import type { Verify } from '../engine/index.ts'
import { tacticsOf } from '../goal/index.ts'
import { Dojo, type LeanPool } from '../lean/index.ts'
import { CACHE_STRATEGY, type Ledger } from '../ledger/index.ts'
import { storedLemmas } from './lemmas.ts'
import type { GoalProblem, ProofEvidence } from './problem.ts'

export interface CacheOptions {
  readonly ledger: Ledger
  readonly pool: LeanPool
  readonly verify: Verify<GoalProblem, ProofEvidence>
  /** Scripts with a success rate above this are worth a try. */
  readonly minimumRate: number
}

const VERSION = '1'
const BUDGET = { seconds: 10 }
/** Scripts of similar goals are a guess: each gets a moment, no more. */
const GUESS_MS = 2_000
const GUESSES = 3
const ALIKE = 0.6

interface Candidate {
  readonly kind: 'proved' | 'refuted'
  readonly script: string
}

/**
 * Tries what worked before: the goal's own scripts, then those of the most similar proved goals. A cached script
 * is a claim like any other, so the checker decides. Undefined if there was nothing to try.
 */
export async function tryCache(
  options: CacheOptions,
  problem: GoalProblem,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const { ledger, verify } = options
  const startedAt = Date.now()
  let tried = 0
  const meter = new LeanMeter()
  const attempt = (outcome: 'proved' | 'refuted' | 'failed', rest: Partial<Attempt> = {}): Attempt => {
    const timeSeconds = (Date.now() - startedAt) / 1000
    return {
      goalKey: problem.key,
      goalText: problem.text,
      strategy: CACHE_STRATEGY,
      strategyVersion: VERSION,
      outcome,
      tactics: [],
      timeSeconds,
      cpuSeconds: meter.seconds ?? timeSeconds,
      budget: BUDGET,
      startedAt,
      cacheHit: outcome !== 'failed',
      ...rest,
    }
  }
  const judge = async ({ kind, script }: Candidate): Promise<Attempt | undefined> => {
    tried += 1
    const evidence = { script, strategy: CACHE_STRATEGY }
    const lemmas = (await storedLemmas(ledger, problem.key, script)) ?? problem.lemmas
    const verdict = await verify({ ...problem, lemmas }, { kind, evidence }, { signal })
    meter.add(verdict.cpuSeconds)
    if (verdict.kind === 'rejected') return undefined
    return attempt(kind, { tactics: tacticsOf(script), receipt: verdict.receipt })
  }

  for (const candidate of await ownScripts(options, problem)) {
    const found = await judge(candidate)
    if (candidate.kind === 'proved') {
      await ledger.updateScript({
        goalKey: problem.key,
        tactics: tacticsOf(candidate.script),
        strategy: CACHE_STRATEGY,
        success: found !== undefined,
        timeSeconds: (Date.now() - startedAt) / 1000,
      })
    }
    if (found) return found
  }
  const guesses = await similarScripts(ledger, problem)
  if (guesses.length > 0) {
    tried += 1
    const script = await firstThatCloses(options.pool, problem, guesses, signal, meter)
    const found = script === undefined ? undefined : await judge({ kind: 'proved', script })
    if (found) return found
  }
  return tried > 0 ? attempt('failed', { error: 'no cached script proves this goal' }) : undefined
}

async function ownScripts({ ledger, minimumRate }: CacheOptions, { key }: GoalProblem): Promise<Candidate[]> {
  const scripts = await ledger.cachedScripts(key, 3)
  const found = scripts
    .filter(({ successRate }) => successRate > minimumRate)
    .map(({ tactics }): Candidate => ({ kind: 'proved', script: tactics.join('\n') }))
  if (found.length > 0) return found
  const stored = await ledger.goal(key)
  if (!stored || stored.status === 'open' || stored.status === 'claimed' || stored.script === undefined)
    return []
  const { script } = stored
  // A script that is in the cache and was left out above has lost its credit.
  if (scripts.some(({ tactics }) => tactics.join('\n') === script)) return []
  return [{ kind: stored.status, script }]
}

async function similarScripts(ledger: Ledger, { key, goal }: GoalProblem): Promise<string[]> {
  const similar = await ledger.similarGoals(goal.text, {
    context: goal.context,
    status: 'proved',
    limit: GUESSES,
  })
  const scripts = similar
    .filter(({ goal: other, similarity }) => similarity >= ALIKE && other.key !== key)
    .map(({ goal: other }) => other.script ?? '')
  return [...new Set(scripts.filter(Boolean))]
}

async function firstThatCloses(
  pool: LeanPool,
  { input }: GoalProblem,
  scripts: readonly string[],
  signal: AbortSignal,
  meter: LeanMeter,
): Promise<string | undefined> {
  await using dojo = await Dojo.open(pool, input, { signal })
  for (const script of scripts) {
    const result = await dojo.runTactic(dojo.root, script, { timeoutMs: GUESS_MS, signal })
    const { cpuMicros } = 'timing' in result ? result.timing : { cpuMicros: null }
    meter.add(cpuMicros === null ? null : cpuMicros / 1e6)
    if (result.kind === 'closed') return script
  }
  return undefined
}

/** Lean's own CPU time over several requests; unknown as soon as one of them does not tell. */
class LeanMeter {
  #seconds: number | null = 0

  add(seconds: number | null | undefined): void {
    this.#seconds = this.#seconds === null || seconds === null ? null : this.#seconds + (seconds ?? 0)
  }

  get seconds(): number | null {
    return this.#seconds
  }
}
