import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokenize } from './tokens.ts'

const kinds = (text: string) =>
  tokenize(text)
    .filter((token) => token.text.trim() !== '')
    .map((token) => `${token.kind}:${token.text}`)

it('gives back every text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(
        tokenize(text)
          .map((token) => token.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

it('tells keywords, tactics, names, numbers and symbols apart', () => {
  expect(kinds('theorem t : ∀ n, n + 0 = n := by simp')).toEqual([
    'keyword:theorem',
    'name:t',
    'symbol::',
    'symbol:∀',
    'name:n',
    'plain:, ',
    'name:n',
    'symbol:+',
    'number:0',
    'symbol:=',
    'name:n',
    'symbol::=',
    'keyword:by',
    'tactic:simp',
  ])
})

it('knows the tactics of Lean 4, with their marks', () => {
  expect(kinds('simp_all? rcases exact? fun_induction bv_decide grind omega')).toEqual([
    'tactic:simp_all?',
    'tactic:rcases',
    'tactic:exact?',
    'tactic:fun_induction',
    'tactic:bv_decide',
    'tactic:grind',
    'tactic:omega',
  ])
})

it('keeps markup inside a string or comment as that string or comment', () => {
  expect(kinds('"<script>alert(1)</script>" -- <b>')).toEqual([
    'string:"<script>alert(1)</script>"',
    'comment:-- <b>',
  ])
  expect(kinds('/- never closed')).toEqual(['comment:/- never closed'])
})
