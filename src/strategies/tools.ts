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

function withLemmas({ input, lemmas }: StrategyGoal): GoalInput {
  return lemmas ? { ...input, preamble: `${input.preamble ?? ''}\n${lemmas}` } : input
}
