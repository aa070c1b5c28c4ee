import { expect, it } from 'vitest'
import { applyProgram } from '../apply/index.ts'
import { OPERATORS, PLAIN_VIEW } from '../dsl/index.ts'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { cellPartials } from './cell-rule.ts'
import { eachCandidates } from './each-rule.ts'
import { type PartialRule, partialScenes } from './partial.ts'
import { type Scene, sceneOf } from './scene.ts'
import { Search } from './search.ts'
import { predictSizes } from './sizes.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const text = (of: { width: number; height: number; cells: Uint8Array }) =>
  gridToRows(of)
    .map((row) => row.join(''))
    .join('/')

const task = (pairs: readonly (readonly [string, string])[], test: string): Task => ({
  id: 'own',
  train: pairs.map(([input, output]) => ({ input: grid(input), output: grid(output) })),
  tests: [grid(test)],
})

/** Holes filled with 3, and a frame of 4 around: no single deed does both. */
const FILLED_AND_FRAMED = task(
  [
    ['0000000/0111000/0101000/0111000/0000000/0000000', '4444400/4111400/4131400/4111400/4444400/0000000'],
    ['0000000/0000000/0022220/0020020/0022220/0000000', '0000000/0444444/0422224/0423324/0422224/0444444'],
  ],
  '000000/055500/050500/055500/000000/000000',
)

function expectNothingWrong(scene: Scene, partials: readonly PartialRule[]): void {
  expect(partials.length).toBeGreaterThan(0)
  for (const { stage, results, open } of partials) {
    let missing = 0
    scene.task.train.forEach(({ input, output }, pair) => {
      const made = results[pair]
      expect(made).toEqual(applyProgram({ view: PLAIN_VIEW, stages: [stage] }, input))
      made?.cells.forEach((c, i) => {
        if (c === output.cells[i]) return
        missing++
        expect(c).toBe(input.cells[i])
      })
    })
    expect(missing).toBe(open)
  }
}

it('an object rule that goes a part of the way does nothing wrong and counts what is left', () => {
  const scene = sceneOf(FILLED_AND_FRAMED, PLAIN_VIEW)
  const { candidates, partials } = eachCandidates(scene, 400)
  expect(candidates).toEqual([])
  expectNothingWrong(scene, partials)
  const scenes = partialScenes(scene, partials, 2)
  expect(scenes.map(({ before }) => before.length)).toEqual([1, 1])
  const [first] = scenes
  expect(first && eachCandidates(first, 400).candidates.length).toBeGreaterThan(0)
})

it('a cell rule that goes a part of the way changes only what it knows', () => {
  const scene = sceneOf(
    task(
      [
        ['1200', '5300'],
        ['0120', '0540'],
      ],
      '2001',
    ),
    PLAIN_VIEW,
  )
  const search = new Search(
    scene.store,
    scene.inputs,
    OPERATORS.map(({ primitive }) => primitive.cost),
  )
  const [size] = predictSizes(search, scene.outputGrids)
  if (size === undefined) throw new Error('the size of the input is a rule')
  search.aimAt(size.sizes)
  const partials = cellPartials({ scene, search, size })
  expectNothingWrong(scene, partials)
  expect(partials.map(({ results }) => results[2] && text(results[2]))).toContain('2005')
})
