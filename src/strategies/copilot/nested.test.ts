/** What is made of the cases in which inductions are stuck. */
import { describe, expect, it } from 'vitest'
import type { Dojo, DojoGoal } from '../../lean/index.ts'
import { call, data, equation, goalWith, surveyWith, variable } from '../../tactics/test-goals.ts'
import { type Answer, dojoWhere, openSession } from '../test-session.ts'
import { nestedInductions } from './nested.ts'
import type { Stuck } from './try-inductions.ts'

const timing = { wallMicros: 1, cpuMicros: 1 }
const survey = surveyWith({
  variables: [variable('x', 'N')],
  calls: [call('f x')],
  definitions: [{ name: 'f', recursive: true }],
})
const stuckCase = (target: string): DojoGoal => goalWith([data('x'), equation('ih')], target, { key: target })

interface Setting {
  readonly answer: Answer
  readonly cases?: readonly string[]
  readonly occurrences?: Dojo['occurrences']
  readonly seconds?: number
}

async function worked({ answer, cases = ['case'], occurrences, seconds = 30 }: Setting) {
  const scripted = dojoWhere(answer, {
    survey,
    occurrences: occurrences ?? (async () => ({ laws: [], timing })),
  })
  await using session = await openSession(scripted)
  const stuck = cases.map(
    (target): Stuck => ({
      induction: { row: 'structural', text: 'induction x', price: 1 },
      state: { goals: [stuckCase(target)], parent: undefined, tactic: 'induction x' },
      closed: 1,
    }),
  )
  const done = await nestedInductions(session, stuck, seconds)
  return { done, ...scripted }
}

const REWRITE = 'try simp only [f]\nrw [ih]\nclear ih'

describe('a case in which an induction is stuck', () => {
  it('is proved where using up its hypothesis leaves nothing', async () => {
    const { done } = await worked({ answer: (tactic) => (tactic === REWRITE ? [] : undefined) })
    expect(done?.tactic).toBe(REWRITE)
  })

  it('becomes a lemma of its own, proved by an induction inside', async () => {
    const { done, tried } = await worked({
      answer: (tactic, target) => {
        if (tactic === REWRITE) return ['lemma']
        if (tactic === 'induction x') return ['base', 'step']
        return tactic.startsWith('grind') && (target === 'base' || target === 'step') ? [] : undefined
      },
    })
    expect(done?.goals).toEqual([])
    expect(tried).toContain('induction x')
  })

  it('is told apart where a variable stands in several places, and that is tried before the case itself', async () => {
    const law = "∀ (x' : N), f (add x x') = y"
    const { tried } = await worked({
      answer: (tactic) =>
        tactic === REWRITE ? ['lemma'] : tactic.startsWith('suffices') ? ['general'] : undefined,
      occurrences: async (state) => ({
        laws: state.goals[0]?.target === 'lemma' ? [{ law, variable: 'x', other: "x'" }] : [],
        timing,
      }),
    })
    const told = tried.indexOf(`suffices apart : ${law} from apart x\nintro x'`)
    expect(told).toBeGreaterThan(0)
    expect(tried.slice(told)).toContain('induction x')
  })

  it('is not proved by what leaves more goals than there were', async () => {
    const { done, tried } = await worked({
      answer: (tactic) => (tactic === REWRITE ? ['one', 'two'] : undefined),
    })
    expect(done).toBeUndefined()
    expect(tried.filter((tactic) => tactic === 'induction x')).toEqual([])
  })

  it('that leads to the same lemma again is not tried as hard a second time', async () => {
    const { tried } = await worked({
      answer: (tactic) => (tactic === REWRITE ? ['lemma'] : undefined),
      cases: ['one', 'two'],
    })
    // Once in the first round, once in the last, which goes deeper; the other case has nothing new.
    expect(tried.filter((tactic) => tactic === 'induction x')).toHaveLength(2)
  })
})

it('the case with the shortest lemma comes first', async () => {
  const order: string[] = []
  await worked({
    cases: ['long', 'short'],
    answer: (tactic, target) => {
      if (tactic === REWRITE) return [target === 'long' ? 'a lemma that says a lot' : 'lemma']
      if (tactic === 'induction x') order.push(target)
      return undefined
    },
  })
  expect(order[0]).toBe('lemma')
})

it('nothing is begun when there is no time', async () => {
  const { done, tried } = await worked({ answer: () => [], seconds: -1 })
  expect(done).toBeUndefined()
  expect(tried).toEqual([])
})
