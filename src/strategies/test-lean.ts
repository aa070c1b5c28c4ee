import type { GoalInput } from '../lean/index.ts'
import type { TestLean } from '../lean/test-lean.ts'
import { fixNegation } from './fix-negation.ts'
import type { Strategy, StrategyTools } from './strategy.ts'
import { strategyGoal, strategyTools } from './tools.ts'

export { leanForTests } from '../lean/test-lean.ts'

export interface Settled {
  readonly outcome: 'proved' | 'refuted' | 'failed'
  readonly script?: string
  readonly counterexample?: string
}

/** One attempt of one strategy, with the checker's word on what it claims. */
export async function settle(
  { pool, checker }: TestLean,
  input: GoalInput,
  strategy: Strategy,
  { budgetSeconds = 60, ...more }: { budgetSeconds?: number } & Partial<StrategyTools> = {},
): Promise<Settled> {
  const { signal } = new AbortController()
  const statement = await checker.fix(input)
  const claim = await strategy.run(
    strategyGoal(input),
    { ...strategyTools(pool), ...more },
    { budgetSeconds, signal },
  )
  if (claim.kind === 'failed') return { outcome: 'failed' }
  const target = claim.kind === 'proved' ? statement : await fixNegation(checker, statement)
  const { script } = claim
  const verdict = target && (await checker.check({ statement: target, proof: { script } }))
  if (verdict?.kind !== 'accepted') return { outcome: 'failed' }
  return {
    outcome: claim.kind,
    script,
    ...(claim.kind === 'refuted' && { counterexample: claim.counterexample }),
  }
}
