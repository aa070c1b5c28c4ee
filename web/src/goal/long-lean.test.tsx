import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { beginningOf, LongLean } from './long-lean.tsx'

const html = (text: string) => renderToString(<LongLean text={text} what="the statement" />)

describe('a long text', () => {
  it.each([
    ['', ''],
    ['∀ n : Nat, n = n', '∀ n : Nat, n = n'],
    ['a '.repeat(500).trim(), 'a '.repeat(500).trim()],
  ])('is whole if it is short: %#', (text, beginning) => {
    expect(beginningOf(text)).toBe(beginning)
    expect(html(text)).not.toContain('button')
  })

  it.each([
    ['one line', 'n + '.repeat(2000)],
    ['many lines', '  n = n ∧\n'.repeat(200)],
    ['no gaps', 'x'.repeat(9000)],
  ])('shows its beginning and a button for the rest: %s', (_, text) => {
    const beginning = beginningOf(text)
    expect(beginning.length).toBeLessThanOrEqual(800)
    expect(beginning.length).toBeGreaterThan(100)
    expect(text.startsWith(beginning)).toBe(true)
    expect(html(text)).toContain('All of the statement, ')
    expect(html(text)).toContain('aria-expanded="false"')
  })
})
