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

  it('puts the variables that the preamble leaves declared before the rest', () => {
    const preamble = 'variable {α : Type} [DecidableEq α]\n  (n : List α) -- not (m : Nat)\ndef f := 1\n'
    expect(negated('n = []', preamble)).toBe('¬ (∀ {α : Type} [DecidableEq α] (n : List α), n = []\n)')
  })

  it('leaves out variables whose section or namespace is over', () => {
    const preamble = `namespace A.B
variable (n : Nat)
mutual
def f : Nat → Nat
  | n => n
end
end A.B
section
variable (m : Nat)
end`
    expect(negated('1 = 2', preamble)).toBe('¬ (1 = 2\n)')
  })

  it('is not guessed where binders have no type, or a theorem may have other variables', () => {
    expect(negated('n = 0', 'variable (n : Nat)\nvariable {n}\n')).toBeUndefined()
    expect(negated('n = 0', 'variable (n m : Nat)\ninclude m\n')).toBeUndefined()
    expect(negated('n = 0', 'end\nvariable (n : Nat)\n')).toBeUndefined()
  })
})
