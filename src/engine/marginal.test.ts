import { describe, expect, it } from 'vitest'
import type { Outcome } from '../attempt.ts'
import { createMarginal } from './marginal.ts'
import type { Policy } from './policy.ts'
import { createRandom } from './random.ts'

interface Seen {
  arm: string
  outcome: Outcome
  cpuSeconds: number
  failed?: string[]
  features?: string[]
}

function feed(policy: Policy, seen: Seen, times = 1): void {
  for (let time = 0; time < times; time += 1) {
    policy.started(seen.arm)
    policy.ended({ failed: [], features: [], ...seen })
  }
}

/** How often the arm comes first in many draws. */
function share(
  policy: Policy,
  arm: string,
  choice: { arms: string[]; failed?: string[]; features?: string[] },
): number {
  let first = 0
  for (let draw = 0; draw < 400; draw += 1) {
    if (policy.choose({ failed: [], features: [], ...choice }, 1)[0] === arm) first += 1
  }
  return first / 400
}

describe('marginal', () => {
  it('prefers solves per CPU-second over solves', () => {
    const policy = createMarginal(createRandom(1))
    feed(policy, { arm: 'quick', outcome: 'proved', cpuSeconds: 0.1 }, 30)
    feed(policy, { arm: 'quick', outcome: 'failed', cpuSeconds: 0.1 }, 70)
    feed(policy, { arm: 'strong', outcome: 'proved', cpuSeconds: 10 }, 90)
    feed(policy, { arm: 'strong', outcome: 'failed', cpuSeconds: 10 }, 10)
    expect(share(policy, 'quick', { arms: ['quick', 'strong'] })).toBeGreaterThan(0.95)
  })

  it('knows which arm helps once another has failed', () => {
    const policy = createMarginal(createRandom(2))
    for (const arm of ['twin', 'other']) feed(policy, { arm, outcome: 'proved', cpuSeconds: 1 }, 50)
    feed(policy, { arm: 'twin', outcome: 'failed', cpuSeconds: 1, failed: ['micro'] }, 40)
    feed(policy, { arm: 'other', outcome: 'proved', cpuSeconds: 1, failed: ['micro'] }, 40)
    expect(share(policy, 'other', { arms: ['twin', 'other'], failed: ['micro'] })).toBeGreaterThan(0.95)
  })

  it('learns that arms suit different problems', () => {
    const policy = createMarginal(createRandom(3))
    for (const [arm, good, bad] of [
      ['lists', 'List', 'Bool'],
      ['bools', 'Bool', 'List'],
    ] as const) {
      feed(policy, { arm, outcome: 'proved', cpuSeconds: 1, features: [good] }, 30)
      feed(policy, { arm, outcome: 'failed', cpuSeconds: 1, features: [bad] }, 30)
    }
    const arms = ['lists', 'bools']
    expect(share(policy, 'lists', { arms, features: ['List'] })).toBeGreaterThan(0.9)
    expect(share(policy, 'bools', { arms, features: ['Bool'] })).toBeGreaterThan(0.9)
  })

  it('holds an early cancellation against an arm less than a failure', () => {
    const cut = createMarginal(createRandom(4))
    const gaveUp = createMarginal(createRandom(4))
    for (const policy of [cut, gaveUp]) {
      feed(policy, { arm: 'a', outcome: 'proved', cpuSeconds: 8 }, 20)
      feed(policy, { arm: 'b', outcome: 'proved', cpuSeconds: 8 }, 20)
    }
    feed(cut, { arm: 'a', outcome: 'cancelled', cpuSeconds: 0.5 }, 20)
    feed(gaveUp, { arm: 'a', outcome: 'failed', cpuSeconds: 0.5 }, 20)
    const arms = ['a', 'b']
    expect(share(cut, 'a', { arms })).toBeGreaterThan(share(gaveUp, 'a', { arms }))
  })

  it('repeats itself from the same seed and state', () => {
    const trained = createMarginal(createRandom(5))
    feed(trained, { arm: 'a', outcome: 'proved', cpuSeconds: 2, features: ['x'] }, 5)
    feed(trained, { arm: 'b', outcome: 'timeout', cpuSeconds: 2, features: ['x'] }, 5)
    const copies = [6, 6].map((seed) => {
      const policy = createMarginal(createRandom(seed))
      expect(policy.restore(JSON.parse(JSON.stringify(trained.save())))).toBe(true)
      return Array.from({ length: 50 }, () =>
        policy.choose({ arms: ['a', 'b', 'c'], failed: [], features: ['x'] }, 3),
      )
    })
    expect(copies[0]).toEqual(copies[1])
  })
})
