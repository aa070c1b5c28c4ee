import { expect, it } from 'vitest'
import { withoutLemmas } from './trim.ts'

const SCRIPT = `intro n
have lem1 : ∀ x : Nat, x = x := by
  intro x
  rfl
have lem2 : True := by
  trivial
induction n <;> grind`

it('takes a lemma out with its proof, and leaves the others', () => {
  expect(withoutLemmas(SCRIPT, ['lem1'])).toBe(`intro n
have lem2 : True := by
  trivial
induction n <;> grind`)
})

it('changes nothing where every lemma is used', () => {
  expect(withoutLemmas(SCRIPT, [])).toBe(SCRIPT)
})
