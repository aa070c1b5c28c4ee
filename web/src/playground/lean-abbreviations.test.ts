import { describe, expect, it } from 'vitest'
import { LEAN_INPUT } from '../../../src/goal/index.ts'
import { afterLetter, afterTab, namesFrom } from './lean-abbreviations.ts'

/** Types a text letter by letter, as an editor would. */
function type(text: string): string {
  let line = ''
  for (const letter of text) {
    const change = afterLetter(line, letter, LEAN_INPUT)
    line = change ? line.slice(0, line.length - change.back) + change.insert : line + letter
  }
  return line
}

describe('names of signs', () => {
  it('become their sign when the next letter does not continue them', () => {
    expect(type('\\forall n : \\N, n \\le n \\and True')).toBe('∀ n : ℕ, n ≤ n ∧ True')
    expect(type('\\a \\b \\to x\\1 ')).toBe('α β → x₁ ')
    expect(type('\\<h, k\\> ')).toBe('⟨h, k⟩ ')
  })

  it('become it at once where no longer name begins so', () => {
    expect(type('\\forall')).toBe('∀')
    expect(type('\\fo')).toBe('\\fo')
  })

  it('stay what they are where nobody knows them', () => {
    expect(type('\\zzz x')).toBe('\\zzz x')
    expect(type('a b')).toBe('a b')
  })

  it('are completed by Tab, from their beginning', () => {
    expect(afterTab('x \\foral', LEAN_INPUT)).toEqual({ back: 6, insert: '∀' })
    expect(afterTab('x \\', LEAN_INPUT)).toBeUndefined()
    expect(afterTab('x', LEAN_INPUT)).toBeUndefined()
    expect(namesFrom('fora', LEAN_INPUT)).toEqual(['forall'])
  })
})
