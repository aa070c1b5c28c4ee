import { expect, it } from 'vitest'
import type { Arm, Problem } from './arm.ts'
import { createManualClock } from './clock.ts'
import type { Lane } from './events.ts'
import { createRandom } from './random.ts'
import { createScheduler } from './scheduler.ts'
import { Throttle } from './throttle.ts'
import { createUcb } from './ucb.ts'

it('a throttled scheduler keeps to its CPU target and still serves both lanes', async () => {
  const clock = createManualClock()
  const cores = 4
  let running = 0
  let busyMs = 0
  let since = 0
  const settle = (change: number) => {
    busyMs += running * (clock.now() - since)
    since = clock.now()
    running += change
  }
  let readAt = 0
  let readBusy = 0
  const machine = {
    cores,
    read: () => {
      settle(0)
      const cpuShare = (busyMs - readBusy) / ((clock.now() - readAt || 1) * cores)
      readAt = clock.now()
      readBusy = busyMs
      return { cpuShare, memoryShare: 0.2 }
    },
  }
  const arm: Arm<Problem, never> = {
    name: 'busy',
    version: '1',
    run: (_problem, { signal }) => {
      settle(1)
      return new Promise((resolve) => {
        const done = () => {
          settle(-1)
          resolve({ kind: 'failed' })
        }
        const cancel = clock.after(4000, done)
        signal.addEventListener('abort', () => {
          cancel()
          done()
        })
      })
    },
  }
  const scheduler = createScheduler<Problem, never>({
    arms: [arm],
    policy: createUcb(),
    random: createRandom(1),
    verify: async () => ({ kind: 'rejected', reason: 'nothing is claimed' }),
    record: async () => {},
    budget: () => ({ seconds: 60 }),
    clock,
    throttle: new Throttle({ machine, clock, cpuTarget: 0.5, memoryTarget: 0.8 }),
  })
  const served: Record<Lane, number> = { light: 0, heavy: 0 }
  scheduler.on('started', ({ lane }) => {
    served[lane] += 1
  })
  for (let n = 0; n < 400; n += 1) {
    scheduler.enqueue({ key: String(n), text: '', difficulty: n % 2 ? 0.2 : 0.9, priority: 0.5 })
  }
  const run = scheduler.run()
  await clock.advance(120_000)
  settle(0)
  const share = busyMs / (120_000 * cores)
  await scheduler.stop()
  await run
  expect(share).toBeGreaterThan(0.4)
  expect(share).toBeLessThan(0.6)
  expect(served.heavy).toBeGreaterThan(15)
  expect(served.light).toBeGreaterThan(15)
})
