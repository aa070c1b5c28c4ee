import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blankComments, declarationHead, leanTokens, scopeCommands } from './index.ts'

const words = (text: string) => leanTokens(text).map((token) => token.text)

it.each([
  ['∀ n : Nat, n + 0 = n', ['∀', 'n', ':', 'Nat', ',', 'n', '+', '0', '=', 'n']],
  ['xs.length -- end', ['xs.length']],
  ['«my own».x «open', ['«my own».x', '«', 'open']],
  ['f "a \\" -- b" x', ['f', '"a \\" -- b"', 'x']],
  ['"open x', ['"', 'open', 'x']],
  ['a<->b ∃! x, 1.5 |>.f', ['a', '<->', 'b', '∃!', 'x', ',', '1.5', '|>.', 'f']],
  ['λ x => x', ['λ', 'x', '=>', 'x']],
  ['a /- b /- c -/ d -/ e', ['a', 'e']],
  ['𝔸 = 𝔹', ['𝔸', '=', '𝔹']],
])('reads %j', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

/** Pieces that made readers go back and try again. */
const pieces = [
  '/-',
  '-/',
  '--',
  '"',
  '\\"',
  '«',
  '»',
  '.',
  '@[',
  ']',
  ' ',
  '\n',
  'a',
  'theorem ',
  'end ',
  '(',
  '✝',
  '\\',
]

it('reads any text to its end, and leaves nothing out but blanks and comments', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      const text = parts.join('')
      const blank = blankComments(text)
      expect(blank.length).toBe(text.length)
      const visible = (one: string) => one.replace(/\s/g, '')
      // Inside names and strings, and behind the sign for or, nothing begins a comment.
      if (!/["«\\]/.test(text)) expect(visible(words(text).join(''))).toBe(visible(blank))
    }),
    { numRuns: 1_000 },
  )
})

it.each(pieces)('passes over a hundred thousand of %j once', (piece) => {
  // In time that grows with the square this would take many minutes.
  const text = piece.repeat(100_000 / piece.length)
  expect(words(text).length).toBeLessThanOrEqual(text.length)
  expect(blankComments(text, { strings: true }).length).toBe(text.length)
  expect([...scopeCommands(text)].length).toBeLessThanOrEqual(text.length)
  expect(['undefined', 'string', 'object']).toContain(typeof declarationHead(text))
})
