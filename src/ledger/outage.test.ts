import { expect, it } from 'vitest'
import { Outage } from './outage.ts'

it('is given up when tries have failed for as long as they may, however long the machine slept between', () => {
  let now = 0
  const outage = new Outage({ mostMs: 120_000, mostOfTryMs: 60_000 }, () => now)
  const failAfter = (ms: number) => {
    now += ms
    return outage.isGivenUp()
  }
  expect(failAfter(10_000)).toBe(false)
  // Asleep for an hour: one try of at most a minute.
  expect(failAfter(3_600_000)).toBe(false)
  expect(failAfter(40_000)).toBe(false)
  expect(failAfter(11_000)).toBe(true)
})
