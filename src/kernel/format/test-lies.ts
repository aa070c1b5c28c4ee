/** Files with a false row: a good file of which one row is changed. */
import { describe, expect, it } from 'vitest'
import { checkRows, exportRows, nameIndex } from '../test-files.ts'
import type { Rule } from '../verdict.ts'

export interface TypeRow {
  name: number
  type: number
  all: number[]
  ctors: number[]
  levelParams: number[]
  numParams: number
  numIndices: number
  numNested: number
  isRec: boolean
  isReflexive: boolean
  isUnsafe: boolean
}
interface CtorRow {
  name: number
  type: number
  levelParams: number[]
  induct: number
  cidx: number
  numParams: number
  numFields: number
  isUnsafe: boolean
}
export interface RecRow {
  name: number
  type: number
  levelParams: number[]
  all: number[]
  numParams: number
  numIndices: number
  numMotives: number
  numMinors: number
  k: boolean
  rules: { ctor: number; nfields: number; rhs: number }[]
  isUnsafe: boolean
}
interface Inductive {
  types: [TypeRow, ...TypeRow[]]
  ctors: CtorRow[]
  recs: [RecRow, ...RecRow[]]
}

export interface Lie {
  readonly name: string
  readonly of: string
  readonly rule: Rule | 'format'
  readonly tell: (row: Inductive, at: (name: string) => number) => void
}

export const at0 = <T>(list: readonly T[]): T => list[0] as T
export const rogue = { levelParams: [], isUnsafe: false }

const SOURCE = 'inductive Rose : Type | mk : List.{0} Rose → Rose  quotient'

function told({ of, tell }: Pick<Lie, 'of' | 'tell'>) {
  const rows = exportRows(SOURCE)
  const names = nameIndex(rows)
  const inductive = (name: string) =>
    rows
      .map((row) => row.inductive as unknown as Inductive | undefined)
      .find((row) => row?.types[0].name === names.get(name))
  const at = (name: string) => {
    const found = name.startsWith('type of ')
      ? inductive(name.slice('type of '.length).replace('.rec', ''))?.recs[0].type
      : names.get(name)
    if (found === undefined) throw new Error(`${name} is not in the file`)
    return found
  }
  const row = inductive(of)
  if (!row) throw new Error(`${of} is not in the file`)
  tell(row, at)
  return checkRows(rows)
}

/** Each lie is rejected by its rule, at a line; the file without it is accepted. */
export function liesSuite(about: string, lies: readonly Lie[]): void {
  describe(`a file about ${about}`, () => {
    it('is accepted as it is written', () => {
      expect(checkRows(exportRows(SOURCE)).outcome).toEqual({ kind: 'accepted' })
    })

    it.each(lies.map((lie) => [lie.name, lie] as const))('that lies is rejected: %s', (_, lie) => {
      const { outcome } = told(lie)
      expect(outcome).toMatchObject({ kind: 'rejected', rule: lie.rule })
      expect(outcome).toHaveProperty('line')
    })
  })
}
