import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../attempt.ts'
import { createMarginal } from './marginal.ts'
import type { Policy } from './policy.ts'
import { createRandom } from './random.ts'
import { createUcb } from './ucb.ts'

const arm = fc.constantFrom('micro', 'copilot', 'sketch', 'reprover', 'refute')
const features = fc.subarray(['head:=', 'size:2', 'namespace:Nat'])
const observation = fc.record({
  arm,
  failed: fc.uniqueArray(arm, { maxLength: 3 }),
  features,
  outcome: fc.constantFrom(...OUTCOMES),
  cpuSeconds: fc.double({ min: 0, max: 1000, noNaN: true }),
})
const choice = fc.record({
  arms: fc.uniqueArray(arm, { minLength: 1 }),
  failed: fc.uniqueArray(arm),
  features,
})

describe.each<[string, () => Policy]>([
  ['ucb', () => createUcb()],
  ['marginal', () => createMarginal(createRandom(7))],
])('every policy holds the contract: %s', (_name, create) => {
  it('chooses as many different arms as asked for, of those that may run, whatever it has seen', () => {
    fc.assert(
      fc.property(fc.array(observation), choice, fc.integer({ min: 1, max: 6 }), (history, given, count) => {
        const policy = create()
        for (const seen of history) {
          policy.started(seen.arm)
          policy.ended(seen)
        }
        const chosen = policy.choose(given, count)
        expect(new Set(chosen).size).toBe(Math.min(count, given.arms.length))
        expect(given.arms).toEqual(expect.arrayContaining([...chosen]))
      }),
    )
  })

  it('saves a state that goes through JSON unchanged', () => {
    fc.assert(
      fc.property(fc.array(observation), (history) => {
        const policy = create()
        for (const seen of history) policy.ended(seen)
        const copy = create()
        expect(copy.restore(JSON.parse(JSON.stringify(policy.save())))).toBe(true)
        expect(copy.save()).toEqual(policy.save())
      }),
    )
  })

  it.each([undefined, null, 'old', { arms: 3, cells: 'x' }])('does not take %j for a state', (state) => {
    expect(create().restore(state)).toBe(false)
  })
})
