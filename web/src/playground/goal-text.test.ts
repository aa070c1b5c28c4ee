import { describe, expect, it } from 'vitest'
import { textOfGoal } from './goal-text.ts'

const NOTHING = {
  preamble: '',
  imports: [] as string[],
  context: [] as string[],
  script: null,
  status: 'open' as const,
}

describe('a goal as a small file', () => {
  it('has a hole where there is no proof, and its hypotheses as binders', () => {
    const goal = { ...NOTHING, goal: '0 < n + n', context: ['n : Nat', 'h : 0 < n'] }
    expect(textOfGoal(goal)).toBe('theorem goal (n : Nat) (h : 0 < n) :\n    0 < n + n := by\n  sorry\n')
  })

  it('is not given the proof of its negation', () => {
    const goal = { ...NOTHING, goal: '1 = 2', script: 'intro h; cases h', status: 'refuted' as const }
    expect(textOfGoal(goal)).toContain('sorry')
  })

  it('stands below what it builds on, with its proof', () => {
    const goal = {
      goal: 'theorem t : two = 2',
      preamble: 'def two := 2\n',
      imports: ['Std.Data.HashMap'],
      context: [],
    }
    expect(textOfGoal({ ...goal, script: 'unfold two\nrfl', status: 'proved' })).toBe(
      'import Std.Data.HashMap\n\ndef two := 2\n\ntheorem t : two = 2 := by\n  unfold two\n  rfl\n',
    )
  })
})
