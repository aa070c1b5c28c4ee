import { describe, expect, it } from 'vitest'
import { harmless } from './output.ts'

describe('what is printed', () => {
  it('keeps lines, tabs, colours and every letter', () => {
    const text = '\x1b[32mproved\x1b[39m ∀ «数» : ℕ\n\tnext'
    expect(harmless(text)).toBe(text)
  })

  it('lets nobody clear the screen, move the cursor, change the title or overwrite a line', () => {
    expect(harmless('a\x1b[2Jb\x1b[1Ac\x1b]0;title\x07d\re\x9b2Jf\bg')).toBe('a[2Jb[1Ac]0;titlede2Jfg')
  })
})
