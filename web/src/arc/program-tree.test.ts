import { expect, it } from 'vitest'
import { lociOf, parseProgram } from '../../../src/arc/dsl/index.ts'
import { findLocus, type Node, readProgram } from './program-tree.ts'

const PROGRAMS = [
  '(program (view diagonal as-is) (stack (of ((crop)) (1 1) (1 1) (0 0)) (layer place (objects side) (pick-most ink)) (layer tile)))',
  '(program (view none as-is) (pipe (crop)) (cells (fixed 2 2) (keys (plane colour (layer place (keep 1)))) (otherwise (colour 0)) (row (1) (colour 2))))',
]

const print = (node: Node): string =>
  node.kind === 'word' ? node.text : `(${node.children.map(print).join(' ')})`

it('finds every place that the critic can name, and the step it names', () => {
  for (const text of PROGRAMS) {
    const parsed = parseProgram(text)
    if (parsed.kind === 'rejected') throw new Error(parsed.reason)
    const shown = readProgram(text)
    if (!shown) throw new Error('A program is a list.')
    for (const { name } of lociOf(parsed.program)) {
      const found = findLocus(shown, name)
      if (!found) throw new Error(`${name} was not found in ${text}`)
      const step = /\(.*\)$/.exec(name)?.[0]
      if (step) expect(print(found)).toBe(step)
    }
  }
})

it('gives back the text of a program', () => {
  for (const text of PROGRAMS) {
    const shown = readProgram(text)
    expect(shown && print(shown)).toBe(text)
  }
})

it('does not read what is not one balanced list', () => {
  for (const text of ['', 'word', '(a', '(a))', '(a) (b)']) expect(readProgram(text)).toBeUndefined()
})

it('names nothing for a locus it cannot follow', () => {
  const shown = readProgram(PROGRAMS[0] ?? '')
  expect(shown && findLocus(shown, 'stage 7 layer 0')).toBeUndefined()
  expect(shown && findLocus(shown, 'nonsense')).toBeUndefined()
})
