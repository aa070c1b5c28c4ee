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

/** Small tasks made for tests: easy ones, and two that no rule explains. */
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

/**
 * Mirrored, turned and cropped, but for one stray cell in the last pair: no rule solves it, but drafts differ in score
 * and edits of their steps raise it.
 */
export const UNFINISHED = task(
  'unfinished',
  [
    [
      '0070000/0070000/0070000/0000000/0007700/0007755/0007755/0007755/0000000',
      '00000777/77770000/77770000/55500000/55500000/55500000/55500000/77770000/77770000/00000777',
    ],
    ['0000000/0000000/0009990/0009990/0000000/0000000/0000000/0000000/0000000', '99/99/99/00/00/99/99/99'],
    [
      '9000900/9000999/9000999/9000999/0000099/0000000/0000000/0007700/0000000',
      '00009999/00000000/00000000/70000000/70009999/00099990/00099990/00099990/00099990/70009999/70000000/00000000/00000000/00109999',
    ],
  ],
  [
    '000000/000990/000777/000777/077000/077000',
    '77000/77000/00779/00779/00770/00770/00779/00779/77000/77000',
  ],
)

export const TASKS = [FLIP, LARGEST, NONSENSE, RAYS]
