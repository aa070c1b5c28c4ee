import { describe, expect, it } from 'vitest'
import { freshNames, givenIn, proofsIn } from './hypotheses.ts'
import { data, equation, goalWith, hypothesis, stateOf } from './test-goals.ts'

const state = stateOf(
  goalWith([data('v'), hypothesis('h'), hypothesis('h✝', { isAccessible: false }), equation('ih')]),
  goalWith([hypothesis('of another goal')]),
)

describe('hypotheses', () => {
  it('are those of the first goal; a finished proof has none', () => {
    expect(givenIn(state)).toHaveLength(4)
    expect(givenIn(stateOf())).toEqual([])
  })

  it('that a tactic can use are proofs with a name that can be written', () => {
    expect(proofsIn(state).map(({ name }) => name)).toEqual(['h', 'ih'])
  })
})

it('names for generalised terms hide nothing that is there', () => {
  expect(freshNames(state)).toEqual(['w', 'u', 'v1', 'w1', 'u1'])
})
