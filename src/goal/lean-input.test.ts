import { expect, it } from 'vitest'
import { expandLeanInput, LEAN_INPUT } from './lean-input.ts'

it('has one sign for each name', () => {
  expect(LEAN_INPUT.size).toBeGreaterThan(250)
  expect(LEAN_INPUT.get('forall')).toBe('∀')
  expect(LEAN_INPUT.get('ch')).toBe('χ')
  for (const [name, sign] of LEAN_INPUT) expect([...sign].length, name).toBeLessThanOrEqual(2)
})

it('replaces names as they are typed, the longest known one first', () => {
  expect(expandLeanInput('\\forall n : \\nat, n \\le n \\and True')).toBe('∀ n : ℕ, n ≤ n ∧ True')
  expect(expandLeanInput('exact \\<h\\_1, h\\>')).toBe('exact ⟨h₁, h⟩')
  expect(expandLeanInput('rw [\\l h]')).toBe('rw [← h]')
})

it('leaves alone what is no name, and what stands in strings and comments', () => {
  expect(expandLeanInput('A \\ B')).toBe('A \\ B')
  expect(expandLeanInput('exact "\\n\\alpha" -- \\alpha')).toBe('exact "\\n\\alpha" -- \\alpha')
})
