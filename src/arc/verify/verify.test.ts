import { describe, expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { gridFromRows } from '../grid/index.ts'
import { verifyProgram } from './index.ts'

const parsed = parseProgram('(program (view none as-is) (pipe (keep 2)))')
if (parsed.kind === 'rejected') throw new Error(parsed.reason)
const { program } = parsed
const pair = (input: number[], output: number[]) => ({
  input: gridFromRows([input]),
  output: gridFromRows([output]),
})

describe('the verifier', () => {
  it('says solved only when every cell of every pair is right', () => {
    expect(verifyProgram(program, [pair([1, 2], [0, 2])]).solved).toBe(true)
    const verdict = verifyProgram(program, [pair([1, 2], [0, 2]), pair([2, 2], [2, 0]), pair([1, 1], [0, 0])])
    expect(verdict).toMatchObject({ exact: 1, solved: false })
    expect(verdict.pairs.map((p) => p.kind)).toEqual(['exact', 'wrong', 'nothing'])
  })

  it('never says solved without a pair', () => {
    expect(verifyProgram(program, []).solved).toBe(false)
  })
})
