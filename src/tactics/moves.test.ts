import { describe, expect, it } from 'vitest'
import { MOVES, movesAt, PREMISE_MOVES, premiseClosers, premiseMoves } from './moves.ts'
import { equation, goalWith, hypothesis, stateOf, surveyWith } from './test-goals.ts'

const survey = surveyWith({ theorems: ['double_add'] })

describe('the tactics made of a premise', () => {
  it('use it as a whole proof, a rule in both directions and a hint', () => {
    const texts = premiseMoves(['Nat.add_comm']).map(({ text }) => text)
    const wanted = ['exact N', 'apply N', 'rw [N]', 'rw [← N]', 'simp [N]', 'simp_all [N]', 'grind [N]']
    for (const text of wanted) expect(texts).toContain(text.replace('N', 'Nat.add_comm'))
  })

  it('give simplifiers the theorems of the preamble too', () => {
    const texts = premiseClosers(['Nat.add_comm'], survey).map(({ text }) => text)
    expect(texts).toContain('grind [double_add, Nat.add_comm]')
    expect(premiseClosers([], survey)).toEqual([])
  })

  it('are dearer the lower the premise was ranked, and slow only for the best', () => {
    const moves = premiseMoves(['a', 'b', 'c', 'd', 'e'])
    const priceOf = (text: string) => moves.find((move) => move.text === text)?.price
    expect(priceOf('apply a')).toBeLessThan(priceOf('apply b') ?? 0)
    expect(priceOf('rw [e]')).toBeGreaterThan(0)
    expect(priceOf('grind [e]')).toBeUndefined()
  })
})

describe('the moves on a goal', () => {
  const at = (...hypotheses: readonly ReturnType<typeof hypothesis>[]) => ({
    state: stateOf(goalWith(hypotheses)),
    survey,
    depth: 0,
  })

  it('rewrite with equations among the hypotheses, the newest cheapest, and apply them all', () => {
    const moves = movesAt(at(equation('old'), hypothesis('p'), equation('ih')))
    const priceOf = (text: string) => moves.find((move) => move.text === text)?.price
    expect(priceOf('rw [ih]')).toBeLessThan(priceOf('rw [old]') ?? 0)
    expect(priceOf('rw [p]')).toBeUndefined()
    expect(priceOf('apply p')).toBeGreaterThan(0)
  })

  it('are named by their rows, each of which has a price', () => {
    const rows = new Set(movesAt(at()).map(({ row }) => row))
    for (const row of ['simp_all', 'simp only', 'split', 'constructor', 'ext']) expect(rows).toContain(row)
    const prices = [...Object.values(MOVES), ...Object.values(PREMISE_MOVES)].map(({ price }) => price)
    for (const price of prices) expect(price).toBeGreaterThan(0)
  })
})
