/** Which of the user's theorems `grind` is given: it refuses a whole list for one that it cannot use. */
import { describe, expect, it } from 'vitest'
import { MOST } from '../tactics/index.ts'
import { goalWith, hypothesis, surveyWith } from '../tactics/test-goals.ts'
import { withPatterns } from './patterns.ts'
import { type Answer, dojoWhere, openSession } from './test-session.ts'

/** A Lean whose `grind` takes all but some theorems. */
const refusing =
  (...unfit: string[]): Answer =>
  (tactic) => {
    const [all = '', ...each] = [...tactic.matchAll(/grind only \[([^\]]*)\]/g)].map(
      ([, names = '']) => names,
    )
    const takes = (names: string): boolean => names.split(', ').every((name) => !unfit.includes(name))
    if (takes(all)) return [goalWith([hypothesis('takes_rules')])]
    return [goalWith(each.flatMap((name, index) => (takes(name) ? [hypothesis(`takes_rule_${index}`)] : [])))]
  }

async function asked(answer: Answer, theorems: readonly string[], times = 1) {
  const scripted = dojoWhere(answer)
  await using session = await openSession(scripted)
  let survey = surveyWith()
  for (let time = 0; time < times; time++)
    survey = await withPatterns(session, scripted.dojo.root, surveyWith({ theorems: [...theorems] }))
  return { patternless: survey.patternless, ...scripted }
}

describe('theorems', () => {
  it('that are all fit cost one question', async () => {
    const { patternless, tried, dropped } = await asked(refusing(), ['a', 'b'])
    expect(patternless).toEqual([])
    expect(tried).toHaveLength(1)
    expect(dropped).toHaveLength(1)
  })

  it('that grind refuses are left out, and only those', async () => {
    expect((await asked(refusing('b'), ['a', 'b', 'c'])).patternless).toEqual(['b'])
  })

  it('are asked about once in a session, however many states there are', async () => {
    const { patternless, tried } = await asked(refusing('b'), ['a', 'b'], 3)
    expect(patternless).toEqual(['b'])
    expect(tried).toHaveLength(1)
  })

  it('that are refused make room for the next ones, which are asked about in turn', async () => {
    const many = Array.from({ length: MOST.theorems + 2 }, (_, index) => `t${index}`)
    const { patternless, tried } = await asked(refusing('t0', 't1'), many)
    expect(patternless).toEqual(['t0', 't1'])
    expect(tried).toHaveLength(2)
  })

  it('are taken to be fit where Lean does not answer, as if nobody had asked', async () => {
    expect((await asked(() => undefined, ['a'])).patternless).toEqual([])
  })

  it('are not asked about where there are none', async () => {
    expect((await asked(refusing(), [])).tried).toEqual([])
  })
})
