import { describe, expect, it } from 'vitest'
import { createManualClock } from './clock.ts'
import { armOn, failed, problem, proved, setUp } from './test-scheduler.ts'

const long = (seconds: number) => ({ budget: () => ({ seconds }), longSeconds: 30, slate: 1, maxLight: 3 })

describe('attempts that take long', () => {
  it('leave a slot to what comes later, and go on when one of them has ended', async () => {
    const clock = createManualClock()
    const slow = armOn(clock, 'slow', 50_000, failed)
    const { scheduler, attempts } = setUp({ arms: [slow], clock, ...long(60) })
    for (const key of ['a', 'b', 'c']) scheduler.enqueue(problem(key))
    const run = scheduler.run()
    await clock.advance(10)
    expect(scheduler.running.light).toBe(2)
    expect(scheduler.queued).toBe(1)
    await clock.advance(200_000)
    expect(await run).toMatchObject({ exhausted: 3 })
    expect(attempts.map(({ startedAt }) => Math.round(startedAt / 10_000))).toEqual([0, 0, 5])
  })

  it('may have them all where nothing counts as long', async () => {
    const clock = createManualClock()
    const slow = armOn(clock, 'slow', 20_000, failed)
    const { scheduler } = setUp({ arms: [slow], clock, ...long(25) })
    for (const key of ['a', 'b', 'c']) scheduler.enqueue(problem(key))
    const run = scheduler.run()
    await clock.advance(10)
    expect(scheduler.running.light).toBe(3)
    await clock.advance(60_000)
    await run
  })

  it('have the only slot there is', async () => {
    const clock = createManualClock()
    const slow = armOn(clock, 'slow', 50_000, proved)
    const { scheduler } = setUp({ arms: [slow], clock, ...long(60), maxLight: 1 })
    scheduler.enqueue(problem('a'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect(await run).toMatchObject({ proved: 1 })
  })

  it('do not keep a newcomer waiting', async () => {
    const clock = createManualClock()
    const slow = armOn(clock, 'slow', 50_000, failed)
    const quick = armOn(clock, 'quick', 100, proved)
    const { scheduler, attempts } = setUp({
      arms: [slow, quick],
      clock,
      ...long(60),
      budget: (arm) => ({ seconds: arm === 'slow' ? 60 : 2 }),
      policy: { ...firstOf('slow'), name: 'slow first' },
    })
    for (const key of ['a', 'b', 'c', 'd']) scheduler.enqueue(problem(key))
    const run = scheduler.run()
    await clock.advance(1_000)
    // Two are tried for long; the others got what does not take long.
    expect(attempts.filter(({ outcome }) => outcome === 'proved')).toHaveLength(2)
    await clock.advance(200_000)
    expect(await run).toMatchObject({ proved: 4 })
  })
})

/** A policy that likes one arm best. */
function firstOf(best: string) {
  return {
    choose: ({ arms }: { readonly arms: readonly string[] }, count: number) =>
      [...arms].sort((one, other) => Number(other === best) - Number(one === best)).slice(0, count),
    started: () => {},
    ended: () => {},
    save: () => ({}),
    restore: () => true,
  }
}
