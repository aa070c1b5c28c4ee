import { afterAll, beforeAll } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, chooseToolchain, LeanPool, type PoolOptions } from './index.ts'

export interface TestLean {
  readonly pool: LeanPool
  readonly checker: Checker
}

/** Long: on a busy machine a cancel that works may take its time. */
const GRACE_MS = 20_000

/** The real Lean for one file of tests: a process to search in and one to judge, there from the first test to the last. */
export function leanForTests(options: PoolOptions = {}): TestLean {
  let opened: TestLean | undefined
  const lean = () => {
    if (!opened) throw new Error('Lean is there while tests run, not before')
    return opened
  }
  beforeAll(async () => {
    const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
    const pool = new LeanPool(toolchain, { size: 1, server: { graceMs: GRACE_MS }, ...options })
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
