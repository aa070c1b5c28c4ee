import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatementData } from './exported-data.ts'
import { negated, statementHash } from './statement-hash.ts'

/** `∀ n : Nat, P n`, with a definition behind `P`. */
const data: StatementData = {
  names: [
    [0, 'Nat'],
    [0, 'P'],
    [0, 'n'],
    [0, 'Not'],
  ],
  levels: [['S', 0]],
  exprs: [
    ['C', 1, []],
    ['S', 0],
    ['P', 1, 2, 3, 0],
    ['L', 1, 2, 3, 0],
    ['C', 2, []],
    ['B', 0],
    ['A', 5, 6],
    ['P', 1, 7, 3, 0],
    ['C', 4, []],
    ['A', 9, 8],
  ],
  declarations: [
    { kind: 'definition', name: 2, levels: [], type: 3, value: 4, hints: 'abbrev', safety: 'safe' },
  ],
  type: 8,
  levelParams: [],
}
const hash = (changed: Partial<StatementData>, imports: string[] = []) =>
  statementHash({ ...data, ...changed }, imports)

describe('the hash of a statement', () => {
  it('does not change with names of binders, unused rows and repeated imports', () => {
    const renamed = data.names.map((row, at): [number, string | number] => (at === 2 ? [0, 'other'] : row))
    expect(hash({ names: renamed })).toBe(hash({}))
    expect(hash({ exprs: [...data.exprs, ['B', 7]], names: [...data.names, [0, 'unused']] })).toBe(hash({}))
    expect(hash({}, ['B', 'A', 'A'])).toBe(hash({}, ['A', 'B']))
  })

  it('changes with every cell that means something', () => {
    const others = [
      hash({ type: 3 }),
      hash({ declarations: [] }),
      hash({ declarations: [{ kind: 'axiom', name: 2, levels: [], type: 3 }] }),
      hash({ levelParams: [1] }),
      hash({}, ['Std']),
      ...data.exprs.slice(0, 8).flatMap((row, at) =>
        row.flatMap((cell, column) => {
          if (typeof cell !== 'number' || ('LP'.includes(row[0]) && column > 2)) return []
          const exprs = data.exprs.map((other, place): StatementData['exprs'][number] =>
            place === at
              ? [row[0], ...row.slice(1).map((old, k) => (k + 1 === column ? cell + 1 : old))]
              : other,
          )
          try {
            return [hash({ exprs })]
          } catch {
            // A row that points nowhere, or not backwards, has no hash at all.
            return []
          }
        }),
      ),
    ]
    expect(others).not.toContain(hash({}))
  })

  it('is given to no tables that point in circles, nowhere or forwards', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 12 }), fc.nat({ max: 12 }), (at, f, a) => {
        const exprs = data.exprs.map((row, place): StatementData['exprs'][number] =>
          place === at ? ['A', f, a] : row,
        )
        let given: string | undefined
        try {
          given = hash({ exprs })
        } catch {
          return
        }
        expect(given).toMatch(/^[0-9a-f]{64}$/)
      }),
    )
  })
})

it('finds the statement inside of its negation, and only where the negation is the library’s', () => {
  const denied = { ...data, type: 10 }
  const inner = negated(denied)
  expect(inner && statementHash(inner, [])).toBe(hash({}))
  expect(negated(data)).toBeUndefined()
  const names = data.names.map((row, at): [number, string | number] => (at === 3 ? [2, 'Not'] : row))
  expect(negated({ ...denied, names })).toBeUndefined()
})
