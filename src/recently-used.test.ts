import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecentlyUsed } from './recently-used.ts'

it('drops what was not asked for the longest time', () => {
  const known = new RecentlyUsed<string, number>(2)
  known.set('a', 1)
  known.set('b', 2)
  known.get('a')
  expect(known.set('c', 3)).toEqual([2])
  expect([known.get('a'), known.get('b'), known.get('c')]).toEqual([1, undefined, 3])
})

it('never holds more than its size, and always what was set last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (keys, most) => {
      const known = new RecentlyUsed<number, number>(most)
      for (const key of keys) known.set(key, key)
      expect(known.size).toBe(Math.min(most, new Set(keys).size))
      expect(known.get(keys.at(-1) ?? 0)).toBe(keys.at(-1))
    }),
  )
})

it('forgets what it is told to forget', () => {
  const known = new RecentlyUsed<string, number>(3)
  known.set('a', 1)
  known.delete('a')
  expect([known.get('a'), known.size]).toEqual([undefined, 0])
})
