import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { forTerminal, paint } from './output.ts'

const terminal = Object.assign(new PassThrough(), {
  isTTY: true,
  getColorDepth: () => 8,
}) as unknown as NodeJS.WriteStream

describe('what is printed', () => {
  it('keeps lines, tabs and every letter', () => {
    const text = 'proved ∀ «数» : ℕ\n\tnext'
    expect(forTerminal(text)).toBe(text)
  })

  it('has our colours and nobody else’s', () => {
    const own = paint('green', 'proved', terminal)
    expect(forTerminal(own)).toBe('\x1b[32mproved\x1b[39m')
    expect(forTerminal('\x1b[32mproved\x1b[39m')).toBe('\\u{1b}[32mproved\\u{1b}[39m')
    expect(forTerminal(paint('dim', 'a \x1b[32m b\nc', terminal))).toBe('\x1b[2ma \\u{1b}[32m b\nc\x1b[22m')
  })

  it('lets nobody clear the screen, move the cursor, change the title, overwrite a line or turn it round', () => {
    expect(forTerminal('a\x1b[2Jb\x1b]0;t\x07d\re\x9b2Jf\bg\u202eh')).toBe(
      'a\\u{1b}[2Jb\\u{1b}]0;t\\u{7}d\\u{d}e\\u{9b}2Jf\\u{8}g\\u{202e}h',
    )
  })
})
