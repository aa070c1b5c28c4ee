import { describe, expect, it } from 'vitest'
import { isSearchTactic, suggestionsIn } from './suggestions.ts'

const said = (text: string) => [{ severity: 'info' as const, start: { line: 1, column: 0 }, end: null, text }]

describe('suggestions', () => {
  it('are read from what Lean says', () => {
    expect(suggestionsIn(said('Try this:\n  [apply] exact Nat.add_comm a b'))).toEqual([
      'exact Nat.add_comm a b',
    ])
    expect(suggestionsIn(said('Try these:\n  [apply] rfl\n  [apply] simp'))).toEqual(['rfl', 'simp'])
  })

  it('are not made out of other messages', () => {
    expect(suggestionsIn(said('unused variable'))).toEqual([])
  })

  it('belong to tactics that search', () => {
    expect(isSearchTactic('intros; exact?')).toBe(true)
    expect(isSearchTactic('simp_all [f] <;> grind [f]')).toBe(false)
  })
})
