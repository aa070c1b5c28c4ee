import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeRoom } from './capacity.ts'

it('always has a place in Lean for every attempt that may run, a check and a new goal', () => {
  const few = fc.integer({ min: 1, max: 64 })
  fc.assert(
    fc.property(few, few, few, fc.integer({ min: 1, max: 8 }), (maxLight, maxHeavy, cores, size) => {
      const { lanes, pool } = makeRoom({ maxLight, maxHeavy }, { cores, size })
      expect(lanes.light).toBeGreaterThanOrEqual(1)
      expect(lanes.heavy).toBeGreaterThanOrEqual(1)
      expect(lanes.light).toBeLessThanOrEqual(maxLight)
      expect(lanes.heavy).toBeLessThanOrEqual(maxHeavy)
      expect(pool.size * pool.threads).toBeGreaterThanOrEqual(lanes.light + lanes.heavy + 2)
    }),
  )
})
