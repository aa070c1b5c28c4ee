import { expect, it } from 'vitest'
import { namesOf, pick, type Row } from './table.ts'

const TABLE = {
  add: { price: 1, tactics: (n) => [`a${n}`, `b${n}`] },
  odd: { price: 2, when: (n) => n % 2 === 1, tactics: () => ['odd'] },
  none: { price: 3, tactics: () => [] },
} satisfies Readonly<Record<string, Row<number>>>

const texts = (n: number) =>
  pick<number, keyof typeof TABLE>(TABLE, namesOf(TABLE), n).map(({ text }) => text)

it('has the tactics of rows in their order, without rows that do not apply', () => {
  expect(texts(1)).toEqual(['a1', 'b1', 'odd'])
  expect(texts(2)).toEqual(['a2', 'b2'])
})

it('tells where a tactic comes from, and asks more for each further one of a row', () => {
  const [first, second] = pick<number, 'add'>({ add: TABLE.add }, ['add'], 1)
  expect(first).toEqual({ row: 'add', text: 'a1', price: 1 })
  expect(second?.price).toBeGreaterThan(1)
})

it('takes only rows that are named, in the order of the names', () => {
  const some = pick<number, keyof typeof TABLE>(TABLE, ['odd', 'add'], 3)
  expect(some.map(({ row }) => row)).toEqual(['odd', 'add', 'add'])
})
