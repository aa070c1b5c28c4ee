/** Which inductions are tried on a goal, how their cases are ended, and what is said of those that are stuck. */
import { describe, expect, it } from 'vitest'
import { EFFORTS } from '../../tactics/index.ts'
import { call, data, goalWith, surveyWith, type, variable } from '../../tactics/test-goals.ts'
import { finish } from '../finish.ts'
import { type Answer, dojoWhere, openSession } from '../test-session.ts'
import { allInductions, caseClosings, type Stuck, someInductions } from './try-inductions.ts'

const numbers = surveyWith({
  variables: [variable('x', 'N'), variable('y', 'N')],
  calls: [call('add x y')],
  types: [type('N')],
})

async function onGoal<T>(
  answer: Answer,
  work: (session: Awaited<ReturnType<typeof openSession>>) => Promise<T>,
) {
  const scripted = dojoWhere(answer, { survey: numbers })
  await using session = await openSession(scripted)
  return { result: await work(session), ...scripted }
}

const isCloser = (tactic: string) => /^(?:grind|simp_all|\(try cases)/.test(tactic)

describe('all inductions on a goal', () => {
  it('begin with the goal as it is: an induction that is not needed only makes a proof longer', async () => {
    const { result, tried } = await onGoal(
      (tactic) => (isCloser(tactic) ? [] : undefined),
      (session) => allInductions(session, session.dojo.root, numbers, { limits: EFFORTS.thorough }),
    )
    expect(session(result.done)).toEqual(['grind'])
    expect(tried[0]).toBe('grind')
  })

  it('are on each variable with the others general, and along the functions', async () => {
    const { tried } = await onGoal(
      () => undefined,
      (session) => allInductions(session, session.dojo.root, numbers, { limits: EFFORTS.thorough }),
    )
    expect(tried.filter((tactic) => !isCloser(tactic))).toEqual([
      'induction x generalizing y',
      'induction y generalizing x',
      'fun_induction (add x y)',
    ])
  })

  it('put those first of which some case is done, however many others are left', async () => {
    const answer: Answer = (tactic, target) => {
      if (tactic.startsWith('induction x')) return ['a', 'b', 'c']
      if (tactic.startsWith('induction y')) return ['hopeless']
      return tactic === 'grind' && target === 'a' ? [] : undefined
    }
    const { result } = await onGoal(answer, (session) =>
      allInductions(session, session.dojo.root, numbers, { limits: EFFORTS.thorough }),
    )
    expect(result.done).toBeUndefined()
    expect(result.stuck.map(({ induction, closed }) => [induction.text, closed])).toEqual([
      ['induction x generalizing y', 1],
      ['induction y generalizing x', 0],
    ])
  })

  it('leave out the recursion of a function whose cases are those of an induction on its argument', async () => {
    const one = surveyWith({ variables: [variable('x', 'N')], calls: [call('half x')] })
    const cases = [goalWith([]), goalWith([data('n'), data('ih')])]
    const scripted = dojoWhere((tactic) => (/induction/.test(tactic) ? cases : undefined), { survey: one })
    await using session = await openSession(scripted)
    const { stuck } = await allInductions(session, session.dojo.root, one, { limits: EFFORTS.thorough })
    expect(stuck.map(({ induction }) => induction.text)).toEqual(['induction x'])
  })

  function session(done: { parent?: unknown; tactic: string | undefined } | undefined): string[] {
    return done?.tactic === undefined ? [] : [done.tactic]
  }
})

describe('the inductions that came furthest', () => {
  const again = (text: string): Stuck => ({
    induction: { row: 'structural', text, price: 1 },
    state: { goals: [], parent: undefined, tactic: undefined },
    closed: 1,
  })
  const stuck = ['i1', 'i2', 'i3', 'i4'].map(again)

  it('are the only ones that are tried again with new lemmas', async () => {
    const { tried } = await onGoal(
      () => undefined,
      (session) => someInductions(session, session.dojo.root, numbers, stuck),
    )
    expect(tried.filter((tactic) => !isCloser(tactic))).toEqual(['i1', 'i2', 'i3'])
  })

  it('take data apart in a case only where the goal is about tests: elsewhere that costs more than it earns', async () => {
    const splits = async (aboutTests: boolean) => {
      const { tried } = await onGoal(
        (tactic) => (tactic.startsWith('i') ? ['case'] : undefined),
        (session) => someInductions(session, session.dojo.root, { ...numbers, aboutTests }, stuck),
      )
      return tried.some((tactic) => tactic.startsWith('grind (splits'))
    }
    expect(await splits(true)).toBe(true)
    expect(await splits(false)).toBe(false)
  })
})

describe('cases', () => {
  const close = (answer: Answer, start: readonly string[], left?: number) => {
    const scripted = dojoWhere(answer, { start })
    return openSession(scripted).then(async (session) => {
      const end = await finish(session, scripted.dojo.root, caseClosings(numbers), { left })
      await session[Symbol.asyncDispose]()
      return { end, ...scripted }
    })
  }

  it('are ended one after the other, the dear closers only where the cheap ones fail', async () => {
    const { end, tried } = await close(
      (tactic, target) => {
        if (tactic === 'grind') return target === 'a' ? [] : undefined
        return tactic.startsWith('(try cases') ? [] : undefined
      },
      ['a', 'b'],
    )
    expect(end.kind).toBe('closed')
    expect(tried).toEqual(['grind', 'grind', 'simp_all', '(try cases x) <;> (try cases y) <;> simp_all'])
  })

  it('stop at the first that nothing ends, which is what a lemma is read off', async () => {
    const { end } = await close(
      (tactic, target) => (tactic === 'grind' && target === 'a' ? [] : undefined),
      ['a', 'b', 'c'],
    )
    expect(end.kind).toBe('stuck')
    expect(end.state.goals.map(({ target }) => target)).toEqual(['b', 'c'])
  })

  it('are left alone below the number that belongs to others', async () => {
    const { end, tried } = await close(() => [], ['mine', 'theirs'], 1)
    expect(end.state.goals.map(({ target }) => target)).toEqual(['theirs'])
    expect(tried).toHaveLength(1)
  })
})
