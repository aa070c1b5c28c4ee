import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../attempt.ts'
import type { Policy } from './policy.ts'
import { createUcb, ucbScore } from './ucb.ts'

const arms = ['micro', 'copilot', 'sketch']
const choice = { arms, failed: [], features: [] }

function feed(policy: Policy, arm: string, outcome: Outcome): void {
  policy.started(arm)
  policy.ended({ arm, failed: [], features: [], outcome, cpuSeconds: 1 })
}

describe('ucb', () => {
  it('scores by the published formula: mean + 1.5·√(2·bitlen(N + 1)/n)', () => {
    expect(ucbScore(0.05, 0, 0, 1.5)).toBeCloseTo(0.05 + 1.5 * Math.sqrt(2), 12)
    expect(ucbScore(0.5, 4, 6, 1.5)).toBeCloseTo(0.5 + 1.5 * Math.sqrt((2 * 3) / 4), 12)
    expect(ucbScore(0.5, 4, 7, 1.5)).toBeCloseTo(0.5 + 1.5 * Math.sqrt((2 * 4) / 4), 12)
  })

  it('moves the mean by a tenth of every ended attempt', () => {
    const policy = createUcb()
    feed(policy, 'micro', 'proved')
    feed(policy, 'micro', 'failed')
    const state = policy.save() as { arms: Record<string, { mean: number; trials: number }> }
    expect(state.arms.micro?.mean).toBeCloseTo(0.9 * (0.9 * 0.05 + 0.1), 12)
    expect(state.arms.micro?.trials).toBe(2)
  })

  it('charges an arm that only ever loses races, so that it leaves the top', () => {
    const policy = createUcb()
    for (let race = 0; race < 200; race += 1) {
      feed(policy, 'micro', 'proved')
      feed(policy, 'copilot', 'cancelled')
    }
    expect(policy.choose({ ...choice, arms: ['copilot', 'micro'] }, 1)).toEqual(['micro'])
  })

  it('tries every arm before it settles', () => {
    const policy = createUcb()
    const seen = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      const [arm = ''] = policy.choose(choice, 1)
      seen.add(arm)
      feed(policy, arm, 'failed')
    }
    expect([...seen].sort()).toEqual([...arms].sort())
  })

  it('chooses the same after its state went through JSON', () => {
    const history = fc.array(
      fc.tuple(fc.constantFrom(...arms), fc.constantFrom<Outcome>('proved', 'failed', 'cancelled')),
    )
    fc.assert(
      fc.property(history, (events) => {
        const policy = createUcb()
        for (const [arm, outcome] of events) feed(policy, arm, outcome)
        const copy = createUcb()
        expect(copy.restore(JSON.parse(JSON.stringify(policy.save())))).toBe(true)
        expect(copy.choose(choice, 3)).toEqual(policy.choose(choice, 3))
      }),
    )
  })

  it('leaves a state it cannot read alone', () => {
    const policy = createUcb()
    feed(policy, 'micro', 'proved')
    const before = policy.save()
    expect(policy.restore({ arms: { micro: 'many' } })).toBe(false)
    expect(policy.save()).toEqual(before)
  })
})
