import { describe, expect, it } from 'vitest'
import { negationOf } from './negation.ts'

const negated = (statement: string, preamble?: string): string | undefined =>
  negationOf({ statement, preamble })?.statement

describe('the negation of a goal', () => {
  it('denies a whole proposition', () => {
    expect(negated('∀ n : Nat, n = 0')).toBe('¬ (∀ n : Nat, n = 0\n)')
  })

  it('takes the binders of a theorem inside', () => {
    expect(negated('theorem t (n : Nat) {m : Nat} : n = m')).toBe('¬ (∀ (n : Nat) {m : Nat}, n = m\n)')
  })

  it('leaves a proof out', () => {
    expect(negated('theorem t : 1 = 2 := by decide')).toBe('¬ (1 = 2\n)')
    expect(negated('example (n : Nat := 3) : n = 3 := rfl')).toBe('¬ (∀ (n : Nat := 3), n = 3\n)')
  })

  it('cannot be swallowed by a comment at the end of the statement', () => {
    expect(negated('1 = 2 -- surely not')).toBe('¬ (1 = 2 -- surely not\n)')
  })

  it('is not guessed where the preamble declares variables', () => {
    expect(negated('n = 0', 'variable (n : Nat)\n')).toBeUndefined()
  })
})
