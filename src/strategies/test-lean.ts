import { afterAll, beforeAll } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, chooseToolchain, type GoalInput, LeanPool, type PoolOptions } from '../lean/index.ts'
import { fixNegation } from './fix-negation.ts'
import type { Strategy, StrategyTools } from './strategy.ts'
import { strategyTools } from './tools.ts'

export interface TestLean {
  readonly pool: LeanPool
  readonly checker: Checker
}

/** The real Lean for one file of tests: a process to search in and one to judge, there from the first test to the last. */
export function leanForTests(options: PoolOptions = {}): TestLean {
  let opened: TestLean | undefined
  const lean = () => {
    if (!opened) throw new Error('Lean is there while tests run, not before')
    return opened
  }
  beforeAll(async () => {
    const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
    const pool = new LeanPool(toolchain, { size: 1, ...options })
    const checker = new Checker(pool)
    opened = { pool, checker }
    await Promise.all([pool.warm(), checker.warm()])
  }, 300_000)
  afterAll(async () => {
    await opened?.checker.close()
    await opened?.pool.close()
  })
  return {
    get pool() {
      return lean().pool
    },
    get checker() {
      return lean().checker
    },
  }
}

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
  const claim = await strategy.run({ input }, { ...strategyTools(pool), ...more }, { budgetSeconds, signal })
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
