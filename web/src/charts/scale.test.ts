import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linear, niceCeiling, places, ticks } from './scale.ts'

const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true })

it('puts the ends of the domain at the ends of the range', () => {
  const scale = linear([10, 20], [0, 100])
  expect([scale(10), scale(15), scale(20)]).toEqual([0, 50, 100])
})

it('does not divide by zero when all values are the same', () => {
  expect(linear([3, 3], [0, 100])(3)).toBe(0)
})

it('writes a handful of ticks, all inside the axis', () => {
  fc.assert(
    fc.property(positive, (max) => {
      const found = ticks(0, max)
      expect(found.length).toBeGreaterThanOrEqual(2)
      expect(found.length).toBeLessThanOrEqual(6)
      for (const tick of found) expect(tick).toBeLessThanOrEqual(max * 1.0001)
    }),
  )
})

it('rounds a maximum up, never down and never beyond two and a half times', () => {
  fc.assert(
    fc.property(positive, (value) => {
      const ceiling = niceCeiling(value)
      expect(ceiling).toBeGreaterThanOrEqual(value * 0.9999)
      expect(ceiling).toBeLessThanOrEqual(value * 2.5001)
    }),
  )
})

it('spreads words over an axis, fewer where they would repeat themselves', () => {
  const plain = (value: number) => value.toFixed(0)
  expect(places(0, 100, 5, plain)).toEqual([0, 25, 50, 75, 100])
  expect(places(1, 3, 6, plain)).toEqual([1, 2, 3])
  expect(places(1, 1.2, 6, plain)).toEqual([1, 1.2])
  expect(places(7, 7, 6, plain)).toEqual([7])
  expect(places(0.301, 0.705, 6, String).at(-1)).toBe(0.705)
})
