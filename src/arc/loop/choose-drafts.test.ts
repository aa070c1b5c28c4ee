import { expect, it } from 'vitest'
import { PLAUSIBLE } from '../cost.ts'
import { parseProgram } from '../dsl/index.ts'
import { FLIP } from '../test-tasks.ts'
import { chooseDrafts } from './choose.ts'
import { draftOf } from './drafts.ts'

const parsed = parseProgram('(program (view none as-is) (stack (of () (1 1) (1 1) (0 0)) (layer place)))')
if (parsed.kind !== 'program') throw new Error('the program of this test does not parse')
const draft = draftOf(FLIP.task, parsed.program, 'teacher', 'test')
const solving = (...solved: boolean[]) => ({ ...draft, solved, pairsSolved: solved.filter(Boolean).length })

it('takes drafts that fail on other pairs before more that fail on the same', () => {
  const [a, b, c, d] = [
    solving(true, false),
    solving(true, false),
    solving(false, true),
    solving(false, false),
  ]
  expect(chooseDrafts([a, b, c, d], 3)).toEqual({ chosen: [a, c, d], spares: [b] })
})

it('keeps the order, and takes all it can get when there is no other kind', () => {
  const [a, b, c] = [solving(true, false), solving(true, false), solving(true, false)]
  expect(chooseDrafts([a, b, c], 2)).toEqual({ chosen: [a, b], spares: [c] })
})

it('takes solutions as they come', () => {
  const [a, b, c] = [solving(true, true), solving(true, true), solving(false, true)]
  expect(chooseDrafts([a, b, c], 2)).toEqual({ chosen: [a, b], spares: [c] })
})

it('leaves places for partial programs where tables only list the pairs, however they are built', () => {
  const listing = (count: number) => ({
    ...solving(true, true),
    cost: PLAUSIBLE + 1,
    program: { ...draft.program, stages: Array.from({ length: count }, () => draft.program.stages).flat() },
  })
  const [a, b, c] = [listing(1), listing(2), solving(true, false)]
  expect(chooseDrafts([a, b, c], 2)).toEqual({ chosen: [a, c], spares: [b] })
})
