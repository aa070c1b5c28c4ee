import { gridFromRows } from './grid/index.ts'
import type { LabelledTask } from './io/index.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))

function task(
  id: string,
  pairs: readonly (readonly [string, string])[],
  test: readonly [string, string],
): LabelledTask {
  return {
    task: {
      id,
      train: pairs.map(([input, output]) => ({ input: grid(input), output: grid(output) })),
      tests: [grid(test[0])],
    },
    answers: [grid(test[1])],
  }
}

/** Small tasks made for tests: easy ones, and one that no rule explains. */
export const FLIP = task(
  'flip',
  [
    ['123/000', '321/000'],
    ['450/006', '054/600'],
    ['110/222', '011/222'],
  ],
  ['700/089', '007/980'],
)

const LARGEST = task(
  'largest',
  [
    ['10000/00220/00220', '22/22'],
    ['30000/30010/30000', '3/3/3'],
    ['00000/44010/00000', '44'],
  ],
  ['00400/00000/55550', '5555'],
)

export const RAYS = task(
  'rays',
  [
    ['10000/00000/00300', '11111/00000/00300'],
    ['00030/10000/00000', '00030/11111/00000'],
    ['00000/00000/13000', '00000/00000/13000'],
  ],
  ['00000/00000/10003', '00000/00000/11113'],
)

/** The same input with two outputs: no program can solve it. */
export const NONSENSE = task(
  'nonsense',
  [
    ['120/003/000', '907/120/003'],
    ['120/003/000', '021/300/000'],
    ['100/100/020', '001/001/020'],
  ],
  ['010/200/003', '123/456/789'],
)

export const TASKS = [FLIP, LARGEST, NONSENSE, RAYS]
