import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { forTerminal, paint, paintedCells, printJson } from './output.ts'

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

  it('has the cells of a drawn grid in colour', () => {
    const cell = '\x1b[48;2;0;116;217m  \x1b[0m'
    expect(forTerminal(paintedCells(`${cell} \x1b[32m`))).toBe(`${cell} \\u{1b}[32m`)
  })

  it('lets nobody clear the screen, move the cursor, change the title, overwrite a line or turn it round', () => {
    expect(forTerminal('a\x1b[2Jb\x1b]0;t\x07d\re\x9b2Jf\bg\u202eh')).toBe(
      'a\\u{1b}[2Jb\\u{1b}]0;t\\u{7}d\\u{d}e\\u{9b}2Jf\\u{8}g\\u{202e}h',
    )
  })
})

describe('what is printed with --json', () => {
  it('has the fields of the schema, as the compiler sees it', () => {
    const theorem = { file: 'f', theorem: 't', line: 1, steps: 2, why: null }
    const given = { removed_bytes: 1, cache_dir: '/c' }
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    printJson('clean', given)
    printJson('trace', { file: 'a', theorems: [theorem] })
    // @ts-expect-error a field that the schema does not have
    printJson('clean', { ...given, files: 2 })
    // @ts-expect-error the same further down
    printJson('trace', { file: 'a', theorems: [{ ...theorem, name: 't' }] })
    // @ts-expect-error a field too few
    printJson('clean', { removed_bytes: 1 })
    // @ts-expect-error the answer of another command
    printJson('dashboard', given)
    expect(print).toHaveBeenNthCalledWith(1, '{\n  "removed_bytes": 1,\n  "cache_dir": "/c"\n}\n')
    print.mockRestore()
  })
})
