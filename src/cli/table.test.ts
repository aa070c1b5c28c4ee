import { expect, it } from 'vitest'
import { table } from './table.ts'
import { textWidth } from './text-width.ts'

it('aligns columns by what a terminal shows, not by letters', () => {
  const lines = table([
    ['strategy', 'attempts'],
    ['数学', '12'],
    ['∀-first', '3'],
  ])
  expect(lines).toEqual(['strategy  attempts', '数学            12', '∀-first          3'])
  expect(new Set(lines.map(textWidth)).size).toBe(1)
})
