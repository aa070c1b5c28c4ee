import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, oneLine, padEnd, padStart, textWidth, wrapText } from './text-width.ts'

describe('text in a terminal', () => {
  it('is cut by columns, not by characters', () => {
    expect(cutText('∀ n : ℕ, n + 0 = n', 10)).toBe('∀ n : ℕ,…')
    expect(cutText('数数数数', 8)).toBe('数数数数')
    expect(cutText('数数数数', 7)).toBe('数数数…')
    expect(cutText('数数数数', 6)).toBe('数数…')
    expect(cutText('x̂ŷẑ', 3)).toBe('x̂ŷẑ')
    expect(cutText('abc', 0)).toBe('')
  })

  it('is broken between words, and only where it is too long', () => {
    expect(wrapText('A file with three holes.', 12)).toBe('A file with\nthree holes.')
    expect(wrapText('a short one', 80)).toBe('a short one')
    expect(wrapText('nobody knows how wide', undefined)).toBe('nobody knows how wide')
    expect(wrapText('数数 数数', 5)).toBe('数数\n数数')
    expect(wrapText('unbreakable it is', 4)).toBe('unbreakable\nit\nis')
  })

  it('never takes more columns than it may, whatever it is', () => {
    const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('∀ α : Type, «数» = 👩‍👩‍👧'))
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        expect(textWidth(cutText(oneLine(text), columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it('is filled up by columns', () => {
    expect(padEnd('数', 4)).toBe('数  ')
    expect(padStart('数', 4)).toBe('  数')
    expect(padEnd('longer', 4)).toBe('longer')
  })

  it('keeps strangers from steering the terminal', () => {
    expect(oneLine('a\n  b\tc')).toBe('a b c')
    expect(oneLine('\x1b[2Jgone\x07 \u202eback\u2066')).toBe('\\u{1b}[2Jgone\\u{7} \\u{202e}back\\u{2066}')
    expect(oneLine('\u009b31mred')).toBe('\\u{9b}31mred')
  })
})
