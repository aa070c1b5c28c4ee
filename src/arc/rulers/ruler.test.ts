import { describe, expect, it } from 'vitest'
import { applyProgram } from '../apply/index.ts'
import { PLAIN_VIEW, parseProgram, printProgram, type View } from '../dsl/index.ts'
import { gridFromRows, gridKey } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { cellRuler, flowRuler, objectRuler, refine, Scene, stackRuler } from './index.ts'

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))

const task = (pairs: readonly (readonly [string, string])[], test: string): Task => ({
  id: 'own',
  train: pairs.map(([input, output]) => ({ input: grid(input), output: grid(output) })),
  tests: [grid(test)],
})

const EVEN: readonly number[] = []
const settings = { lengths: EVEN, order: EVEN, nodes: 1500 }
const sceneOf = (of: Task, view: View = PLAIN_VIEW) => new Scene(of, view, 0, settings)

/** What each ruler can solve, and what none of them solves in one stage. */
const SOLVABLE = {
  stack: task(
    [
      ['123/000', '321/000'],
      ['450/006', '054/600'],
    ],
    '700/089',
  ),
  cells: task(
    [
      ['1010', '2323'],
      ['0001', '3332'],
    ],
    '1101',
  ),
  objects: task(
    [
      ['000000/011100/010100/011100/000000', '000000/011100/013100/011100/000000'],
      ['222200/200200/222200/000000/000000', '222200/233200/222200/000000/000000'],
    ],
    '000000/005550/005050/005550/000000',
  ),
  flow: task(
    [
      ['0200/0000/0500/0000', '0200/0220/0520/0020'],
      ['2000/0000/0000/5000/0000', '2000/2000/2200/5200/0200'],
    ],
    '00200/00000/00500/00000',
  ),
} as const

/** Holes filled with 3, and a frame of 4 around: no single action does both. */
const FILLED_AND_FRAMED = task(
  [
    ['0000000/0111000/0101000/0111000/0000000/0000000', '4444400/4111400/4131400/4111400/4444400/0000000'],
    ['0000000/0000000/0022220/0020020/0022220/0000000', '0000000/0444444/0422224/0423324/0422224/0444444'],
  ],
  '000000/055500/050500/055500/000000/000000',
)

/** Sizes that no rule gives. */
const ODD_SIZES = task(
  [
    ['1203', '12/34/56'],
    ['4506', '7777777'],
  ],
  '7809',
)

describe.each([stackRuler, cellRuler, objectRuler, flowRuler])('the $name ruler', (ruler) => {
  const own = SOLVABLE[ruler.name as keyof typeof SOLVABLE]
  const all = [...Object.values(SOLVABLE), FILLED_AND_FRAMED, ODD_SIZES]

  it('solves what is its own', () => {
    expect(ruler.propose(sceneOf(own), 1500).solutions.length).toBeGreaterThan(0)
  })

  it('calls solutions only what makes every train output, and partials only what does not', () => {
    for (const of of all) {
      const scene = sceneOf(of)
      const { solutions, partials } = ruler.propose(scene, 1500)
      for (const { results } of solutions) expect(scene.solved(results).every(Boolean)).toBe(true)
      for (const { results } of partials) expect(scene.solved(results).every(Boolean)).toBe(false)
    }
  })

  it('says of every stage what applying its printed text makes', () => {
    for (const of of all) {
      for (const view of [PLAIN_VIEW, { turn: 'diagonal', relabel: { kind: 'as-is' } } as const]) {
        const scene = sceneOf(of, view)
        const { solutions, partials } = ruler.propose(scene, 1500)
        for (const proposal of [...solutions, ...partials]) {
          const parsed = parseProgram(printProgram(scene.program(proposal)))
          if (parsed.kind === 'rejected') throw new Error(parsed.reason)
          const inputs = [...of.train.map(({ input }) => input), ...of.tests]
          const made = inputs.map((input) => applyProgram(parsed.program, input))
          expect(made.map((g) => g && gridKey(g))).toEqual(scene.shown(proposal).map(gridKey))
        }
      }
    }
  })

  it('gives the same proposals for the same scene and nodes', () => {
    for (const of of all) {
      const [a, b] = [ruler.propose(sceneOf(of), 1500), ruler.propose(sceneOf(of), 1500)]
      expect([a.solutions, a.partials]).toEqual([b.solutions, b.partials])
    }
  })

  it('goes on from where a partial rule ended', () => {
    const scene = sceneOf(FILLED_AND_FRAMED)
    const [partial] = ruler.propose(scene, 1500).partials
    if (partial === undefined) throw new Error('there is no partial rule')
    const next = scene.after(partial)
    expect(next.before).toEqual([partial.stage])
    expect(next.costBefore).toBeGreaterThan(partial.cost)
  })
})

it('an object rule that leaves a part of the change leads to one that does the rest', () => {
  const scene = sceneOf(FILLED_AND_FRAMED)
  const { solutions, partials } = objectRuler.propose(scene, 1500)
  expect(solutions).toEqual([])
  const further = partials.flatMap((partial) => objectRuler.propose(scene.after(partial), 1500).solutions)
  expect(further.length).toBeGreaterThan(0)
})

it('the stack ruler offers pieces even where no rule gives the size of the outputs', () => {
  const { solutions, partials } = stackRuler.propose(sceneOf(ODD_SIZES), 1500)
  expect(solutions).toEqual([])
  expect(partials.length).toBeGreaterThan(0)
})

it('a table rule may ask one thing more, or see other objects', () => {
  const of = task(
    [
      ['11000/10002/00000', '55000/50002/00000'],
      ['00011/02001/00000', '00055/02005/00000'],
    ],
    '22000/00001/00011',
  )
  const scene = sceneOf(of)
  const refined = refine(
    scene,
    { kind: 'each', by: 'side', keys: [], table: [], otherwise: { name: 'keep' } },
    1500,
  )
  expect(new Set(refined.map(({ edit }) => edit))).toEqual(new Set(['condition', 'segment']))
  const byColour = refined.find(({ edit, put }) => edit === 'condition' && put === 'colour')
  expect(byColour && scene.solved(byColour.proposal.results).every(Boolean)).toBe(true)
})

it('a table of cells that was read from its text may ask one thing more than it does', () => {
  const colour = '(plane colour (layer place))'
  const table = `(keys ${colour}) (otherwise (copy ${colour})) (row (0) (colour 4))`
  const parsed = parseProgram(`(program (view none as-is) (cells (of () (1 1) (1 1) (0 0)) ${table}))`)
  const [stage] = parsed.kind === 'program' ? parsed.program.stages : []
  if (stage === undefined) throw new Error('the text is no program')
  const refined = refine(sceneOf(FILLED_AND_FRAMED), stage, 1500)
  expect(refined.length).toBeGreaterThan(0)
  for (const { put, proposal } of refined) {
    const keys = proposal.stage.kind === 'cells' ? proposal.stage.keys : []
    expect(keys.map(({ feature }) => feature)).toEqual(['colour', put])
  }
})
