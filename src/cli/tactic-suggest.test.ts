/** Which tactics are offered on an empty line, and in which order. What Lean says to each is written down here. */
import { describe, expect, it } from 'vitest'
import type { Dojo, DojoState, TacticResult } from '../lean/index.ts'
import { surveyWith } from '../tactics/test-goals.ts'
import { suggestTactics } from './tactic-suggest.ts'

const stateOf = (...targets: string[]): DojoState => ({
  goals: targets.map((target) => ({ case: null, text: `⊢ ${target}`, target, hypotheses: [] })),
  parent: undefined,
  tactic: undefined,
})
const nothing = surveyWith()
const timing = { wallMicros: 1, cpuMicros: null }

/** A dojo that says what a table tells it to; what is not in the table Lean rejects. */
function dojoWhere(table: Readonly<Record<string, readonly string[]>>) {
  const answers = new Map(Object.entries(table))
  const tried: string[] = []
  const dropped: DojoState[] = []
  const runTactic = async (_state: DojoState, tactic: string): Promise<TacticResult> => {
    tried.push(tactic)
    const left = answers.get(tactic)
    if (!left) return { kind: 'rejected', failure: { kind: 'lean', message: 'no', position: null }, timing }
    return { kind: left.length > 0 ? 'open' : 'closed', state: stateOf(...left), messages: [], timing }
  }
  const drop = async (state: DojoState) => {
    dropped.push(state)
  }
  const dojo = { runTactic, drop, survey: async () => nothing } as unknown as Dojo
  return { dojo, tried, dropped }
}

const options = { timeoutMs: 60_000, signal: new AbortController().signal, now: () => 0 }

describe('suggestions for a goal', () => {
  it('introduce its variables by the names that the statement gives them', async () => {
    const { dojo, tried } = dojoWhere({ 'intro a b h': ['a = b'] })
    const found = await suggestTactics(dojo, stateOf('∀ (a b : Nat) (h : a < b), a ≠ b'), options)
    expect(tried[0]).toBe('intro a b h')
    expect(found).toEqual([{ tactic: 'intro a b h', left: 1, next: '⊢ a = b' }])
  })

  it.each(['¬ p', 'p → q'])('take the hypothesis of %s', async (target) => {
    const { dojo, tried } = dojoWhere({})
    expect(await suggestTactics(dojo, stateOf(target), options)).toEqual([])
    expect(tried[0]).toBe('intro h')
  })

  it('have what ends the goal first', async () => {
    const { dojo } = dojoWhere({ 'intro x': ['p x'], rfl: [] })
    const found = await suggestTactics(dojo, stateOf('∀ x, p x'), options)
    expect(found.map(({ tactic, left }) => [tactic, left])).toEqual([
      ['rfl', 0],
      ['intro x', 1],
    ])
  })

  it('leave out what changes nothing, and the second of two that lead to the same', async () => {
    const { dojo } = dojoWhere({ 'intro x': ['∀ x, p x'], rfl: ['q'], decide: ['q'] })
    const found = await suggestTactics(dojo, stateOf('∀ x, p x'), options)
    expect(found).toHaveLength(1)
    expect(found[0]?.next).toBe('⊢ q')
  })

  it('give back in Lean every state that they have looked at', async () => {
    const { dojo, dropped } = dojoWhere({ 'intro x': ['p x'], rfl: [] })
    await suggestTactics(dojo, stateOf('∀ x, p x'), options)
    expect(dropped).toHaveLength(2)
  })

  it('end with the time that they have', async () => {
    const { dojo, tried } = dojoWhere({})
    let now = 0
    const later = () => {
      now += 10_000
      return now
    }
    await suggestTactics(dojo, stateOf('∀ x, p x'), { ...options, timeoutMs: 35_000, now: later })
    expect(tried.length).toBeLessThan(4)
  })

  it('say what is being tried, for whoever waits', async () => {
    const { dojo, tried } = dojoWhere({ rfl: [] })
    const told: string[] = []
    await suggestTactics(dojo, stateOf('p'), { ...options, onTry: (tactic) => told.push(tactic) })
    expect(told).toEqual(tried)
    expect(told.length).toBeGreaterThan(0)
  })
})
