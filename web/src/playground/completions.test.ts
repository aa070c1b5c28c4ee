import { describe, expect, it } from 'vitest'
import { nearNames } from './completions.ts'

const names = (typed: string, before: string, text = '', hypotheses: readonly string[] = []) =>
  nearNames(typed, { before, text, hypotheses }).map(({ label }) => label)

describe('names near by', () => {
  it('are tactics only where a tactic may stand', () => {
    expect(names('om', '  ')).toContain('omega')
    expect(names('om', '  · ')).toContain('omega')
    expect(names('om', 'theorem t : 1 = 1 := by ')).toContain('omega')
    expect(names('om', '  exact ')).not.toContain('omega')
  })

  it('are hypotheses first, then what the text declares', () => {
    const text = 'def hello := 1\ntheorem help : True := trivial'
    expect(names('hel', '  exact ', text, ['hel2'])).toEqual(['hel2', 'hello', 'help'])
  })

  it('are never what is there already', () => {
    expect(names('omega', '  ')).not.toContain('omega')
  })
})
