import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible, visibleJson, visibleValue } from './visible-text.ts'

describe('text of others', () => {
  it('stays as it is where everything can be seen', () => {
    const text = '∀ «数» : ℕ, x₀ ≤ ‖y‖ → ⟨a, b⟩ ∈ S\n\t-- é ü 👍 Привет, λ Σ α'
    expect(visible(text)).toBe(text)
  })

  it.each([
    ['an escape code', '\x1b[2J', '\\u{1b}[2J'],
    ['a carriage return', 'a\rb', 'a\\u{d}b'],
    ['a C1 control', '\x9b31m', '\\u{9b}31m'],
    ['the direction of writing', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['nothing at all', 'a\u200bb\u2060c\ufeffd\u00ade', 'a\\u{200b}b\\u{2060}c\\u{feff}d\\u{ad}e'],
    ['fillers and blanks', '\u3164\u115f\u2800\u00a0\u3000', '\\u{3164}\\u{115f}\\u{2800}\\u{a0}\\u{3000}'],
    ['tags and selectors', '\u{e0041}x\ufe0f', '\\u{e0041}x\\u{fe0f}'],
    ['other line ends', 'a\u2028b\u2029c\x0b', 'a\\u{2028}b\\u{2029}c\\u{b}'],
    ['Greek letters drawn as Latin ones', 'Νat → Οption Γ ν', '\\u{39d}at → \\u{39f}ption Γ ν'],
    ['a letter of another script in a word', 'Fаlse ∧ Ｔrue', 'F\\u{430}lse ∧ \\u{ff34}rue'],
    ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ])('shows %s as an escape', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
    expect(visible(visible(text))).toBe(shown)
  })

  it('means the same as JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const value = [JSON.parse(json), text, '\u202e\u{e0041}\x9b']
        const shown = visibleJson(JSON.stringify(value))
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(visible(shown)).toBe(shown)
      }),
    )
  })

  it('is shown in every place of a value', () => {
    expect(visibleValue({ 'a\u202e': ['\x1b', 1, null, { b: '\u200b' }] })).toEqual({
      'a\\u{202e}': ['\\u{1b}', 1, null, { b: '\\u{200b}' }],
    })
  })
})
