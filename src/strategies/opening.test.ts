/** How every attempt begins: names for everything, and what Lean says of the goal. */
import { describe, expect, it } from 'vitest'
import { LeanGoneError } from '../lean/index.ts'
import { data, goalWith, hypothesis, stateOf, surveyWith } from '../tactics/test-goals.ts'
import {
  freshName,
  introduce,
  nameAll,
  openGoal,
  retrievePremises,
  surveyOf,
  withoutIdleData,
} from './opening.ts'
import { dojoWhere, openSession } from './test-session.ts'

const INTROS = 'set_option tactic.hygienic false in intros'
const nameless = (name: string) => data(`${name}✝`, { isAccessible: false })

describe('introducing', () => {
  it('keeps the names that the statement gives, so that people recognise them in a proof', async () => {
    const scripted = dojoWhere((tactic) =>
      tactic === INTROS || tactic === 'intro n h' ? [goalWith([data('n'), hypothesis('h')])] : undefined,
    )
    await using session = await openSession(scripted)
    const state = await introduce(session, scripted.dojo.root)
    expect(scripted.tried).toEqual([INTROS, 'intro n h'])
    expect(state.tactic).toBe('intro n h')
  })

  it('does nothing where there is nothing to introduce, or the goal falls apart', async () => {
    const same = dojoWhere((tactic) => (tactic === INTROS ? ['goal'] : undefined))
    await using one = await openSession(same)
    expect(await introduce(one, same.dojo.root)).toBe(same.dojo.root)
    const two = dojoWhere((tactic) => (tactic === INTROS ? [goalWith([data('n')]), 'other'] : undefined))
    await using other = await openSession(two)
    expect(await introduce(other, two.dojo.root)).toBe(two.dojo.root)
  })
})

describe('names for what has none', () => {
  it('are those that Lean shows, without its mark, and never one that is taken', async () => {
    const goal = goalWith([data('x'), nameless('x'), nameless('ih'), nameless('✝')])
    const scripted = dojoWhere((tactic) => (tactic.startsWith('rename_i') ? ['named'] : undefined), {
      start: [goal],
    })
    await using session = await openSession(scripted)
    await nameAll(session, scripted.dojo.root)
    expect(scripted.tried).toEqual(['rename_i x_1 ih x_2'])
  })

  it('are not asked for where everything has a name', async () => {
    const scripted = dojoWhere(() => undefined, { start: [goalWith([data('x')])] })
    await using session = await openSession(scripted)
    expect(await nameAll(session, scripted.dojo.root)).toBe(scripted.dojo.root)
    expect(scripted.tried).toEqual([])
  })

  it('count up from the wish', () => {
    expect(freshName('h', new Set())).toBe('h')
    expect(freshName('h', new Set(['h', 'h_1']))).toBe('h_2')
  })
})

describe('data that nothing mentions', () => {
  it('is cleared at once, by what Lean says of it and not by its name', async () => {
    const goal = goalWith([data('a', { isIdle: true }), data('p'), data('xs', { isIdle: true })])
    const scripted = dojoWhere((tactic) => (tactic === 'clear a xs' ? ['less'] : undefined), {
      start: [goal],
    })
    await using session = await openSession(scripted)
    expect((await withoutIdleData(session, scripted.dojo.root)).goals[0]?.target).toBe('less')
  })

  it('stays where Lean does not let it go, and costs nothing where there is none', async () => {
    const stubborn = dojoWhere(() => undefined, { start: [goalWith([data('a', { isIdle: true })])] })
    await using one = await openSession(stubborn)
    expect(await withoutIdleData(one, stubborn.dojo.root)).toBe(stubborn.dojo.root)
    const busy = dojoWhere(() => undefined, { start: [goalWith([data('a')])] })
    await using other = await openSession(busy)
    await withoutIdleData(other, busy.dojo.root)
    expect(busy.tried).toEqual([])
  })
})

describe('what a goal is about', () => {
  it('is asked again when Lean died under the question, and is nothing where Lean cannot say', async () => {
    let deaths = 0
    const dying = dojoWhere(() => undefined, {
      survey: () => {
        if (deaths++ === 0) throw new LeanGoneError('exited', 'it died')
        return surveyWith({ theorems: [], aboutTests: true })
      },
    })
    await using session = await openSession(dying)
    expect((await surveyOf(session, dying.dojo.root)).aboutTests).toBe(true)
    expect(deaths).toBe(2)
  })

  it('comes with the state after all introductions', async () => {
    const scripted = dojoWhere((tactic) =>
      tactic === 'intro n' || tactic === INTROS ? [goalWith([data('n')])] : undefined,
    )
    await using session = await openSession(scripted)
    const { state, survey } = await openGoal(session)
    expect(state.goals[0]?.hypotheses?.map(({ name }) => name)).toEqual(['n'])
    expect(survey.definitions).toEqual([])
  })
})

it('premises of the index come before those of Lean, each once, and no more than asked for', async () => {
  const scripted = dojoWhere(() => undefined, { premises: async () => ['own', 'both', 'more'] })
  await using session = await openSession(scripted)
  const tools = { findPremises: async () => ['found', 'both'] }
  expect(await retrievePremises(session, tools, stateOf(), 3)).toEqual(['found', 'both', 'own'])
  expect(await retrievePremises(session, {}, stateOf(), 2)).toEqual(['own', 'both'])
})
