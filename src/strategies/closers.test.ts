import { expect, it } from 'vitest'
import type { GoalInput } from '../lean/index.ts'
import { splittingGrind } from './closers.ts'
import { openGoal } from './opening.ts'
import { Session } from './session.ts'
import { leanForTests } from './test-lean.ts'
import { strategyTools } from './tools.ts'

const lean = leanForTests()

async function splittingFor(input: GoalInput): Promise<string | undefined> {
  const run = { budgetSeconds: 300, signal: new AbortController().signal }
  await using session = await Session.open({ input }, strategyTools(lean.pool), run)
  return splittingGrind((await openGoal(session)).survey)
}

const NUMBERS = `inductive N where
  | zero : N
  | next : N → N
def most : N → N → N
  | .zero, y => y
  | .next x, .zero => .next x
  | .next x, .next y => .next (most x y)`
const LISTS = `inductive Held (a : Type) where
  | none : Held a
  | also : a → Held a → Held a
def largest : Held N → N
  | .none => .zero
  | .also x xs => most x (largest xs)`

it('takes apart the data of the goal, and not the elements of what holds some', async () => {
  const numbers = await splittingFor({ preamble: NUMBERS, statement: '∀ x y : N, most x y = most y x' })
  expect(numbers).toContain('cases N')
  const held = await splittingFor({
    preamble: `${NUMBERS}\n${LISTS}`,
    statement: '∀ (x : N) (xs : Held N), largest (.also x xs) = most x (largest xs)',
  })
  expect(held).toContain('cases Held')
  expect(held).not.toContain('cases N]')
  expect(held).not.toContain('cases N,')
})

it('is left out where the user has no data of their own', async () => {
  expect(await splittingFor({ statement: '∀ xs : List Nat, xs.reverse.reverse = xs' })).toBeUndefined()
})
