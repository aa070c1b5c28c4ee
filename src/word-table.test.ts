import { expect, it } from 'vitest'
import { normalizeGoalText } from './goal/index.ts'
import { wordTable } from './word-table.ts'

const EVERYWHERE = Object.getOwnPropertyNames(Object.prototype)

it.each(EVERYWHERE)('knows nothing of %s unless it has a row for it', (word) => {
  expect(wordTable({ own: 1 })[word]).toBeUndefined()
  expect(wordTable({ own: 1 }).own).toBe(1)
})

it.each(EVERYWHERE)('lets a goal speak of %s', (word) => {
  expect(normalizeGoalText(`∀ n : Nat, ${word} n = ${word} n`)).toContain(word)
})
