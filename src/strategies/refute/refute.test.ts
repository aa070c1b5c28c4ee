/** What refute finds beyond the contract: counterexamples that are not tiny, and goals with variables around them. */
import { expect, it } from 'vitest'
import type { GoalInput } from '../../lean/index.ts'
import { leanForTests, settle } from '../test-lean.ts'
import { refute } from './refute.ts'

const lean = leanForTests()

const attempt = (input: GoalInput) => settle(lean, input, refute)

it('refutes what fails only for a value that is not small', async () => {
  const preamble = `inductive Tree where
  | leaf
  | node (left right : Tree)
def nodes : Tree → Nat
  | .leaf => 0
  | .node l r => nodes l + nodes r + 1
def height : Tree → Nat
  | .leaf => 0
  | .node l r => max (height l) (height r) + 1`
  const result = await attempt({ preamble, statement: '∀ t : Tree, nodes t ≤ height t + 1' })
  expect(result).toMatchObject({ outcome: 'refuted', counterexample: expect.stringContaining('t = ') })
})

it('refutes a theorem about variables of the preamble', async () => {
  const preamble = `variable {α : Type} [DecidableEq α] (unused : Nat)
def without (a : α) : List α → List α
  | [] => []
  | x :: xs => if x = a then xs else x :: without a xs`
  const result = await attempt({
    preamble,
    statement: 'theorem gone (a : α) (xs : List α) : a ∈ xs → ¬ a ∈ without a xs',
  })
  expect(result).toMatchObject({ outcome: 'refuted' })
})

it('does not take long to give up on what is true', async () => {
  const preamble = 'def twice : Nat → Nat\n  | 0 => 0\n  | n + 1 => twice n + 2'
  const result = await attempt({ preamble, statement: '∀ n : Nat, twice n = n + n' })
  expect(result.outcome).toBe('failed')
})

it('passes over values for which a condition about a predicate does not hold', async () => {
  const preamble = `inductive Asc : List Nat → Prop where
  | nil : Asc []
  | one (x : Nat) : Asc [x]
  | more (x y : Nat) (xs : List Nat) : x ≤ y → Asc (y :: xs) → Asc (x :: y :: xs)`
  const result = await attempt({
    preamble,
    statement: '∀ xs ys : List Nat, Asc xs → Asc ys → Asc (xs ++ ys)',
  })
  expect(result).toMatchObject({ outcome: 'refuted', counterexample: expect.stringContaining('ys = ') })
})
