import { type Goal, makeGoal } from '../goal/index.ts'
import { Dojo, type GoalInput, type LeanPool } from '../lean/index.ts'
import type { StrategyGoal, StrategyTools } from './strategy.ts'

/** The tools that every strategy gets; whoever has a premise index or a ledger adds them. */
export function strategyTools(
  pool: LeanPool,
  more: Pick<StrategyTools, 'findPremises' | 'suggestTactics' | 'learntTactics' | 'chat'> = {},
): StrategyTools {
  return {
    pool,
    openDojo: (goal, signal) => Dojo.open(pool, withLemmas(goal), { structured: true, keys: true, signal }),
    ...more,
  }
}

/** A goal of which no more is known than its statement. */
export function strategyGoal(
  input: GoalInput,
  parts: Partial<Goal> & { readonly lemmas?: string } = {},
): StrategyGoal {
  const { lemmas, ...known } = parts
  const { statement: text, preamble = '', imports = [] } = input
  return {
    goal: makeGoal({ id: 'goal', text, preamble, imports, ...known }),
    input,
    ...(lemmas && { lemmas }),
  }
}

function withLemmas({ input, lemmas }: StrategyGoal): GoalInput {
  return lemmas ? { ...input, preamble: `${input.preamble ?? ''}\n${lemmas}` } : input
}
