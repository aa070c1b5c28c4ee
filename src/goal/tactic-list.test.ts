import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tacticsOf } from './tactic-list.ts'

it('keeps what belongs to a tactic with it', () => {
  expect(
    tacticsOf('intro a b\ninduction a with\n| zero => simp\n| succ n ih =>\n  rw [ih]\n\nomega\n'),
  ).toEqual(['intro a b', 'induction a with\n| zero => simp\n| succ n ih =>\n  rw [ih]\n', 'omega'])
  expect(tacticsOf('constructor\n· exact h\n<;> simp')).toEqual(['constructor', '· exact h\n<;> simp'])
  expect(tacticsOf('')).toEqual([])
})

it('loses nothing: joined again they are the script', () => {
  const line = fc.constantFrom(
    'simp',
    '  rw [h]',
    '| zero => rfl',
    '',
    '· omega',
    '<;> simp',
    'induction n with',
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const script = ['intro n', ...lines].join('\n').trimEnd()
      expect(tacticsOf(script).join('\n')).toBe(script)
    }),
  )
})
