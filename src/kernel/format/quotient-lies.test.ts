import { describe, expect, it } from 'vitest'
import { checkRows, exportRows, nameIndex } from '../test-files.ts'

interface QuotRow {
  name: number
  type: number
  kind: string
  levelParams: number[]
}

describe('a file about quotients', () => {
  const quotients = (change: (rows: QuotRow[], motive: number) => void) => {
    const rows = exportRows('quotient')
    const motive = nameIndex(rows).get('motive') ?? 0
    change(
      rows.flatMap((row) => (row.quot ? [row.quot as unknown as QuotRow] : [])),
      motive,
    )
    return checkRows(rows).outcome
  }
  const lies: readonly [string, (rows: QuotRow[], motive: number) => void][] = [
    [
      'another type',
      ([type, mk]) => {
        if (type && mk) mk.type = type.type
      },
    ],
    [
      'another kind',
      ([type]) => {
        if (type) type.kind = 'ctor'
      },
    ],
    [
      'another name',
      ([type], motive) => {
        if (type) type.name = motive
      },
    ],
    [
      'more universe parameters',
      ([type, , lift]) => {
        if (type && lift) type.levelParams = lift.levelParams
      },
    ],
  ]

  it.each(lies)('is rejected for %s', (_, change) => {
    expect(quotients(change)).toMatchObject({ kind: 'rejected', rule: 'quotient-data' })
  })

  it('is accepted as it is written', () => {
    expect(quotients(() => {})).toEqual({ kind: 'accepted' })
  })
})
