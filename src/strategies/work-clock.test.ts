import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE, WorkClock } from './work-clock.ts'

const SECOND = 1_000_000

describe('the work clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is the wall clock while Lean has a processor to itself', () => {
    const clock = new WorkClock()
    vi.advanceTimersByTime(3_000)
    clock.sample(2 * SECOND, 2 * SECOND)
    expect(clock.slowness).toBe(1)
    expect(clock.seconds).toBeCloseTo(3)
  })

  it('runs at a third of the pace when Lean works a third of the time', () => {
    const clock = new WorkClock()
    const over = clock.at(2)
    clock.sample(3 * SECOND, 1 * SECOND)
    vi.advanceTimersByTime(5_900)
    expect(clock.seconds).toBeCloseTo(5.9 / 3)
    expect(over.aborted).toBe(false)
    vi.advanceTimersByTime(200)
    expect(over.aborted).toBe(true)
  })

  it('loses patience with a Lean that waits without working', () => {
    const clock = new WorkClock()
    const over = clock.at(1)
    clock.sample(100 * SECOND, 0)
    vi.advanceTimersByTime(PATIENCE * 1_000 + 10)
    expect(over.aborted).toBe(true)
  })

  it('is the wall clock where the platform does not tell CPU time', () => {
    const clock = new WorkClock()
    clock.sample(3 * SECOND, null)
    expect(clock.slowness).toBe(1)
  })

  it('aborts at once for a moment that has passed', () => {
    expect(new WorkClock().at(0).aborted).toBe(true)
  })
})
