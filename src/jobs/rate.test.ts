import { expect, it } from 'vitest'
import { Rate } from './rate.ts'

it('comes near what happens in a second when it happens steadily, and forgets it when it has stopped', () => {
  let now = 0
  const rate = new Rate(() => now)
  expect(rate.perSecond).toBe(0)
  for (; now < 5_000; now += 10) rate.happened()
  expect(rate.perSecond).toBeGreaterThan(90)
  expect(rate.perSecond).toBeLessThan(110)
  now += 5_000
  expect(rate.perSecond).toBeLessThan(0.1)
})
