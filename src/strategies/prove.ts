import type { Outcome } from '../attempt.ts'
import { type Checker, Dojo, type GoalInput, type LeanPool, type Receipt } from '../lean/index.ts'
import { runClosers } from './closers.ts'

export interface ProveOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onTactic?: (tactic: string) => void
}

export interface ProveResult {
  readonly outcome: Outcome
  readonly statement: string
  readonly script: string | null
  readonly strategy: string | null
  readonly time_seconds: number
  readonly receipt: Receipt | null
}

const TIMEOUT_MS = 60_000

/** Searches for a proof. Throws `GoalError` if Lean does not accept the goal itself. */
export async function prove(
  { pool, checker }: { pool: LeanPool; checker: Checker },
  goal: GoalInput,
  { timeoutMs = TIMEOUT_MS, signal, onTactic }: ProveOptions = {},
): Promise<ProveResult> {
  const started = performance.now()
  const limit = AbortSignal.timeout(timeoutMs)
  const both = signal ? AbortSignal.any([signal, limit]) : limit
  const result = (outcome: Outcome, found?: { script: string; receipt: Receipt }): ProveResult => ({
    outcome,
    statement: goal.statement,
    script: found?.script ?? null,
    strategy: found ? 'closers' : null,
    time_seconds: Math.round(performance.now() - started) / 1000,
    receipt: found?.receipt ?? null,
  })
  try {
    const fixing = checker.fix(goal, { signal: both })
    fixing.catch(() => {})
    await using dojo = await Dojo.open(pool, goal, { signal: both })
    const context = { dojo, checker, statement: await fixing, signal: both, ...(onTactic && { onTactic }) }
    const found = await runClosers(context)
    return found.kind === 'proved' ? result('proved', found) : result('failed')
  } catch (error) {
    if (signal?.aborted) return result('cancelled')
    if (limit.aborted) return result('timeout')
    throw error
  }
}
