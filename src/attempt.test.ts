import { expect, it } from 'vitest'
import { isConclusive, isSettled, isSuccess, OUTCOMES, parseOutcome } from './attempt.ts'

it('only a proof is a success, a refutation settles too, and what was cut short concludes nothing', () => {
  expect(OUTCOMES.filter(isSuccess)).toEqual(['proved'])
  expect(OUTCOMES.filter(isSettled)).toEqual(['proved', 'refuted'])
  expect(OUTCOMES.filter((outcome) => !isConclusive(outcome))).toEqual(['cancelled', 'error'])
})

it('parseOutcome knows the outcomes and nothing else', () => {
  expect(OUTCOMES.map(parseOutcome)).toEqual([...OUTCOMES])
  expect(parseOutcome('solved')).toBeUndefined()
})
