import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, LeanPool } from '../lean/index.ts'
import { embeddedToolchain } from '../lean/toolchains/index.ts'
import { copilot } from './copilot.ts'
import { strategyTools } from './tools.ts'

let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
})
afterAll(async () => {
  await checker.close()
  await pool.close()
})

const preamble = `def rev : List Nat → List Nat
  | [] => []
  | x :: xs => rev xs ++ [x]

def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs`

describe('copilot', () => {
  it.each([
    ['uses a hypothesis backwards and generalises what is left', '∀ xs : List Nat, rev (rev xs) = xs'],
    [
      'guesses how a function passes through one of the library',
      '∀ xs ys : List Nat, total (rev (xs ++ ys)) = total ys + total xs',
    ],
  ])('%s', { timeout: 120_000 }, async (_, statement) => {
    const input = { statement, preamble }
    // More time than it gets by default: tests share the machine.
    const found = await copilot.run({ input }, strategyTools(pool), {
      budgetSeconds: 100,
      signal: new AbortController().signal,
    })
    if (found.kind !== 'proved') throw new Error(JSON.stringify(found))
    const verdict = await checker.check({
      statement: await checker.fix(input),
      proof: { script: found.script },
    })
    expect(verdict).toMatchObject({ kind: 'accepted' })
  })
})
