import fc from 'fast-check'
import { expect, it } from 'vitest'
import { difference } from './difference.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '𝔸'), maxLength: 12 })

it('replaces one text by another, and touches nothing that both have in front or behind', () => {
  fc.assert(
    fc.property(text, text, text, text, (front, one, other, behind) => {
      const [before, after] = [front + one + behind, front + other + behind]
      const found = difference(before, after)
      expect(
        before.slice(0, found.from) + after.slice(found.from, found.after) + before.slice(found.before),
      ).toBe(after)
      expect(found.from).toBeGreaterThanOrEqual(Math.min(front.length, found.before, found.after))
      expect(found.before - found.from).toBeLessThanOrEqual(one.length)
    }),
  )
})
