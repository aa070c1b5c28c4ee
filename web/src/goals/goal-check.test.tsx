import { describe, expect, it } from 'vitest'
import { schemas } from '../data/api.ts'
import { bodyOf, EMPTY_GOAL } from './goal-check.ts'
import { readFilter } from './goal-rows.ts'

describe('the form of a goal', () => {
  it('sends only what was filled in, in the words of the contract', () => {
    const body = bodyOf({ ...EMPTY_GOAL, goal: '  ∀ n : Nat, n = n \n' })
    expect(body).toEqual({ goal: '∀ n : Nat, n = n', priority: 0.5 })
    expect(schemas.submitGoal.safeParse(body).success).toBe(true)
  })

  it('takes modules by spaces or commas and hypotheses by lines', () => {
    const body = bodyOf({
      goal: 'q ∧ p',
      id: ' swap ',
      preamble: 'def x := 1\n\n',
      imports: 'Init, Lean.Data  Std',
      context: 'p q : Prop\n\n  h : p ∧ q  \n',
      priority: 1,
    })
    expect(body).toEqual({
      goal: 'q ∧ p',
      id: 'swap',
      preamble: 'def x := 1',
      imports: ['Init', 'Lean.Data', 'Std'],
      context: ['p q : Prop', 'h : p ∧ q'],
      priority: 1,
    })
    expect(schemas.submitGoal.safeParse(body).success).toBe(true)
  })
})

describe('the filter in an address', () => {
  it('is read as it was written', () => {
    const words = { status: 'proved', q: 'add', strategy: 'micro', sort: 'priority', order: 'desc' }
    expect(readFilter(words)).toEqual(words)
  })

  it('leaves out what makes no sense there, and keeps the rest', () => {
    expect(readFilter({ status: 'nearly', sort: 'colour', order: 'up', q: 'x', strategy: '' })).toEqual({
      q: 'x',
    })
    expect(readFilter({})).toEqual({})
  })
})
