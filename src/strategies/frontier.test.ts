import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Frontier } from './frontier.ts'

describe('the frontier', () => {
  it('gives branches back cheapest first, and equals in the order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (costs) => {
        const frontier = new Frontier<number>()
        for (const [arrival, cost] of costs.entries()) frontier.push(cost, arrival)
        const expected = costs
          .map((_, arrival) => arrival)
          .sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b)
        expect(frontier.items()).toEqual(expected)
        expect(costs.map(() => frontier.pop()?.item)).toEqual(expected)
      }),
    )
  })
})
