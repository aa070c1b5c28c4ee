import { type Goal, goalFeatures, goalTextKey } from '../goal/index.ts'
import {
  type Checker,
  type FixedStatement,
  GoalError,
  GoalTooLongError,
  type LeanPool,
} from '../lean/index.ts'
import { type GoalProblem, shortHash, toInput } from './problem.ts'

export type Prepared =
  | { readonly kind: 'ready'; readonly problem: GoalProblem }
  /** Lean does not accept the goal itself, or was not done with it in time: there is nothing to attempt. */
  | { readonly kind: 'ill-typed' | 'too-long'; readonly key: string; readonly why: string }

interface Lean {
  readonly pool: LeanPool
  readonly checker: Checker
}

/** A statement that takes Lean longer than this to read is told apart; a busy machine needs minutes for a short one. */
export const READING_MS = 300_000

/** Fixes what is to be proved and gives it its key. */
export async function prepareGoal(lean: Lean, goal: Goal, signal: AbortSignal): Promise<Prepared> {
  try {
    return { kind: 'ready', problem: await fixGoal(lean, goal, signal, READING_MS) }
  } catch (error) {
    if (!(error instanceof GoalError)) throw error
    const kind = error instanceof GoalTooLongError ? 'too-long' : 'ill-typed'
    return { kind, key: goalTextKey(goal), why: `${error.where}: ${error.message}` }
  }
}

/** The same where a goal that Lean does not accept is the caller's fault: throws `GoalError`. */
export async function fixGoal(
  { pool, checker }: Lean,
  goal: Goal,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<GoalProblem> {
  const input = toInput(goal)
  const statement = await checker.fix(input, { signal, ...(timeoutMs !== undefined && { timeoutMs }) })
  const { text, difficulty, priority } = goal
  const key = goalKey(pool, statement)
  return { key, text, difficulty, priority, features: goalFeatures(goal), goal, input, statement, lemmas: '' }
}

/**
 * Outcomes are kept by key, so it comes from the hash of the elaborated statement with everything it stands on, and
 * from the library: only equal statements share one.
 */
function goalKey({ toolchain }: LeanPool, { hash }: Pick<FixedStatement, 'hash'>): string {
  return `lean:${shortHash(hash, toolchain.library)}`
}
