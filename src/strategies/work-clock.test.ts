import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../tactics/index.ts'
import { WorkClock, WorkPace } from './work-clock.ts'

const SECOND = 1_000_000

describe('the work clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is the wall clock while Lean has a processor to itself', () => {
    const clock = new WorkClock(new WorkPace())
    vi.advanceTimersByTime(3_000)
    clock.sample(2 * SECOND, 2 * SECOND)
    expect(clock.slowness).toBe(1)
    expect(clock.seconds).toBeCloseTo(3)
  })

  it('runs at a third of the pace when Lean works a third of the time', () => {
    const clock = new WorkClock(new WorkPace())
    const over = clock.at(2)
    clock.sample(3 * SECOND, 1 * SECOND)
    vi.advanceTimersByTime(5_900)
    expect(clock.seconds).toBeCloseTo(5.9 / 3)
    expect(over.aborted).toBe(false)
    vi.advanceTimersByTime(200)
    expect(over.aborted).toBe(true)
  })

  it('loses patience with a Lean that waits without working', () => {
    const clock = new WorkClock(new WorkPace())
    const over = clock.at(1)
    clock.sample(100 * SECOND, 0)
    vi.advanceTimersByTime(PATIENCE * 1_000 + 10)
    expect(over.aborted).toBe(true)
  })

  it('is the wall clock where the platform does not tell CPU time', () => {
    const clock = new WorkClock(new WorkPace())
    clock.sample(3 * SECOND, null)
    expect(clock.slowness).toBe(1)
  })

  it('begins with what others have just seen of the machine, and soon goes by its own', () => {
    const recent = new WorkPace(SECOND / 2)
    new WorkClock(recent).sample(4 * SECOND, SECOND)
    const clock = new WorkClock(recent)
    expect(clock.slowness).toBeCloseTo(4)
    clock.sample(5 * SECOND, 5 * SECOND)
    expect(clock.slowness).toBeLessThan(1.1)
    expect(new WorkClock(recent).slowness).toBeLessThan(1.1)
  })

  it('aborts at once for a moment that has passed', () => {
    expect(new WorkClock(new WorkPace()).at(0).aborted).toBe(true)
  })
})
