import { expect, it } from 'vitest'
import { endingOf } from './lean-scan.ts'

it('finds what a text ends with, by whole characters', () => {
  const letter = /[\p{L}_.]/u
  expect(endingOf('exact Nat.add_co', letter)).toBe('Nat.add_co')
  expect(endingOf('exact h ', letter)).toBe('')
  expect(endingOf('simp [𝒜x', letter)).toBe('𝒜x')
  expect(endingOf('whole', letter)).toBe('whole')
  expect(endingOf('', letter)).toBe('')
})
