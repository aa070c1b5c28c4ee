/** What each row of the table makes of a goal; `closers.test.ts` runs some of it in Lean. */
import { describe, expect, it } from 'vitest'
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import { CASES, INDUCTIONS, type InductionName, inductions, LOGICAL, STRUCTURAL } from './inductions.ts'
import { namesOf } from './table.ts'
import { call, surveyWith, type, variable } from './test-goals.ts'

const texts = (names: readonly InductionName[], parts: Partial<Survey>): string[] =>
  inductions(names, surveyWith(parts)).map(({ text }) => text)

const even = type('Even', { predicate: true })

describe('inductions on data', () => {
  it('are on each variable with all others general', () => {
    const variables = [variable('x', 'N'), variable('y', 'N'), variable('f', null)]
    expect(texts(['structural'], { variables })).toEqual([
      'induction x generalizing y',
      'induction y generalizing x',
    ])
  })

  it('are only on what a recursive call waits for, where that is asked', () => {
    const variables = [variable('x', 'N'), variable('y', 'N'), variable('z', 'N')]
    const calls = [call('f x'), call('make z', { recursive: false })]
    expect(texts(['structural, of an argument'], { variables, calls })).toEqual([
      'induction x generalizing y z',
    ])
  })

  it('leave alone what has no name, no recursion, or is an instance', () => {
    const variables = [
      variable('b', 'Bool', { recursive: false }),
      variable('x✝', 'N', { isAccessible: false }),
      variable('inst', 'Order', { isInstance: true }),
    ]
    expect(texts(['structural'], { variables })).toEqual([])
    expect(texts(['cases'], { variables })).toEqual(['cases b'])
  })

  it('do not generalise what the type of the chosen variable mentions', () => {
    const variables = [
      variable('n', 'N'),
      variable('v', 'Vec', { shape: { const: 'Vec', arguments: [{ local: 'n' }] } }),
    ]
    expect(texts(['structural'], { variables })).toEqual(['induction n generalizing v', 'induction v'])
  })
})

describe('inductions on proofs', () => {
  it("are on those of the user's own predicates", () => {
    const variables = [
      variable('h', 'Even', { isProof: true }),
      variable('k', 'Nat.le', { isProof: true }),
      variable('n', 'N'),
    ]
    expect(texts(['on a proof'], { variables, types: [even] })).toEqual(['induction h'])
  })
})

describe('functional inductions', () => {
  it('follow calls on variables first, then those on terms', () => {
    const calls = [call('add (mul x y) z', { onVariables: false }), call('add x y')]
    expect(texts(['functional'], { calls })).toEqual([
      'fun_induction (add x y)',
      'fun_induction (add (mul x y) z)',
    ])
    expect(texts(['functional, on terms'], { calls })).toEqual(['fun_induction (add (mul x y) z)'])
  })

  it('have every variable general that is not an argument of the call', () => {
    const variables = [variable('x', 'N'), variable('y', 'N'), variable('z', 'N')]
    expect(texts(['functional, general'], { variables, calls: [call('add x y')] })).toEqual([
      'fun_induction (add x y) generalizing z',
    ])
  })

  it('are none where a function does not recur, and not too many', () => {
    expect(texts(['functional'], { calls: [call('not b', { recursive: false })] })).toEqual([])
    const calls = Array.from({ length: 2 * MOST.inductions }, (_, at) => call(`f x${at}`))
    expect(texts(['functional'], { calls })).toHaveLength(MOST.inductions)
  })
})

describe('case distinctions', () => {
  it('are on data, and on what tests come to', () => {
    const variables = [variable('x', 'N')]
    const calls = [call('le x y', { result: 'Bool' }), call('add x y')]
    expect(texts(CASES, { variables, calls })).toEqual(['cases x', 'cases test : le x y'])
  })

  it('are those of a function that does not recur', () => {
    const calls = [
      call('make x y', { recursive: false }),
      call('add x y'),
      call('zero', { recursive: false }),
    ]
    expect(texts(['cases of a function'], { calls })).toEqual(['fun_cases (make x y)'])
  })
})

describe('witnesses', () => {
  it('are sums and products of the newest values, values, and small numbers', () => {
    const variables = [variable('a', 'N'), variable('b', 'N')]
    expect(texts(['witness'], { variables })).toEqual(
      ['a + b', 'a * b', 'b', 'a', '0', '1'].map((value) => `refine ⟨${value}, ?_⟩`),
    )
  })

  it('use what hypotheses say to exist', () => {
    const variables = [variable('h', 'Exists', { isProof: true })]
    expect(texts(['witness'], { variables })[0]).toBe('obtain ⟨of_h, is_of_h⟩ := h\nrefine ⟨of_h, ?_⟩')
  })
})

it('the form of a statement suggests tactics that need no data', () => {
  expect(texts(LOGICAL, {})).toEqual([
    'constructor',
    'split',
    'ext',
    'funext',
    'left',
    'right',
    'refine ⟨_, ?_⟩',
  ])
})

it('every row makes tactics under its own name, for its price', () => {
  const parts: Partial<Survey> = {
    variables: [variable('x', 'N'), variable('h', 'Even', { isProof: true })],
    calls: [
      call('add x y', { result: 'Bool' }),
      call('add (add x y) z', { onVariables: false }),
      call('make x y', { recursive: false }),
    ],
    types: [even],
    theorems: ['le_antisymm'],
  }
  for (const name of namesOf(INDUCTIONS)) {
    const made = inductions([name], surveyWith(parts))
    expect(made.length, name).toBeGreaterThan(0)
    for (const { row, price } of made) {
      expect(row).toBe(name)
      expect(price).toBeGreaterThanOrEqual(INDUCTIONS[name].price)
    }
  }
  expect(new Set([...STRUCTURAL, ...CASES, ...LOGICAL]).size).toBe(
    STRUCTURAL.length + CASES.length + LOGICAL.length,
  )
})
