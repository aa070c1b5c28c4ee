import { describe, expect, it } from 'vitest'
import { surveyWith } from '../../tactics/test-goals.ts'
import { instancesOf } from './instances.ts'
import { SmallTerms } from './small-terms.ts'

const list = {
  name: 'Seq',
  params: 1,
  recursive: true,
  own: true,
  predicate: false,
  held: false,
  constructors: [
    { name: 'Seq.nil', fields: [{ shape: { sort: true as const }, explicit: false }] },
    {
      name: 'Seq.cons',
      fields: [
        { shape: { sort: true as const }, explicit: false },
        { shape: { bound: 0 }, explicit: true },
        { shape: { const: 'Seq', arguments: [{ bound: 1 }] }, explicit: true },
      ],
    },
  ],
}
const survey = surveyWith({ types: [list] })
const bools = { const: 'Seq', arguments: [{ const: 'Bool', arguments: [] }] }

describe('small terms', () => {
  it('are built from the constructors of a type, parameters filled in', () => {
    const terms = new SmallTerms(survey)
    expect(terms.ofSize(bools, 1)).toEqual(['Seq.nil'])
    expect(terms.ofSize(bools, 3)).toEqual(['(Seq.cons true Seq.nil)', '(Seq.cons false Seq.nil)'])
  })

  it('are none for a type that nothing is known about', () => {
    expect(new SmallTerms(survey).ofSize({ other: true }, 1)).toEqual([])
  })

  it('make instances that leave trailing hypotheses to the statement', () => {
    const variable = {
      isProof: false,
      isInstance: false,
      isAccessible: true,
      inductive: null,
      recursive: false,
    }
    const instances = instancesOf(
      {
        ...survey,
        variables: [
          { ...variable, name: 'xs', shape: bools },
          { ...variable, name: 'h', shape: { other: true }, isProof: true },
        ],
      },
      { proof: '(by simp)' },
      3,
    )
    expect(instances.map((instance) => instance.values)).toEqual([
      ['Seq.nil'],
      ['(Seq.cons true Seq.nil)'],
      ['(Seq.cons false Seq.nil)'],
    ])
    expect(instances[1]?.text).toBe('xs = Seq.cons true Seq.nil')
  })
})
