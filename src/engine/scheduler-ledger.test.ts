import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Arm, Prior, Problem } from './arm.ts'
import { createManualClock } from './clock.ts'
import { armOn, failed, problem, proved, setUp } from './test-scheduler.ts'

describe('the ledger', () => {
  const prior = (parts: Partial<Prior>): Prior => ({
    strategy: 'a',
    strategyVersion: '1',
    budgetSeconds: 8,
    outcome: 'failed',
    ...parts,
  })

  it.each([
    ['the same attempt', {}, 0],
    ['the same attempt with more time', { budgetSeconds: 9 }, 0],
    ['an attempt with less time', { budgetSeconds: 7 }, 1],
    ['another version of the strategy', { strategyVersion: '0' }, 1],
    ['another strategy', { strategy: 'b' }, 1],
    ['a cancelled attempt', { outcome: 'cancelled' }, 1],
    ['a broken attempt', { outcome: 'error' }, 1],
  ] as const)('having %s leads to the right number of attempts', async (_what, parts, expected) => {
    const clock = createManualClock()
    const { scheduler, attempts } = setUp({
      arms: [armOn(clock, 'a', 10, failed)],
      clock,
      priors: async () => [prior(parts)],
    })
    let skipped = 0
    scheduler.on('skipped', () => {
      skipped += 1
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(100)
    await run
    expect(attempts).toHaveLength(expected)
    expect(skipped).toBe(1 - expected)
  })

  it('is waited for before a success is reported', async () => {
    const clock = createManualClock()
    const disk = Promise.withResolvers<void>()
    const reported: string[] = []
    const { scheduler } = setUp({ arms: [armOn(clock, 'a', 10, proved)], clock, record: () => disk.promise })
    scheduler.on('settled', ({ problem: { key } }) => reported.push(key))
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(1000)
    expect(reported).toEqual([])
    disk.resolve()
    await run
    expect(reported).toEqual(['p'])
  })

  it('that cannot be written stops the run with its reason', async () => {
    const clock = createManualClock()
    const { scheduler } = setUp({
      arms: [armOn(clock, 'a', 10, proved)],
      clock,
      record: () => Promise.reject(new Error('disk full')),
    })
    const settled: string[] = []
    scheduler.on('settled', ({ problem: { key } }) => settled.push(key))
    for (let n = 0; n < 20; n += 1) scheduler.enqueue(problem(`p${n}`))
    const run = expect(scheduler.run()).rejects.toThrow('disk full')
    await clock.advance(1000)
    await run
    expect(settled).toEqual([])
  })
})

describe('stopping', () => {
  it('cancels what runs, records it, starts nothing more and gives the rest back unharmed', async () => {
    const clock = createManualClock()
    const arm = armOn(clock, 'a', 60_000, proved)
    const { scheduler, attempts } = setUp({ arms: [arm], clock, maxLight: 2 })
    for (let n = 0; n < 5; n += 1) scheduler.enqueue(problem(`p${n}`))
    const controller = new AbortController()
    const run = scheduler.run({ signal: controller.signal })
    await clock.advance(100)
    controller.abort()
    await turn()
    const summary = await run
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled'])
    expect(arm.log.started).toHaveLength(2)
    expect(summary).toMatchObject({ problems: 5, proved: 0, exhausted: 0, attempts: 2 })
    expect(scheduler.queued).toBe(3)
  })

  it('records even an arm that does not listen, before the deadline', async () => {
    const clock = createManualClock()
    const deaf: Arm<Problem, string> = { name: 'deaf', version: '1', run: () => new Promise(() => {}) }
    const { scheduler, attempts } = setUp({ arms: [deaf], clock })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(10)
    void scheduler.stop({ deadlineMs: 3000 })
    await clock.advance(3000)
    await run
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['cancelled'])
  })

  it('does not wait for a stuck ledger beyond the deadline', async () => {
    const clock = createManualClock()
    const { scheduler } = setUp({
      arms: [armOn(clock, 'a', 1, failed)],
      clock,
      record: () => new Promise(() => {}),
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(10)
    void scheduler.stop({ deadlineMs: 3000 })
    await clock.advance(3000)
    expect((await run).attempts).toBe(1)
  })
})
