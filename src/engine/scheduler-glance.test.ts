import { describe, expect, it } from 'vitest'
import { createManualClock } from './clock.ts'
import { armOn, failed, problem, proved, setUp } from './test-scheduler.ts'

const GLANCE = { glanceSeconds: 2, maxLight: 1, slate: 1 }

describe('with short looks first', () => {
  it('every problem is looked at by every arm before any gets all its time', async () => {
    const clock = createManualClock()
    const deep = { ...armOn(clock, 'deep', 5000, proved), glances: true }
    const shallow = { ...armOn(clock, 'shallow', 3000, failed), glances: true }
    const { scheduler, attempts } = setUp({ arms: [deep, shallow], clock, ...GLANCE })
    for (const key of ['p', 'q']) scheduler.enqueue(problem(key))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect(await run).toMatchObject({ proved: 2, exhausted: 0 })
    const looks = attempts.map(({ goalKey, budget, outcome }) => [goalKey, budget.seconds, outcome])
    expect(looks.slice(0, 4).every(([, seconds, outcome]) => seconds === 2 && outcome === 'timeout')).toBe(
      true,
    )
    expect(new Set(looks.slice(0, 2).map(([key]) => key))).toEqual(new Set(['p', 'q']))
    expect(looks.slice(4).every(([, seconds]) => seconds === 8)).toBe(true)
  })

  it('an arm that has failed in its look is not asked again, and one that needs less than a look gets no more', async () => {
    const clock = createManualClock()
    const quick = { ...armOn(clock, 'quick', 100, failed), glances: true }
    const short = { ...armOn(clock, 'short', 5000, failed), glances: true }
    const { scheduler, attempts } = setUp({
      arms: [quick, short],
      clock,
      ...GLANCE,
      budget: (arm) => ({ seconds: arm === 'short' ? 1 : 8 }),
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect((await run).exhausted).toBe(1)
    expect(attempts.map(({ strategy, outcome }) => `${strategy} ${outcome}`).toSorted()).toEqual([
      'quick failed',
      'short timeout',
    ])
  })

  it('an arm that has failed with most of its look used up comes again with all its time', async () => {
    const clock = createManualClock()
    const busy = { ...armOn(clock, 'busy', 1900, { ...failed, cpuSeconds: 1.9 }), glances: true }
    const { scheduler, attempts } = setUp({ arms: [busy], clock, ...GLANCE })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect((await run).exhausted).toBe(1)
    expect(attempts.map(({ budget, outcome }) => [budget.seconds, outcome])).toEqual([
      [2, 'failed'],
      [8, 'failed'],
    ])
  })

  it('a run that is taken up again makes no look twice', async () => {
    const clock = createManualClock()
    const deep = { ...armOn(clock, 'deep', 5000, proved), glances: true }
    const { scheduler, attempts } = setUp({
      arms: [deep],
      clock,
      ...GLANCE,
      priors: async () => [{ strategy: 'deep', strategyVersion: '1', budgetSeconds: 2, outcome: 'timeout' }],
    })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect((await run).proved).toBe(1)
    expect(attempts.map(({ budget }) => budget.seconds)).toEqual([8])
  })

  it('an arm that does not look first comes when the others have looked', async () => {
    const clock = createManualClock()
    const patient = armOn(clock, 'patient', 1000, proved)
    const quick = { ...armOn(clock, 'quick', 5000, failed), glances: true }
    const { scheduler, attempts } = setUp({ arms: [patient, quick], clock, ...GLANCE })
    scheduler.enqueue(problem('p'))
    const run = scheduler.run()
    await clock.advance(60_000)
    expect((await run).proved).toBe(1)
    expect(attempts[0]).toMatchObject({ strategy: 'quick', budget: { seconds: 2 }, outcome: 'timeout' })
    expect(attempts.at(-1)).toMatchObject({ strategy: 'patient', budget: { seconds: 8 }, outcome: 'proved' })
  })
})
