/** What is made of outlines: which hold, and which of their holes are closed by what. */
import { describe, expect, it } from 'vitest'
import type { Dojo, DojoHole } from '../../lean/index.ts'
import { call, data, goalWith, surveyWith, variable } from '../../tactics/test-goals.ts'
import { type Answer, asGoal, dojoWhere, openSession } from '../test-session.ts'
import { closeHoles, type HoleClosing, restateHole, validate } from './outline.ts'
import { MOST } from './plan.ts'

/** One hole a line, in the order of the text. */
const holesIn = (targets: readonly string[], column = 2): DojoHole[] =>
  targets.map((target, index) => ({
    state: { goals: [asGoal(target)], parent: undefined, tactic: undefined },
    start: { line: index + 2, column },
    end: { line: index + 2, column: column + 'sorry'.length },
    isTactic: true,
  }))

const outline = (targets: readonly string[]): string =>
  ['induction x', ...targets.map(() => '· sorry')].join('\n')

async function withHoles(answer: Answer, targets: readonly string[], more: Partial<Dojo> = {}) {
  const scripted = dojoWhere(answer, {
    survey: surveyWith({ variables: [variable('y', 'N')], calls: [call('f y')] }),
  })
  Object.assign(scripted.dojo, { holesIn: async () => holesIn(targets), ...more })
  const session = await openSession(scripted)
  return { session, holes: holesIn(targets), script: outline(targets), ...scripted }
}

describe('an outline', () => {
  it.each<[string, Answer, string]>([
    ['without holes that ends the goal is a proof', () => [], 'whole'],
    ['that Lean does not take is refused', () => undefined, 'refused'],
  ])('%s', async (_, answer, kind) => {
    const { session } = await withHoles(answer, [])
    expect((await validate(session, 'rfl')).kind).toBe(kind)
  })

  it('that leaves goals open has holes at its end for them', async () => {
    const { session } = await withHoles(() => ['a', 'b'], ['a', 'b'])
    const valid = await validate(session, 'constructor')
    expect(valid).toMatchObject({ kind: 'holes', script: 'constructor\n· sorry\n· sorry' })
  })

  it('with more holes than anybody would look at explains nothing', async () => {
    const many = Array.from({ length: MOST.holes + 1 }, (_, index) => `goal ${index}`)
    const { session } = await withHoles(() => many, many)
    expect(await validate(session, 'constructor')).toMatchObject({ kind: 'refused' })
  })

  it('is told to its author in the words of Lean, with the line', async () => {
    const { session, dojo } = await withHoles(() => undefined, [])
    Object.assign(dojo, {
      runTactic: async () => ({
        kind: 'rejected',
        failure: { kind: 'parse', message: 'unexpected token', position: { line: 3, column: 1 } },
        timing: { wallMicros: 1, cpuMicros: 1 },
      }),
    })
    expect(await validate(session, 'nonsense')).toEqual({ kind: 'refused', why: 'line 3: unexpected token' })
  })
})

describe('holes', () => {
  const quick: HoleClosing = { lemmas: [], thorough: false, reserveSeconds: 0 }

  it('are filled in place; those that resist stay, and the outline still holds', async () => {
    const answer: Answer = (tactic, target) => (tactic === 'omega' && target === 'easy' ? [] : undefined)
    const { session, holes, script } = await withHoles(answer, ['easy', 'hard'], {
      holesIn: async () => holesIn(['hard']),
    })
    const sketch = await closeHoles(session, { script, holes }, quick)
    expect(sketch.script).toBe('induction x\n· omega\n· sorry')
    expect(sketch.open.map(({ state }) => state.goals[0]?.target)).toEqual(['hard'])
    expect(sketch.holes).toBe(2)
  })

  it('get the lemmas of the marketplace before any closer', async () => {
    const { session, holes, script, tried } = await withHoles(() => undefined, ['hard'])
    await closeHoles(session, { script, holes }, { ...quick, lemmas: ['delivered'] })
    expect(tried.filter((tactic) => !tactic.startsWith('set_option'))[0]).toBe(
      'apply delivered <;> assumption',
    )
  })

  it('take inductions of their own only when quick means have failed', async () => {
    const inductionsIn = async (thorough: boolean) => {
      const { session, holes, script, tried } = await withHoles(() => undefined, ['hard'])
      await closeHoles(session, { script, holes }, { ...quick, thorough })
      return tried.filter((tactic) => tactic.includes('induction'))
    }
    expect(await inductionsIn(false)).toEqual([])
    expect(await inductionsIn(true)).toEqual(['fun_induction (f y)', 'induction y'])
  })

  it('are left alone in the last moments, which are for telling what was found', async () => {
    const { session, holes, script, tried } = await withHoles(() => [], ['easy'])
    const sketch = await closeHoles(session, { script, holes }, { ...quick, reserveSeconds: 1_000 })
    expect(sketch.open).toHaveLength(1)
    expect(tried).toEqual([])
  })

  it('are asked of others without the data that they do not mention', async () => {
    const idle = goalWith([data('a', { isIdle: true }), data('b')], 'p b')
    const { session, tried } = await withHoles((tactic) => (tactic === 'clear a' ? ['bare'] : undefined), [])
    const [hole] = holesIn(['any'])
    if (!hole) throw new Error('no hole')
    const state = { ...hole.state, goals: [idle] }
    expect(await restateHole(session, { ...hole, state })).toBe('bare')
    expect(tried).toEqual(['clear a'])
  })
})
