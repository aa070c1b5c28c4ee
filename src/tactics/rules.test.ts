import { describe, expect, it } from 'vitest'
import type { Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import {
  applicableNames,
  definitionNames,
  patternNames,
  predicateNames,
  rewritingNames,
  ruleList,
} from './rules.ts'

const surveyWith = (parts: Partial<Survey>): Survey => ({
  variables: [],
  calls: [],
  definitions: [],
  types: [],
  theorems: [],
  broad: [],
  ...parts,
})
const definition = (name: string, isPrivate = false) => ({
  name,
  recursive: false,
  private: isPrivate,
  binders: [],
  result: 'N',
})
const type = (name: string, own = true) => ({ name, params: 0, recursive: true, own, constructors: [] })

describe('definitions for a simplifier', () => {
  it('are all that the user has written, whatever they are called', () => {
    const names = ['add', 'eq', 'below', 'elim', 'rec', 'N.add', 'matcher']
    expect(definitionNames(surveyWith({ definitions: names.map((name) => definition(name)) }))).toEqual(names)
  })

  it('are not what Lean makes beside them, nor what cannot be named', () => {
    const names = ['N.casesOn', 'add.match_1', 'N.below_1.go', 'N.noConfusionType', 'N._sizeOf_1']
    const definitions = [...names.map((name) => definition(name)), definition('secret', true)]
    expect(definitionNames(surveyWith({ definitions }))).toEqual([])
  })
})

describe('theorems', () => {
  it('rewrite unless they equate any two values', () => {
    const survey = surveyWith({ theorems: ['add_comm', 'antisymm', 'N.injEq'], broad: ['antisymm'] })
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

describe('predicates', () => {
  const proof = { isInstance: false, isAccessible: true, recursive: true, shape: { other: true as const } }

  it('are the types of which there are proofs, or no data', () => {
    const variables = [{ ...proof, name: 'h', inductive: 'Even', isProof: true }]
    expect(predicateNames(surveyWith({ variables, types: [type('Even'), type('Nat', false)] }))).toEqual([
      'Even',
    ])
  })

  it('are not the types of data: variables, arguments, results, fields', () => {
    const variables = [{ ...proof, name: 'x', inductive: 'N', isProof: false }]
    const taken = {
      ...definition('f'),
      binders: [{ name: 'x', type: 'L N', explicit: true, instance: false }],
    }
    const tree = {
      ...type('Tree'),
      constructors: [
        { name: 'Tree.leaf', fields: [{ shape: { const: 'Colour', arguments: [] }, explicit: true }] },
      ],
    }
    const survey = surveyWith({
      variables: [...variables, { ...proof, name: 't', inductive: 'Tree', isProof: false }],
      definitions: [taken],
      types: [type('N'), type('L'), type('Colour'), tree],
    })
    expect(predicateNames(survey)).toEqual([])
  })
})

it('a list of rules is empty without any', () => {
  expect(ruleList([])).toBe('')
  expect(ruleList(['a', 'b'])).toBe(' [a, b]')
})
