import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CACHE_STRATEGY, creditFinder, type SoleFinder } from './sole-finder.ts'

const strategy = fc.constantFrom('micro', 'copilot', CACHE_STRATEGY)
const proofs = fc.array(fc.record({ goal: fc.constantFrom('a', 'b', 'c'), strategy }))

function told(list: readonly { goal: string; strategy: string }[]) {
  const counts = new Map<string, number>()
  const finders = new Map<string, SoleFinder>()
  for (const { goal, strategy: by } of list) finders.set(goal, creditFinder(counts, finders.get(goal), by))
  return { counts, finders }
}

const nonZero = (counts: ReadonlyMap<string, number>) => [...counts].filter(([, times]) => times !== 0).sort()

it('credits a goal to its only finder, to the cache only if nobody else proved it', () => {
  fc.assert(
    fc.property(proofs, (list) => {
      const expected = new Map<string, number>()
      for (const goal of new Set(list.map((proof) => proof.goal))) {
        const by = new Set(list.filter((proof) => proof.goal === goal).map((proof) => proof.strategy))
        if (by.size > 1) by.delete(CACHE_STRATEGY)
        const [only = ''] = by
        if (by.size === 1) expected.set(only, (expected.get(only) ?? 0) + 1)
      }
      expect(nonZero(told(list).counts)).toEqual([...expected].sort())
    }),
  )
})

it('counts the same when what came later is counted apart and added', () => {
  fc.assert(
    fc.property(proofs, proofs, (early, late) => {
      const { counts, finders } = told(early)
      for (const [goal, finder] of told(late).finders) creditFinder(counts, finders.get(goal), finder)
      expect(nonZero(counts)).toEqual(nonZero(told([...early, ...late]).counts))
    }),
  )
})
