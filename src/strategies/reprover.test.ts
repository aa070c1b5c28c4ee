import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, chooseToolchain, LeanPool } from '../lean/index.ts'
import { buildIndex, PremiseFinder } from '../premises/index.ts'
import { premiseClosers, premiseMoves, premiseProofs } from './premise-tactics.ts'
import { reprover } from './reprover.ts'
import { settle } from './test-lean.ts'

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

describe('the tactics made of a premise', () => {
  const survey = { variables: [], calls: [], definitions: [], types: [], theorems: ['double_add'] }

  it('use it as a whole proof, a rule in both directions and a hint', () => {
    const tactics = premiseMoves(['Nat.add_comm']).map(({ tactic }) => tactic)
    for (const tactic of ['apply N', 'rw [N]', 'rw [← N]', 'simp [N]', 'simp_all [N]', 'grind [N]'])
      expect(tactics).toContain(tactic.replace('N', 'Nat.add_comm'))
    expect(premiseProofs(['Nat.add_comm'])).toEqual(['exact Nat.add_comm ..'])
  })

  it('give simplifiers the theorems of the preamble too', () => {
    expect(premiseClosers(['Nat.add_comm'], survey)).toContain('grind [double_add, Nat.add_comm]')
  })

  it('are dearer the lower the premise was ranked', () => {
    const [first, second] = ['a', 'b'].map((name) =>
      premiseMoves(['a', 'b']).find(({ tactic }) => tactic === `apply ${name}`),
    )
    expect(first?.price).toBeLessThan(second?.price ?? 0)
  })
})
