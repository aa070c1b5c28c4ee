import { expect, it } from 'vitest'
import { seriesColours } from './colours.ts'

it("keeps the colour of Orch's own strategies whoever else there is", () => {
  const few = seriesColours(['micro', 'refute'])
  const many = seriesColours(['mine', 'market', 'refute', 'arc-teacher', 'micro', 'another'])
  for (const name of ['micro', 'refute']) expect(many.get(name)).toBe(few.get(name))
})

it('gives different colours as long as there are any', () => {
  const names = ['micro', 'refute', 'copilot', 'sketch', 'reprover', 'a', 'b', 'c']
  expect(new Set(seriesColours(names).values()).size).toBe(8)
  expect(seriesColours([...names, 'd', 'e']).size).toBe(10)
})
