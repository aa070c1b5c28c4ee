import { describe, expect, it } from 'vitest'
import { fillHoles, outlineIn } from './text.ts'

const hole = (line: number, column: number, isTactic = true) => ({
  start: { line, column },
  end: { line, column: column + 5 },
  isTactic,
})

describe('the holes of an outline', () => {
  it('are filled in their own column, whatever stands around', () => {
    const outline = 'induction α\n· sorry\n· skip; sorry; done\nhave h : p := sorry'
    const filled = fillHoles(outline, [
      { hole: hole(2, 2), proof: 'rename_i x\ncases x with\n  | a => rfl' },
      { hole: hole(3, 8), proof: 'simp\nomega' },
      { hole: hole(4, 14, false), proof: 'intro\nrfl' },
    ])
    expect(filled).toBe(`induction α
· rename_i x
  cases x with
    | a => rfl
· skip; (simp
         omega); done
have h : p := (by intro
                  rfl)`)
  })

  it('count characters as Lean does', () => {
    expect(fillHoles('𝕏 => sorry', [{ hole: hole(1, 5), proof: 'rfl' }])).toBe('𝕏 => (rfl)')
  })

  it('stay where nothing is given for them', () => {
    expect(fillHoles('· sorry\n· sorry', [{ hole: hole(2, 2), proof: 'rfl' }])).toBe('· sorry\n· rfl')
  })
})

describe('the outline in an answer', () => {
  it.each([
    ['a block of tactics', 'intro n\nsimp', 'intro n\nsimp'],
    ['an indented block', '  intro n\n  cases n\n  · rfl', 'intro n\ncases n\n· rfl'],
    ['a block after by', 'by\n  intro n\n  sorry', 'intro n\nsorry'],
    ['a tactic beside by', 'by intro n\n   sorry', 'intro n\nsorry'],
    [
      'a theorem',
      'theorem t (n : Nat) : n = n := by\n  cases n\n  · rfl\n  · sorry',
      'cases n\n· rfl\n· sorry',
    ],
    ['the last theorem', 'lemma a : p := by\n  x\n\ntheorem b : q := by\n  y', 'y'],
    ['a term', 'theorem t : True := trivial', 'exact (trivial)'],
  ])('is found in %s', (_, code, outline) => expect(outlineIn(code)).toBe(outline))

  it.each([
    ['nothing', ''],
    ['a theorem without a proof', 'theorem t : p'],
    ['code that runs', 'intro n\nrun_tac pure ()'],
    ['compiled evaluation', 'native_decide'],
  ])('is not made out of %s', (_, code) => expect(outlineIn(code)).toBeUndefined())
})
