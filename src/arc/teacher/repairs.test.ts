import { expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { gridFromRows } from '../grid/index.ts'
import { repairsOf } from './index.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))

/** Objects take a colour by their size; the program gives all of them one. */
const TASK = {
  id: 'by-size',
  train: [
    { input: grid('50550/50000/50055'), output: grid('10220/10000/10022') },
    { input: grid('55000/00555/00000'), output: grid('22000/00111/00000') },
  ],
  tests: [grid('55505/00005/00000')],
}

it('offers a condition that helped before even where others bring more', () => {
  const parsed = parseProgram('(program (view none as-is) (each side (keys) (otherwise (recolour 2))))')
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  const conditions = (known: readonly string[]) =>
    repairsOf(TASK, parsed.program, { nodes: 100 }, { conditions: new Set(known), looked: new Set() })
      .filter(({ edit }) => edit === 'condition')
      .map(({ put }) => put)
  const offered = conditions([])
  expect(offered).toHaveLength(4)
  const other = ['height', 'left-rank', 'half'].find((name) => !offered.includes(name)) ?? ''
  expect(conditions([other])).toEqual([...offered, other])
})

/** Ink flows to the right; the program lets it flow by one cell. */
const FLOW = {
  id: 'flow',
  train: [
    { input: grid('10000/00300/00000'), output: grid('11111/00333/00000') },
    { input: grid('0200/0000'), output: grid('0222/0000') },
  ],
  tests: [grid('000/500')],
}

it('offers to repeat a rule until nothing changes', () => {
  const parsed = parseProgram(
    '(program (view none as-is) (each corner (keys) (otherwise (shade-right own))))',
  )
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  const repeats = repairsOf(FLOW, parsed.program, { nodes: 1 }).filter(({ edit }) => edit === 'repeat')
  expect(repeats.map(({ candidate }) => candidate.pairsSolved)).toEqual([2])
  expect(repeats[0]?.candidate.outputs).toEqual([grid('000/555')])
})
