import { describe, expect, it } from 'vitest'
import type { Attempt, Outcome } from '../attempt.ts'
import { RunTracker } from './run-tracker.ts'

const attempt = (strategy: string, outcome: Outcome, timeSeconds: number): Attempt => ({
  goalKey: 'k',
  goalText: 'True',
  strategy,
  strategyVersion: '1',
  outcome,
  tactics: [],
  timeSeconds,
  cpuSeconds: timeSeconds / 2,
  budget: { seconds: 8 },
  startedAt: 0,
})

describe('the counts of a run', () => {
  it('put every goal in one place', () => {
    const tracker = new RunTracker(['micro'])
    tracker.fed(5)
    for (const key of ['a', 'b', 'c']) tracker.prepared(key)
    tracker.notRead('ill-typed')
    tracker.concluded('a', 'proved')
    tracker.concluded('b', 'refuted')
    tracker.concluded('c', undefined)
    expect(tracker.goals).toEqual({ total: 5, proved: 1, refuted: 1, unsolved: 1, illTyped: 1, open: 1 })
  })

  it('move a goal that was given up and is proved with a lemma after all', () => {
    const tracker = new RunTracker([])
    tracker.fed(1)
    tracker.prepared('a')
    tracker.concluded('a', undefined)
    tracker.concluded('a', 'proved')
    expect(tracker.goals).toMatchObject({ proved: 1, unsolved: 0, open: 0 })
  })

  it('count the same goal twice if the bank has it twice, and lemmas not at all', () => {
    const tracker = new RunTracker([])
    tracker.fed(2)
    tracker.prepared('a')
    tracker.concluded('a', 'proved')
    tracker.prepared('a')
    tracker.concluded('lemma', 'proved')
    expect(tracker.goals).toMatchObject({ total: 2, proved: 2, open: 0 })
  })

  it('give the mean time of every strategy, also of those without attempts', () => {
    const tracker = new RunTracker(['micro', 'copilot'])
    tracker.attempted(attempt('micro', 'failed', 1))
    tracker.attempted(attempt('micro', 'proved', 3))
    tracker.attempted(attempt('cache', 'proved', 1))
    expect(tracker.arms).toEqual([
      { strategy: 'micro', attempts: 2, solved: 1, meanSeconds: 2, cpuSeconds: 2 },
      { strategy: 'copilot', attempts: 0, solved: 0, meanSeconds: 0, cpuSeconds: 0 },
      { strategy: 'cache', attempts: 1, solved: 1, meanSeconds: 1, cpuSeconds: 0.5 },
    ])
  })

  it('know the rate of the last minute only', () => {
    let now = 0
    const tracker = new RunTracker([], () => now)
    tracker.fed(3)
    for (const key of ['a', 'b', 'c']) tracker.prepared(key)
    now = 30_000
    tracker.concluded('a', 'proved')
    tracker.concluded('b', undefined)
    expect(tracker.perMinute).toBe(4)
    now = 80_000
    tracker.concluded('c', 'proved')
    expect(tracker.perMinute).toBe(3)
    now = 100_000
    expect(tracker.perMinute).toBe(1)
    expect(tracker.elapsedSeconds).toBe(100)
  })
})
