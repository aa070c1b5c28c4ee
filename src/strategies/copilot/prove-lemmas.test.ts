/** Which guesses become lemmas, in what order, and when the goal is tried with them. */
import { describe, expect, it } from 'vitest'
import type { DojoState } from '../../lean/index.ts'
import { surveyWith } from '../../tactics/test-goals.ts'
import { type Answer, dojoWhere, openSession } from '../test-session.ts'
import { type Explored, proveLemmas } from './prove-lemmas.ts'
import type { Conjecture } from './screen.ts'

const law = (statement: string, more: Partial<Conjecture> = {}): Conjecture => ({
  statement,
  names: ['x'],
  data: ['x'],
  calls: [],
  conditional: false,
  instance: null,
  ...more,
})

interface Case {
  readonly answer: Answer
  readonly laws: readonly Conjecture[]
  readonly onBatch?: (explored: Explored, effort: 'quick' | 'full') => Promise<DojoState | undefined>
  readonly seconds?: number
  readonly aboutTests?: boolean
  readonly goal?: string | null
}

async function proved({ answer, laws, onBatch, seconds = 30, aboutTests = false, goal = null }: Case) {
  const scripted = dojoWhere(answer)
  await using session = await openSession(scripted)
  const batches: string[] = []
  const ends = await proveLemmas(
    session,
    { state: scripted.dojo.root, lemmas: [] },
    {
      conjectures: laws,
      survey: surveyWith({ aboutTests }),
      goal,
      secondsLeft: seconds,
      onBatch: async (explored, effort) => {
        batches.push(`${effort} ${explored.lemmas.length}`)
        return onBatch?.(explored, effort)
      },
    },
  )
  const untried: string[] = []
  for await (const { statement } of ends.untried) untried.push(statement)
  return { ...ends, untried, batches, tried: scripted.tried }
}

/** Every law is proved by induction, and none without. */
const byInduction: Answer = (tactic, target) => {
  if (tactic.startsWith('have law')) return [target]
  return /^have lem\d+ : .*\n {2}(?:clear .*\n {2})?intro x/.test(tactic) ? [target] : undefined
}

describe('a guess', () => {
  it('that closers see at once is no lemma: it would only slow them down', async () => {
    const { lemmas, tried } = await proved({
      answer: (tactic, target) => (tactic === 'have lem1 : easy := by\n  grind' ? [target] : undefined),
      laws: [law('easy')],
    })
    expect(lemmas).toEqual([])
    expect(tried.filter((tactic) => tactic.includes('induction'))).toEqual([])
  })

  it('is proved by induction, and is a hypothesis of the goal then', async () => {
    const { lemmas, state, left } = await proved({ answer: byInduction, laws: [law('one'), law('two')] })
    expect(lemmas).toEqual(['one', 'two'])
    expect(state.tactic).toMatch(/^have lem2 : two := by/)
    expect(left).toEqual([])
  })

  it('that follows from the goal is left for later: with it the goal would prove itself', async () => {
    const { lemmas, tried } = await proved({
      goal: 'goal',
      answer: (tactic, target, state) =>
        tactic.startsWith('have follows : (goal) → (same)') ? [target] : byInduction(tactic, target, state),
      laws: [law('same'), law('other')],
    })
    expect(lemmas).toEqual(['other', 'same'])
    expect(tried.filter((tactic) => tactic.startsWith('have follows'))).toHaveLength(2)
  })

  it('that resists is tried again with more effort when others are known', async () => {
    const { lemmas } = await proved({
      answer: (tactic, target, state) => {
        const needsOther = tactic.startsWith('have') && tactic.includes(': hard ')
        const knows = state.tactic?.includes(': helper ') === true
        return needsOther && !knows ? undefined : byInduction(tactic, target, state)
      },
      laws: [law('hard'), law('helper')],
    })
    expect(lemmas).toEqual(['helper', 'hard'])
  })

  it('of a known kind is also told to solvers as an instance of its class', async () => {
    const { state } = await proved({
      answer: byInduction,
      laws: [law('comm', { instance: { type: 'Std.Commutative f', parameters: ['a'] } })],
    })
    expect(state.tactic).toBe('have law1 : Std.Commutative f := fun a => ⟨lem1 a⟩')
  })
})

describe('the goal', () => {
  it('is proved at once by a lemma that says it', async () => {
    const { done, batches } = await proved({
      answer: (tactic, target, state) =>
        tactic.startsWith('first | (apply lem1') ? [] : byInduction(tactic, target, state),
      laws: [law('one'), law('never')],
    })
    expect(done?.goals).toEqual([])
    expect(batches).toEqual([])
  })

  it('is tried again after every two lemmas, with all effort at the end; about tests after each', async () => {
    const laws = ['a', 'b', 'c', 'd', 'e'].map((text) => law(text))
    expect((await proved({ answer: byInduction, laws })).batches).toEqual(['quick 2', 'quick 5'])
    const { batches } = await proved({ answer: byInduction, laws, aboutTests: true })
    expect(batches).toEqual(['quick 1', 'quick 2', 'quick 4', 'full 5'])
  })

  it('ends the work when it is proved', async () => {
    const done = { goals: [], parent: undefined, tactic: 'done' }
    const ends = await proved({
      answer: byInduction,
      laws: ['a', 'b', 'c'].map((text) => law(text)),
      onBatch: async () => done,
    })
    expect(ends.done).toBe(done)
    expect(ends.untried).toEqual(['c'])
  })
})

it('what there is no time for is handed back, untried', async () => {
  const { lemmas, untried, tried } = await proved({ answer: byInduction, laws: [law('one')], seconds: -1 })
  expect(lemmas).toEqual([])
  expect(untried).toEqual(['one'])
  expect(tried).toEqual([])
})
