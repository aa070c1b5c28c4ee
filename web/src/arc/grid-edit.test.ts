import { expect, it } from 'vitest'
import { paintCell, printGrid, readGrid, resize } from './grid-edit.ts'

it('reads what it prints, and nothing that is no grid', () => {
  expect(
    readGrid(
      printGrid([
        [0, 1],
        [2, 3],
      ]),
    ),
  ).toEqual([
    [0, 1],
    [2, 3],
  ])
  for (const text of ['', '01/2', 'ab', '0'.repeat(31)]) expect(readGrid(text)).toBeUndefined()
})

it('paints one cell and changes sides within what ARC allows', () => {
  expect(paintCell([[0, 0]], 1, 0, 5)).toEqual([[0, 5]])
  expect(resize([[1, 2]], 1, 2)).toEqual([[1], [0]])
  expect(resize([[1]], 99, 1)[0]).toHaveLength(30)
})
