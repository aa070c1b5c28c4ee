import { describe, expect, it } from 'vitest'
import { MOST } from './efforts.ts'
import { applicableNames, patternNames, predicateNames, rewritingNames, ruleList } from './rules.ts'
import { surveyWith, type } from './test-goals.ts'

describe('theorems', () => {
  it('rewrite unless they equate any two values', () => {
    const survey = surveyWith({ theorems: ['add_comm', 'antisymm'], broad: ['antisymm'] })
    expect(rewritingNames(survey)).toEqual(['add_comm'])
  })

  it('have a pattern for grind unless it has said otherwise', () => {
    const survey = surveyWith({ theorems: ['add_comm', 'weaken'], patternless: ['weaken'] })
    expect(patternNames(survey)).toEqual(['add_comm'])
    expect(patternNames(surveyWith({ theorems: ['add_comm'] }))).toEqual(['add_comm'])
  })

  it('lead backwards unless they conclude anything from nothing in particular', () => {
    const survey = surveyWith({
      theorems: ['antisymm', 'weaken', 'add_comm'],
      broad: ['antisymm', 'weaken'],
      patternless: ['weaken'],
    })
    expect(applicableNames(survey)).toEqual(['antisymm', 'add_comm'])
  })

  it('are not too many, the nearest first', () => {
    const theorems = Array.from({ length: 2 * MOST.theorems }, (_, at) => `law_${at}`)
    expect(rewritingNames(surveyWith({ theorems }))).toEqual(theorems.slice(0, MOST.theorems))
  })
})

it("predicates are the user's types of proofs", () => {
  const types = [
    type('Even', { predicate: true }),
    type('N'),
    type('Exists', { predicate: true, own: false }),
  ]
  expect(predicateNames(surveyWith({ types }))).toEqual(['Even'])
})

it('a list of rules is empty without any', () => {
  expect(ruleList([])).toBe('')
  expect(ruleList(['a', 'b'])).toBe(' [a, b]')
})
