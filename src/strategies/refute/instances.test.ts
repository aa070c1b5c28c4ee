import { describe, expect, it } from 'vitest'
import type { Survey } from '../../lean/index.ts'
import { surveyWith, variable as variableOf } from '../../tactics/test-goals.ts'
import { instancesOf } from './instances.ts'

type Variable = Survey['variables'][number]

const nothing = surveyWith()
const variable = (name: string, more: Partial<Variable> = {}) => variableOf(name, 'Bool', more)

const values = (variables: readonly Variable[], limit: number, trailing = false) =>
  instancesOf({ ...nothing, variables: [...variables] }, { proof: 'h!', trailing }, limit).map(
    (one) => one.values,
  )

describe('instances of a statement', () => {
  it('are all choices of small values, up to a limit', () => {
    const both = values([variable('a'), variable('b')], 20).map((pair) => pair.join(' '))
    expect(new Set(both)).toEqual(new Set(['true true', 'true false', 'false true', 'false false']))
    expect(values([variable('a'), variable('b')], 2)).toHaveLength(2)
  })

  it('give something to a hypothesis between the data, and leave one at the end to the statement', () => {
    const proof = variable('h', { isProof: true })
    expect(values([variable('a'), proof, variable('b')], 40)[0]).toEqual(['true', 'h!', 'true'])
    expect(values([variable('a'), proof], 2)).toEqual([['true'], ['false']])
    expect(values([variable('a'), proof], 2, true)[0]).toEqual(['true', 'h!'])
  })

  it('let Lean find instances of classes', () => {
    const found = values([variable('i', { isInstance: true }), variable('a')], 2)
    expect(found[0]).toEqual(['inferInstance', 'true'])
  })

  it('say which variable has which value', () => {
    const [first] = instancesOf({ ...nothing, variables: [variable('a')] }, { proof: '' }, 1)
    expect(first?.text).toBe('a = true')
  })

  it('are one where there is nothing to choose', () => {
    expect(values([], 5)).toEqual([[]])
  })

  it('are none for a type that nothing is known about', () => {
    expect(values([variable('a', { shape: { other: true } })], 5)).toEqual([])
  })
})
