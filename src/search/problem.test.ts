import { expect, it } from 'vitest'
import { makeGoal } from '../goal/index.ts'
import { toInput } from './problem.ts'

const statement = (text: string, context: string[]) => toInput(makeGoal({ id: 'g', text, context })).statement

it.each([
  ['keeps a goal without context as it is', [], 'True'],
  ['binds hypotheses in their order', ['n : Nat', 'h : 0 < n'], '∀ (n : Nat) (h : 0 < n), True'],
  ['takes several names, and brackets around them', ['(a b : Nat)'], '∀ (a b : Nat), True'],
  ['keeps brackets that belong to the type', ['h : f (x)', '[i : F (x)]'], '∀ (h : f (x)) (i : F (x)), True'],
  ['leaves definitions out', ['x := 1', ':= 1', ': Nat', '(a (b : Nat)'], 'True'],
  ['reads long lines once', [`${' '.repeat(1e6)}x`, `n : ${' '.repeat(1e6)}Nat`], '∀ (n : Nat), True'],
  ['leaves keywords out', ['continuous', 'n : Nat', 'order theory'], '∀ (n : Nat), True'],
])('%s', (_, context, expected) => {
  expect(statement('True', context)).toBe(expected)
})
