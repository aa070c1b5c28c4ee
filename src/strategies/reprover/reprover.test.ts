import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../config/index.ts'
import { Checker, chooseToolchain, LeanPool } from '../../lean/index.ts'
import { buildIndex, PremiseFinder } from '../../premises/index.ts'
import { settle } from '../test-lean.ts'
import { reprover } from './reprover.ts'

/** Needs a fact about `gcd` that is neither a simp rule nor in the reach of a single tactic. */
const SCALED = '∀ a b c : Nat, Nat.gcd (a * c) (b * c) = c * Nat.gcd b a'

describe('reprover', () => {
  let pool: LeanPool
  let checker: Checker

  beforeAll(async () => {
    pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
    checker = new Checker(pool)
    // In the machine's own cache: the library is read once, not once per test.
    const index = await buildIndex(pool)
    index.close()
  }, 600_000)
  afterAll(async () => {
    await checker.close()
    await pool.close()
  })

  it('proves a goal with a lemma that it retrieved', async () => {
    using finder = new PremiseFinder({ fingerprint: pool.toolchain.fingerprint })
    const result = await settle({ pool, checker }, { statement: SCALED }, reprover, {
      findPremises: (dojo, state, limit, signal) => finder.find(dojo, state, { limit, signal }),
    })
    expect(result.outcome).toBe('proved')
    expect(result.script).toMatch(/Nat\.gcd_mul_/)
  })

  it('has no way without that lemma', async () => {
    const result = await settle({ pool, checker }, { statement: SCALED }, reprover, {
      findPremises: async () => [],
      budgetSeconds: 5,
    })
    expect(result.outcome).not.toBe('proved')
  })
})
