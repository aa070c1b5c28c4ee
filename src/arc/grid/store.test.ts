import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GridStore, gridFromRows, gridKey, gridToRows, MAX_AREA, NONE, sameGrid } from './index.ts'

const cell = fc.integer({ min: 0, max: 9 })
const anyGrid = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
  .chain(([w, h]) => fc.array(fc.array(cell, { minLength: w, maxLength: w }), { minLength: h, maxLength: h }))

describe('the grid store', () => {
  it('gives equal grids one id, different grids different ids, and gives them back', () => {
    fc.assert(
      fc.property(fc.array(anyGrid, { maxLength: 12 }), (all) => {
        const store = new GridStore(2)
        const grids = all.map(gridFromRows)
        const ids = grids.map((grid) => store.add(grid))
        grids.forEach((grid, i) => {
          expect(store.grid(ids[i] ?? NONE)).toEqual(grid)
          expect(store.add(grid)).toBe(ids[i])
        })
        expect(new Set(ids).size).toBe(new Set(grids.map(gridKey)).size)
      }),
    )
  })

  it('grows far beyond what it was made for without losing a grid', () => {
    const store = new GridStore(1)
    const ids = Array.from({ length: 5000 }, (_, n) =>
      store.add(gridFromRows([[...String(n).padStart(5, '0')].map(Number)])),
    )
    expect(ids).toEqual(Array.from({ length: 5000 }, (_, n) => n))
    expect(gridToRows(store.grid(4321))).toEqual([[0, 4, 3, 2, 1]])
  })

  it('tells grids apart by position and by shape', () => {
    const store = new GridStore(4)
    store.out.set([1, 1])
    const wide = store.commit(2, 1, 0, 0)
    const tall = store.commit(1, 2, 0, 0)
    const moved = store.commit(2, 1, 1, 0)
    expect(new Set([wide, tall, moved]).size).toBe(3)
  })

  it('has no value for an empty or an oversized grid', () => {
    const store = new GridStore(4)
    expect(store.commit(0, 3, 0, 0)).toBe(NONE)
    expect(store.commit(MAX_AREA, 2, 0, 0)).toBe(NONE)
  })

  it('interns lists like grids', () => {
    const store = new GridStore(4)
    const a = store.list([0, 1])
    expect(store.list([0, 1])).toBe(a)
    expect(store.list([1, 0])).not.toBe(a)
    expect(store.items(a)).toEqual([0, 1])
    expect(store.list([])).toBe(NONE)
  })

  it('compares plain grids cell by cell', () => {
    expect(sameGrid(gridFromRows([[1, 2]]), gridFromRows([[1, 2]]))).toBe(true)
    expect(sameGrid(gridFromRows([[1, 2]]), gridFromRows([[1], [2]]))).toBe(false)
    expect(sameGrid(gridFromRows([[1, 2]]), gridFromRows([[1, 3]]))).toBe(false)
  })
})
