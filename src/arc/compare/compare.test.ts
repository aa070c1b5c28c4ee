import { describe, expect, it } from 'vitest'
import { applyProgram } from '../apply/index.ts'
import { parseProgram } from '../dsl/index.ts'
import { type Grid, gridFromRows } from '../grid/index.ts'
import { compareOutputs, FEATURES, programSize, scoreProgram } from './index.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const task = {
  id: 't',
  train: [
    { input: grid('1020'), output: grid('1122') },
    { input: grid('2010'), output: grid('2211') },
  ],
  tests: [grid('3000')],
}

function compare(stages: string) {
  const parsed = parseProgram(`(program (view none as-is) ${stages})`)
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  const makes = (input: Grid) => applyProgram(parsed.program, input)
  const made = task.train.map(({ input }) => makes(input))
  const comparison = compareOutputs(task, parsed.program, made, task.tests.map(makes))
  // The score alone, which edits are measured by, is the score.
  expect(scoreProgram(task, parsed.program)).toBe(comparison.verifier_score)
  return comparison
}
const feature = (stages: string, name: string): number | undefined =>
  compare(stages).feature_vec[FEATURES.findIndex(([known]) => known === name)]

const right = '(pipe (rays right))'
const idle = '(pipe (origin))'
const partly = '(stack (of () (1 1) (1 1) (0 0)) (layer place) (layer place (keep 2) (rays right)))'

describe('the comparator', () => {
  it('fills every documented feature', () => {
    const { feature_vec } = compare(right)
    expect(feature_vec).toHaveLength(FEATURES.length)
    expect(feature_vec.every(Number.isFinite)).toBe(true)
  })

  it('scores 1 exactly when all pairs are exact', () => {
    expect(compare(right).verifier_score).toBe(1)
    expect(compare(idle).verifier_score).toBeLessThan(1)
    expect(compare('(pipe (keep 9))').verifier_score).toBe(0)
  })

  it('tells changed cells from unchanged ones', () => {
    expect(feature(idle, 'changed')).toBe(0)
    expect(feature(idle, 'unchanged')).toBe(1)
    expect(feature(idle, 'gain')).toBe(0)
    expect(feature(right, 'gain')).toBe(0.5)
  })

  it('ranks a program that does part of the work above one that does nothing', () => {
    expect(compare(partly).verifier_score).toBeGreaterThan(compare(idle).verifier_score)
    expect(compare(partly).verifier_score).toBeLessThan(compare(right).verifier_score)
  })

  it('flags degenerate test outputs without knowing the answers', () => {
    expect(feature(idle, 'test_copies_input')).toBe(1)
    expect(feature('(pipe (solid))', 'test_one_colour')).toBe(1)
    expect(feature('(pipe (paint 7))', 'test_new_colours')).toBe(1)
    expect(feature(right, 'test_new_colours')).toBe(0)
  })

  it('measures programs', () => {
    const parsed = parseProgram(
      '(program (view none as-is) (stack (fixed 2 2) (layer place (keep 1) (crop)) (layer tile)))',
    )
    expect(parsed.kind === 'program' && programSize(parsed.program)).toEqual({
      stages: 1,
      layers: 2,
      steps: 2,
      depth: 2,
      literals: 3,
    })
  })
})
