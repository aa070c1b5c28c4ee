import { describe, expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import { applyProgram } from './index.ts'

function apply(text: string, rows: string): string {
  const result = parseProgram(text)
  if (result.kind === 'rejected') throw new Error(result.reason)
  const output = applyProgram(
    result.program,
    gridFromRows(rows.split('/').map((row) => [...row].map(Number))),
  )
  return output === undefined
    ? 'nothing'
    : gridToRows(output)
        .map((row) => row.join(''))
        .join('/')
}

const plain = '(view none as-is)'
const inputSize = '(of () (1 1) (1 1) (0 0))'

describe('applying a program', () => {
  it('runs a pipe', () => {
    expect(apply(`(program ${plain} (pipe (objects side) (pick-most ink) (origin)))`, '1022/0002')).toBe(
      '22/02',
    )
  })

  it('lays the first layer of a stack on top and leaves the rest empty', () => {
    const stack = `(stack ${inputSize} (layer place (keep 2)) (layer place (keep 1) (rays right)))`
    expect(apply(`(program ${plain} ${stack})`, '1020/0300')).toBe('1121/0000')
  })

  it('computes sizes from what a pipeline makes', () => {
    const size = '(of ((crop)) (2 1) (1 1) (0 1))'
    expect(apply(`(program ${plain} (stack ${size} (layer tile (crop))))`, '000/012/000')).toBe('1212/1212')
  })

  it.each([
    ['place', '00000/00012/00000'],
    ['tile', '12121/12121/12121'],
    ['tile-place', '21212/21212/21212'],
    ['mirror-tile', '12211/12211/12211'],
    ['corner', '00000/00000/00000'],
    ['scale', '00000/00000/00000'],
  ])('fits a piece by %s, and leaves a layer empty where that cannot be', (fit, made) => {
    const program = `(program ${plain} (stack ${inputSize} (layer ${fit} (crop))))`
    expect(apply(program, '00000/00012/00000')).toBe(made)
  })

  it('writes cells by their key, and otherwise by the default', () => {
    const keys = '(keys (plane colour (layer place)) (plane ink-beside (layer place)))'
    const cells = `(cells ${inputSize} ${keys} (otherwise (copy (plane colour (layer place)))) (row (0 2) (colour 7)))`
    expect(apply(`(program ${plain} ${cells})`, '101/000')).toBe('171/000')
  })

  it('runs stages after each other', () => {
    expect(apply(`(program ${plain} (pipe (crop)) (pipe (mirror across)))`, '000/012')).toBe('1221')
  })

  it('repeats a stage until nothing changes, and gives nothing where that never comes or the size changes', () => {
    const key = '(plane colour (layer place)) (plane next-left (layer place))'
    const copy = '(otherwise (copy (plane colour (layer place))))'
    const flow = `(repeat (cells ${inputSize} (keys ${key}) ${copy} (row (0 1) (colour 1))))`
    expect(apply(`(program ${plain} ${flow})`, '10020/01000')).toBe('11120/01111')
    expect(apply(`(program ${plain} (repeat (pipe (turn left-right))))`, '12')).toBe('nothing')
    expect(apply(`(program ${plain} (repeat (pipe (mirror across))))`, '12')).toBe('nothing')
  })

  it('renames colours by count before and back after', () => {
    const program = '(program (view none (by-count 1 2 3)) (pipe (keep 1)))'
    expect(apply(program, '3321')).toBe('3300')
    expect(apply(program, '2213')).toBe('2200')
  })

  it('makes the commonest colour the empty one and back', () => {
    expect(apply('(program (view none ground) (pipe (rays right)))', '444/164/444')).toBe('444/166/444')
  })

  it('sees one cell per panel and paints panels back', () => {
    const program = '(program (view panels as-is) (pipe (rays right)))'
    expect(apply(program, '1050000/1150000/5555555/0050222')).toBe('1151111/1151111/5555555/0052222')
  })

  it('turns the picture before and back after', () => {
    expect(apply('(program (view right as-is) (pipe (rays right)))', '0/0/5')).toBe('5/5/5')
  })

  it('gives nothing where a step does not apply or the result is too large', () => {
    expect(apply(`(program ${plain} (pipe (keep 9)))`, '12')).toBe('nothing')
    expect(
      apply(
        `(program ${plain} (pipe (mirror across) (mirror across) (mirror across) (mirror across)))`,
        '12',
      ),
    ).toBe('nothing')
  })
})
