import { describe, expect, it } from 'vitest'
import { type EditorPlace, holeAt, offsetOf, placeOf, type ReadText, stateAt, withTactic } from './places.ts'

const TEXT = `theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · sorry

def 𝔸 : 1 = 1 := sorry
`

const span = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})

const step = (line: number, [from, to]: readonly [number, number], before: string[], after: string[]) => ({
  ...span(line, from, to),
  before,
  after,
})

const READING: ReadText = {
  kind: 'file',
  messages: [],
  steps: [
    step(2, [2, 13], ['⊢ p ∧ q'], ['⊢ p', '⊢ q']),
    step(3, [2, 12], ['⊢ p', '⊢ q'], ['⊢ q']),
    step(3, [4, 12], ['⊢ p'], []),
    step(4, [2, 9], ['⊢ q'], []),
    step(4, [4, 9], ['⊢ q'], []),
  ],
  holes: [
    { ...span(4, 4, 9), declaration: 't', goals: ['⊢ q'], goal: null },
    { ...span(6, 17, 22), declaration: '𝔸', goals: ['⊢ 1 = 1'], goal: null },
  ],
  milliseconds: 1,
}

const goalsAt = (line: number, column: number) => stateAt(READING, { line, column })?.goals

describe('the state at a place', () => {
  it('is the one before a tactic in it, and the one after it at its end', () => {
    expect(goalsAt(2, 2)).toEqual(['⊢ p ∧ q'])
    expect(goalsAt(2, 13)).toEqual(['⊢ p', '⊢ q'])
    expect(goalsAt(3, 6)).toEqual(['⊢ p'])
    expect(goalsAt(3, 2)).toEqual(['⊢ p', '⊢ q'])
  })

  it('is that of a hole at a sorry, and none outside of proofs', () => {
    expect(goalsAt(4, 5)).toEqual(['⊢ q'])
    expect(goalsAt(6, 18)).toEqual(['⊢ 1 = 1'])
    expect(goalsAt(5, 0)).toBeUndefined()
  })
})

describe('places', () => {
  it('count characters, of which some are two of the editor’s', () => {
    const at: EditorPlace = { line: 6, column: 17 }
    expect(TEXT.slice(offsetOf(TEXT, at))).toBe('sorry\n')
    expect(placeOf(TEXT, offsetOf(TEXT, at))).toEqual(at)
    expect(offsetOf(TEXT, { line: 99, column: 0 })).toBe(TEXT.length)
  })

  it('lead to the hole there, the next one, or the last', () => {
    expect(holeAt(READING, { line: 1, column: 0 })).toBe(0)
    expect(holeAt(READING, { line: 5, column: 0 })).toBe(1)
    expect(holeAt(READING, { line: 7, column: 0 })).toBe(1)
    expect(holeAt({ ...READING, holes: [] }, { line: 1, column: 0 })).toBeUndefined()
  })
})

describe('a tactic written at a hole', () => {
  const [first, second] = READING.holes
  if (!first || !second) throw new Error('unreachable')

  it('stands where the sorry stood, with the same indentation', () => {
    expect(withTactic(TEXT, READING, first, { tactic: 'exact hq', left: 0 })).toContain('  · exact hq\n\n')
    expect(withTactic(TEXT, READING, first, { tactic: 'show q\nskip', left: 1 })).toContain(
      '  · show q\n    skip\n    sorry\n',
    )
  })

  it('becomes a proof by tactics where a term was missing', () => {
    expect(withTactic(TEXT, READING, second, { tactic: 'rfl', left: 0 })).toContain('1 = 1 := by\n  rfl\n')
  })

  it('makes an example of a statement alone, with a bullet for each goal that is left', () => {
    const statement: ReadText = { ...READING, kind: 'statement', steps: [], holes: [first] }
    expect(withTactic('p ∧ q', statement, first, { tactic: 'constructor', left: 2 })).toBe(
      'example : p ∧ q := by\n  constructor\n  · sorry\n  · sorry\n',
    )
  })
})
