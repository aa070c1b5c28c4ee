import { describe, expect, it } from 'vitest'
import { readHeader, withoutHeader } from './header.ts'

describe('the header of a Lean file', () => {
  it.each<[string, string[]]>([
    ['import A\nimport B.C\n\ntheorem t : True := trivial', ['A', 'B.C']],
    [
      '-- a comment\n/- another /- nested -/ -/\nimport A -- behind\nimport «odd name».B\ndef x := 1',
      ['A', 'odd name.B'],
    ],
    ['module\n\npublic import A\nmeta import B\nimport all C\n', ['A', 'B', 'C']],
    ['prelude\nimport Init.Core', ['Init.Core']],
    ['\uFEFFimport A\r\nimport B\r\n', ['A', 'B']],
    ['/-! import A -/\nimport B', []],
    ['theorem importA : True := trivial', []],
    ['"import A"', []],
    ['', []],
  ])('of %j imports %j', (text, imports) => {
    expect(readHeader(text).imports).toEqual(imports)
  })

  it('is made blank without moving anything', () => {
    const text = 'import A -- see 𝔸\r\nimport B\r\n\r\ntheorem t : True := sorry\r\n'
    const body = withoutHeader(text)
    expect(body).toHaveLength(text.length)
    expect(body.indexOf('theorem')).toBe(text.indexOf('theorem'))
    expect(body.slice(0, body.indexOf('theorem')).trim()).toBe('')
  })
})
