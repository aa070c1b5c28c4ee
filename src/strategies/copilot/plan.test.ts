import { expect, it } from 'vitest'
import { LAW_SCHEMAS } from '../../lemmas/index.ts'
import { EFFORTS } from '../../tactics/index.ts'
import { enoughLemmas, LAW_EFFORTS, RESUMED_SHARE, STAGES } from './plan.ts'

const laws = STAGES.flatMap((stage) => (stage.run === 'laws' ? [stage] : []))

it.each(['data', 'tests'] as const)('asks for every family of laws once, for a goal about %s', (kind) => {
  const asked = laws.flatMap((stage) => stage[kind].flat())
  expect(new Set(asked).size).toBe(asked.length)
  const families = new Set(LAW_SCHEMAS.map(({ family }) => family))
  expect(new Set(asked)).toEqual(families)
})

it('begins with the goal itself and ends with what takes all the time that is left', () => {
  expect(STAGES.at(0)?.run).toBe('inductions')
  expect(STAGES.at(-1)?.run).toBe('search')
})

it('leaves time for what comes after an earlier attempt', () => {
  expect(RESUMED_SHARE).toBeLessThan(1)
})

it('asks for more lemmas before each further try of the goal', () => {
  const asked = (isAboutTest: boolean) => [0, 2, 4, 8, 16].map((known) => enoughLemmas(known, isAboutTest))
  expect(asked(true)).toEqual([1, 2, 3, 5, 9])
  expect(asked(false)).toEqual([2, 3, 4, 6, 10])
})

it('gives each round of laws at least what the one before had', () => {
  const heartbeats = LAW_EFFORTS.map((round) =>
    [round.plainly, round.byInduction, round.withCondition].map((name) => EFFORTS[name].heartbeats),
  )
  for (const [index, round] of heartbeats.entries())
    for (const [place, least] of (heartbeats[index - 1] ?? []).entries())
      expect(round[place]).toBeGreaterThanOrEqual(least)
})
