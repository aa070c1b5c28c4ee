import { describe, expect, it } from 'vitest'
import { OPERATORS } from '../dsl/index.ts'
import { GridStore, gridFromRows } from '../grid/index.ts'
import { findRules } from './cell-ruler.ts'
import { cellSpaceOf, planesOf } from './planes.ts'
import { predictSizes } from './scene.ts'
import { Search } from './search.ts'
import { Stacker } from './stacker.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const costs = OPERATORS.map((operator) => operator.primitive.cost)

function searchOn(inputs: readonly string[], prices: readonly number[] = costs): Search {
  const store = new GridStore(64)
  return new Search(
    store,
    inputs.map((input) => store.add(grid(input))),
    prices,
  )
}

describe('the lockstep search', () => {
  it('is led by prices and measured by costs', () => {
    const search = searchOn(['120/000'])
    const dear = OPERATORS.map(({ primitive }) => (primitive.name === 'crop' ? 3 : 30))
    const led = new Search(search.store, search.inputs, costs, dear)
    led.run(1, 64)
    expect(led.steps(1)).toEqual([{ op: 'crop', argument: '' }])
    expect(led.costOf(1)).toBe(OPERATORS.find(({ name }) => name === 'crop')?.primitive.cost)
  })

  it('never counts two ways to the same values as two states', () => {
    const search = searchOn(['12/21', '34/43'])
    search.run(2000, 20)
    const seen = new Set<string>()
    for (let state = 0; state < search.stateCount; state++) {
      const key = `${search.value(state, 0)},${search.value(state, 1)}`
      expect(seen.has(key)).toBe(false)
      seen.add(key)
    }
  })

  it('stops at its node budget and goes on from there as if it had not stopped', () => {
    const whole = searchOn(['120/003', '300/450'])
    whole.run(900, 32)
    const halves = searchOn(['120/003', '300/450'])
    halves.run(417, 32)
    expect(halves.nodes).toBe(417)
    halves.run(900, 32)
    expect(halves.stateCount).toBe(whole.stateCount)
    expect(halves.steps(whole.stateCount - 1)).toEqual(whole.steps(whole.stateCount - 1))
  })
})

it('the search walks every cheaper path before a dear step, even a first one', () => {
  const dear = OPERATORS.map(
    ({ name }) => ({ crop: 21, 'turn left-right': 10, 'turn up-down': 10 })[name] ?? -1,
  )
  const search = searchOn(['0100/0230'], dear)
  search.run(100, 64)
  const paths = Array.from({ length: search.stateCount }, (_, state) => search.steps(state).length)
  expect(paths.slice(0, 5)).toEqual([0, 1, 1, 2, 1])
  expect(search.steps(4)).toEqual([{ op: 'crop', argument: '' }])
})

describe('size prediction', () => {
  it('prefers the size of the input, then one fixed size, then the size of a piece', () => {
    const same = searchOn(['12', '1/2', '333'])
    expect(predictSizes(same, [grid('55'), grid('5/5')])[0]?.sizes.map(({ width }) => width)).toEqual([
      2, 1, 3,
    ])
    const fixed = searchOn(['12', '1/2', '333'])
    expect(predictSizes(fixed, [grid('5555'), grid('5555')])[0]?.rule).toEqual({
      kind: 'fixed',
      width: 4,
      height: 1,
    })
    const piece = searchOn(['0100', '0220', '3330'])
    piece.run(300, 10)
    expect(predictSizes(piece, [grid('1'), grid('22')])[0]?.sizes.map(({ width }) => width)).toEqual([
      1, 2, 3,
    ])
  })
})

describe('stacking', () => {
  it('lays pieces without a wrong cell until the target is covered', () => {
    const search = searchOn(['1020', '0102'])
    const store = search.store
    search.aimAt(Array(2).fill({ width: 4, height: 1 }))
    search.run(800, 20)
    const target = store.add(grid('1122'))
    const stacked = new Stacker(store, search.pieces, [target]).stack(64, [true])
    expect(stacked?.solved).toEqual([true])
  })

  it('gives up when a wanted cell cannot be covered', () => {
    const search = searchOn(['1020'])
    search.aimAt([{ width: 4, height: 1 }])
    expect(
      new Stacker(search.store, search.pieces, [search.store.add(grid('1029'))]).stack(64, [true]),
    ).toBeUndefined()
  })
})

describe('cell rules', () => {
  it('find the planes that explain every cell and predict the test from them', () => {
    const search = searchOn(['1010', '0001', '1101'])
    const { store } = search
    search.aimAt(Array(3).fill({ width: 4, height: 1 }))
    const base = search.pieces[0]
    if (base === undefined) throw new Error('The input itself is a piece.')
    const outputs = ['2323', '3332'].map((rows) => store.add(grid(rows)))
    const space = cellSpaceOf(store, base.values, outputs)
    const [size] = predictSizes(
      search,
      outputs.map((output) => store.grid(output)),
    )
    if (size === undefined) throw new Error('The outputs have the size of the inputs.')
    const table = { space, planes: planesOf(search, space, base, []), baseCost: 0, size }
    const [best] = findRules(table, 100_000, 4)
    expect(best?.stage.kind === 'cells' && best.stage.keys.map(({ feature }) => feature)).toEqual(['colour'])
    expect(Array.from(best?.results.at(-1)?.cells ?? [])).toEqual([2, 2, 3, 2])
  })
})
