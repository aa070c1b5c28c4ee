import { expect, it } from 'vitest'
import { CLOSERS, EFFORTS, INDUCTIONS, namesOf, WHOLE_CLOSERS } from '../../tactics/index.ts'
import { AT_ONCE, FIRST_FEW, STAGES } from './plan.ts'

const known = new Set<string>([...namesOf(CLOSERS), ...namesOf(INDUCTIONS)])

it('names rows that exist, each once in a stage', () => {
  for (const { rows } of [AT_ONCE, ...STAGES]) {
    expect(new Set(rows).size).toBe(rows.length)
    for (const row of rows) expect(known).toContain(row)
  }
})

it('tries all closers on a goal of either kind', () => {
  const tried = (kind: 'plain' | 'recursive') =>
    STAGES.flatMap((stage) =>
      stage.run === 'closers' && (stage.when === undefined || stage.when === kind) ? stage.rows : [],
    )
  for (const kind of ['plain', 'recursive'] as const)
    expect(new Set(tried(kind))).toEqual(new Set([...WHOLE_CLOSERS, ...tried(kind)]))
})

it('has parts of the closers that together are all of them', () => {
  const parts = STAGES.flatMap((stage) => (stage.run === 'closers' ? [stage.part] : []))
  expect(parts.filter((part) => part === 'first')).toHaveLength(1)
  expect(parts.filter((part) => part === 'rest')).toHaveLength(1)
  expect(FIRST_FEW).toBeLessThan(WHOLE_CLOSERS.length)
})

it('gives a case of an induction no less than a closer on the whole goal', () => {
  for (const stage of STAGES)
    if (stage.run === 'inductions')
      expect(EFFORTS[stage.effort].heartbeats).toBeGreaterThanOrEqual(EFFORTS.step.heartbeats)
})
