import { describe, expect, it } from 'vitest'
import { WorkRate } from './work-rate.ts'

describe('the rate of a batch', () => {
  it('is not known before a task is done', () => {
    const rate = new WorkRate()
    rate.passed(5_000, false)
    expect(rate.perSecond).toBeNull()
    rate.update(1)
    expect(rate.perSecond).toBe(0.2)
  })

  it('leaves out what a run before it has done', () => {
    const rate = new WorkRate()
    rate.passed(2_000, false)
    rate.update(301)
    rate.update(304)
    expect(rate.perSecond).toBe(2)
  })

  it('does not fall while the batch is paused', () => {
    const rate = new WorkRate()
    rate.update(1)
    rate.passed(1_000, false)
    rate.passed(60_000, true)
    expect(rate.perSecond).toBe(1)
  })
})
