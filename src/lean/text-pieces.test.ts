import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textPieces } from './text-pieces.ts'

const LONG = Array.from({ length: 40 }, (_, at) => `theorem t${at} : ${at} = ${at} := rfl`)

describe('textPieces', () => {
  it('gives the text back, whatever it is', () => {
    const part = fc.constantFrom('\n\n', '\n', 'theorem t : True', '/-', '-/', '"', '-- x', 'a'.repeat(700))
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(textPieces(parts.join('')).join('')).toBe(parts.join(''))
      }),
    )
  })

  it('cuts texts that begin alike in the same places', () => {
    const [one, other] = [LONG.slice(0, 30), LONG].map((lines) => textPieces(lines.join('\n\n')))
    expect(one?.length).toBeGreaterThan(1)
    expect(other?.slice(0, (one?.length ?? 0) - 1)).toEqual(one?.slice(0, -1))
  })

  it('leaves comments, strings and what stands before a command with it', () => {
    const filler = `def a := "${'x'.repeat(800)}"`
    expect(textPieces(`${filler}\n\n/-- Says so. -/\ntheorem t : True`)).toHaveLength(1)
    expect(textPieces(`${filler}\n\n@[simp]\ntheorem t : True`)).toHaveLength(1)
    expect(textPieces(`${filler}\n/-\n\ntheorem t : True\n-/`)).toHaveLength(1)
    expect(textPieces(`${filler}\ndef b := "\n\ntheorem t"`)).toHaveLength(1)
    expect(textPieces(`${filler}\n\ntheorem t : True`)).toHaveLength(2)
  })
})
