import { describe, expect, it } from 'vitest'
import { goalFeatures, goalTextKey, LIBRARY_ONLY, makeGoal } from './goal.ts'

it('makeGoal fills in what a bank line may leave out', () => {
  expect(makeGoal({ id: 'a', text: 'p' })).toEqual({
    id: 'a',
    text: 'p',
    context: [],
    imports: [],
    preamble: '',
    difficulty: 0.5,
    priority: 0.5,
  })
  expect(makeGoal({ id: 'a', text: 'p', difficulty: 0.9 }).difficulty).toBe(0.9)
})

it('goalTextKey says how it was made and has a fixed length', () => {
  expect(goalTextKey({ text: '∀ n : Nat, n = n' })).toMatch(/^text:[0-9a-f]{40}$/)
})

describe('goalFeatures', () => {
  it.each([
    ['∀ n : Nat, n + 0 = n', [LIBRARY_ONLY, 'head:=', 'size:1', 'namespace:Nat']],
    ['∀ xs : List Nat, 0 ≤ xs.length', [LIBRARY_ONLY, 'head:≤', 'size:1', 'namespace:List']],
    ['p → q', [LIBRARY_ONLY, 'head:none', 'size:0', 'namespace:none']],
    ['', [LIBRARY_ONLY, 'head:none', 'size:0', 'namespace:none']],
  ])('of %j are the relation, the size and the first type', (text, features) => {
    expect(goalFeatures({ text })).toEqual(features)
  })

  it.each([
    ['def f (n : Nat) := n', 'about:own'],
    ['open Nat\ninductive T | a', 'about:own'],
    ['open Nat\nvariable (undefined : Nat)', LIBRARY_ONLY],
  ])('tell whether the preamble %j declares anything', (preamble, about) => {
    expect(goalFeatures({ text: '', preamble })[0]).toBe(about)
  })
})
