import { trimLineEnds } from '../goal/index.ts'
import { type Goal, goalFeatures, goalTextKey } from '../goal.ts'
import { type Checker, GoalError, type LeanPool, leanText } from '../lean/index.ts'
import { type GoalProblem, shortHash, toInput } from './problem.ts'

export type Prepared =
  | { readonly kind: 'ready'; readonly problem: GoalProblem }
  /** Lean does not accept the goal itself, so there is nothing to attempt. */
  | { readonly kind: 'ill-typed'; readonly key: string; readonly why: string }

/**
 * Fixes what is to be proved and gives it its key. The key comes from the elaborated goal together with all that
 * decides its meaning: toolchain, imports and preamble.
 */
export async function prepareGoal(
  { pool, checker }: { readonly pool: LeanPool; readonly checker: Checker },
  goal: Goal,
  signal: AbortSignal,
): Promise<Prepared> {
  const input = toInput(goal)
  try {
    const statement = await checker.fix(input, { signal })
    const key = `lean:${shortHash(statement.key, pool.toolchain.fingerprint, ...context(goal))}`
    const { text, difficulty, priority } = goal
    const features = goalFeatures(goal)
    const problem = { key, text, difficulty, priority, features, goal, input, statement, lemmas: '' }
    return { kind: 'ready', problem }
  } catch (error) {
    if (!(error instanceof GoalError)) throw error
    return { kind: 'ill-typed', key: goalTextKey(goal), why: `${error.where}: ${error.message}` }
  }
}

function context({ imports, preamble }: Goal): string[] {
  return [[...new Set(imports)].sort().join(' '), trimLineEnds(leanText(preamble).trim())]
}
