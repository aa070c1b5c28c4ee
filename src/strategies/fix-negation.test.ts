import { afterAll, beforeAll, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, chooseToolchain, type GoalInput, LeanPool } from '../lean/index.ts'
import { fixNegation } from './fix-negation.ts'

let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
  await checker.warm()
}, 300_000)
afterAll(async () => {
  await checker.close()
  await pool.close()
})

const typeOf = async (input: GoalInput): Promise<string | undefined> =>
  (await fixNegation(checker, await checker.fix(input)))?.type

it('denies a theorem with its binders inside', async () => {
  expect(await typeOf({ statement: 'theorem t (n m : Nat) : n = m' })).toBe('¬∀ (n m : Nat), n = m')
})

it.each(['variable (x : Empty)', 'variable\n  (x : Empty)', 'section variable (x : Empty)'])(
  'keeps a variable of the preamble inside: %s',
  async (preamble) => {
    // True of an empty type, and so would be its denial with the variable outside.
    expect(await typeOf({ preamble, statement: 'x = x ∧ False' })).toBe('¬∀ (x : Empty), x = x ∧ False')
  },
)

it('keeps one inside that only a macro declares', async () => {
  const preamble = 'macro "letters" : command => `(variable (y : Empty))\nletters\nvariable (x : Empty)'
  expect(await typeOf({ preamble, statement: 'x = x ∧ False' })).toBe('¬∀ (x : Empty), x = x ∧ False')
})

it('is told where the statement leaves variables out', async () => {
  const preamble = 'variable {α : Type} [DecidableEq α] (unused : Nat) (xs : List α)'
  expect(await typeOf({ preamble, statement: 'xs = []' })).toMatch(/^¬∀ \{α : Type\}.*xs = \[\]$/)
})
