import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createManualClock } from './clock.ts'
import type { Lane } from './events.ts'
import type { Choice } from './policy.ts'
import { armOn, failed, problem, setUp } from './test-scheduler.ts'
import { Throttle } from './throttle.ts'
import { createUcb } from './ucb.ts'

const DIFFICULTY: Readonly<Record<Lane, number>> = { light: 0.1, heavy: 0.9 }

describe('what nobody has looked at', () => {
  it('goes before a second look at something more important, however long that would hold its slot', async () => {
    const clock = createManualClock()
    const quick = armOn(clock, 'quick', 10, failed)
    const slow = armOn(clock, 'slow', 60_000, failed)
    const policy = {
      ...createUcb(),
      choose: ({ arms }: Choice, count: number) => arms.slice(0, count),
    }
    const budget = () => ({ seconds: 90 })
    const { scheduler } = setUp({ arms: [quick, slow], clock, policy, slate: 1, maxLight: 1, budget })
    scheduler.enqueue(problem('wanted', { priority: 1 }))
    for (const key of ['a', 'b', 'c']) scheduler.enqueue(problem(key, { priority: 0 }))
    const finished = scheduler.run()
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(10)
    expect(quick.log.started.concat(slow.log.started)).toEqual(['wanted', 'a', 'b', 'c', 'wanted'])
    await scheduler.stop()
    await finished
  })
})

it('a problem that was only screened goes on before the next one is screened', async () => {
  const clock = createManualClock()
  const screen = { ...armOn(clock, 'screen', 10, failed), screens: true }
  const slow = armOn(clock, 'slow', 10, failed)
  const policy = { ...createUcb(), choose: ({ arms }: Choice, count: number) => arms.slice(0, count) }
  const { scheduler, attempts } = setUp({ arms: [screen, slow], clock, policy, slate: 1, maxLight: 1 })
  for (const key of ['a', 'b']) scheduler.enqueue(problem(key))
  const finished = scheduler.run()
  await clock.advance(1000)
  await finished
  expect(attempts.map(({ goalKey, strategy }) => `${goalKey} ${strategy}`)).toEqual([
    'a screen',
    'a slow',
    'b screen',
    'b slow',
  ])
})

describe('nobody starves', () => {
  it('whatever waits is overtaken only by what came before its time, however much more important work keeps coming', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          lane: fc.constantFrom<Lane>('light', 'heavy'),
          priority: fc.double({ min: 0, max: 1, noNaN: true }),
          slots: fc.integer({ min: 1, max: 3 }),
          agingMs: fc.integer({ min: 100, max: 2000 }),
          everyMs: fc.integer({ min: 20, max: 100 }),
          attemptMs: fc.integer({ min: 50, max: 300 }),
        }),
        async ({ lane, priority, slots, agingMs, everyMs, attemptMs }) => {
          const clock = createManualClock()
          const arm = armOn(clock, 'slow', attemptMs, failed)
          const { scheduler } = setUp({
            arms: [arm],
            clock,
            agingMs,
            maxLight: slots,
            maxHeavy: slots,
          })
          const arrivals = new Map<string, number>()
          const arrive = (key: string, lane: Lane, priority: number) => {
            arrivals.set(key, clock.now())
            scheduler.enqueue(problem(key, { difficulty: DIFFICULTY[lane], priority }))
          }
          const finished = scheduler.run({ untilIdle: false })
          // All slots are taken before it comes.
          for (let index = 0; index < slots; index += 1) arrive(`early ${index}`, lane, 1)
          await clock.advance(1)
          arrive('patient', lane, priority)
          const patience = (1 - priority) * agingMs
          const enough = Math.ceil(patience / everyMs) + slots + 1
          for (let index = 0; index < enough * 3 && !arm.log.started.includes('patient'); index += 1) {
            for (const other of ['light', 'heavy'] as const) arrive(`${other} ${index}`, other, 1)
            await clock.advance(everyMs)
          }
          await clock.advance(enough * attemptMs)
          const at = arm.log.started.indexOf('patient')
          expect(at).toBeGreaterThanOrEqual(0)
          const late = arm.log.started
            .slice(0, at)
            .filter((key) => key.startsWith(lane) && (arrivals.get(key) ?? 0) > 1 + patience)
          expect(late).toEqual([])
          await scheduler.stop()
          await finished
        },
      ),
      { numRuns: 60 },
    )
  })

  it('lanes take turns on a machine that bears one attempt at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (light, heavy, slots) => {
          const clock = createManualClock()
          const machine = { cores: 2, read: () => ({ cpuShare: 0.1, memoryShare: 0.95 }) }
          const throttle = new Throttle({ machine, clock, cpuTarget: 1, memoryTarget: 0.8 })
          const arm = armOn(clock, 'slow', 100, failed)
          const { scheduler } = setUp({ arms: [arm], clock, throttle, maxLight: slots, maxHeavy: slots })
          const finished = scheduler.run({ untilIdle: false })
          await clock.advance(Throttle.sampleMs)
          for (let index = 0; index < light; index += 1) scheduler.enqueue(problem(`light ${index}`))
          for (let index = 0; index < heavy; index += 1)
            scheduler.enqueue(problem(`heavy ${index}`, { difficulty: DIFFICULTY.heavy }))
          await clock.advance((light + heavy) * 1000)
          expect(arm.log.started.length).toBe(light + heavy)
          const both = arm.log.started.slice(0, 2 * Math.min(light, heavy))
          for (const [index, key] of both.entries()) {
            const before = both[index - 1]
            if (before) expect(key.split(' ')[0]).not.toBe(before.split(' ')[0])
          }
          await scheduler.stop()
          await finished
        },
      ),
      { numRuns: 30 },
    )
  })
})
