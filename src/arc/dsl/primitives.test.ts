import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Grid, GridStore, gridFromRows, gridToRows, isList, NONE, type Value } from '../grid/index.ts'
import { findOperator, PRIMITIVES, runOperator } from './index.ts'
import { CASES } from './test-primitives.ts'

function read(text: string): Grid {
  return gridFromRows(text.split('/').map((row) => [...row].map(Number)))
}

function run(store: GridStore, steps: string, grid: Grid): Value {
  return steps.split(', ').reduce((value, name) => {
    const operator = findOperator(name)
    if (operator === undefined) throw new Error(`There is no operator ${name}.`)
    return runOperator(store, operator, value)
  }, store.add(grid))
}

function show(store: GridStore, value: Value): string {
  if (value === NONE) return 'none'
  if (isList(value))
    return store
      .items(value)
      .map((item) => show(store, item))
      .join(' ')
  const rows = gridToRows(store.grid(value))
    .map((row) => row.join(''))
    .join('/')
  const place =
    store.left[value] !== 0 || store.top[value] !== 0 ? `@${store.left[value]},${store.top[value]}` : ''
  return rows + place
}

describe('primitives', () => {
  it.each(CASES)('%s turns %s into %s', (steps, input, expected) => {
    const store = new GridStore(16)
    expect(show(store, run(store, steps, read(input)))).toBe(expected)
  })

  it('have a documented sentence and at least one case each', () => {
    const tried = new Set(CASES.flatMap(([steps]) => steps.split(', ').map((step) => step.split(' ')[0])))
    for (const { name, doc } of PRIMITIVES) {
      expect(tried, name).toContain(name)
      expect(doc, name).toMatch(/^[A-Z].+\.$/)
    }
    expect(new Set(PRIMITIVES.map(({ name }) => name)).size).toBe(PRIMITIVES.length)
  })

  const cell = fc.integer({ min: 0, max: 9 })
  const anyGrid = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }))
    .chain(([w, h]) =>
      fc.array(fc.array(cell, { minLength: w, maxLength: w }), { minLength: h, maxLength: h }),
    )
    .map(gridFromRows)

  it.each([
    ['turn left-right, turn left-right', 'two flips'],
    ['turn diagonal, turn diagonal', 'two transpositions'],
    ['turn right, turn right, turn right, turn right', 'four quarter turns'],
    ['turn left, turn right', 'a quarter turn and its inverse'],
  ])('%s changes nothing (%s)', (steps) => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        const store = new GridStore(16)
        expect(run(store, steps, grid)).toBe(store.add(grid))
      }),
    )
  })

  it('are pure: every operator gives the same value twice and leaves its input alone', () => {
    fc.assert(
      fc.property(anyGrid, (grid) => {
        const store = new GridStore(64)
        const input = store.add(grid)
        for (const primitive of PRIMITIVES) {
          const operator = findOperator(primitive.name)
          if (operator === undefined || primitive.from === 'list') continue
          expect(runOperator(store, operator, input)).toBe(runOperator(store, operator, input))
        }
        expect(store.grid(input)).toEqual(grid)
      }),
      { numRuns: 30 },
    )
  })
})
