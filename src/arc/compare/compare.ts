import { applyProgram } from '../apply/index.ts'
import { paletteOf } from '../describe/index.ts'
import type { Program } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { comparePair, PAIR_MEASURES, type PairComparison, type PairScore, scorePair } from './pair.ts'
import { programSize } from './program-size.ts'

/** Stamped into every row that carries a feature vector or a score; changes whenever either would. */
export const COMPARATOR_VERSION = 'arc-compare-1'

/** What each number of a feature vector is, in order. Train pairs only, but for the `test_` flags, which see no answers. */
export const FEATURES = [
  ['exact', 'share of train pairs reproduced exactly'],
  ['shape', 'share of train pairs with the right size'],
  ['cells', 'mean share of right cells'],
  ['changed', 'mean share of right cells among those the output changes'],
  ['unchanged', 'mean share of right cells among those the output leaves alone'],
  ['gain', 'mean share of right cells minus that of handing back the input, from -1 to 1'],
  ['histogram', 'mean agreement of colour histograms'],
  ['palette_precision', 'mean share of produced colours that are wanted'],
  ['palette_recall', 'mean share of wanted colours that are produced'],
  ['object_count', 'mean agreement of object counts'],
  ['objects', 'mean overlap of objects at their places'],
  ['object_shapes', 'mean overlap of objects wherever they are'],
  ['symmetry', 'mean agreement on which symmetries hold'],
  ['period', 'mean agreement on periods'],
  ['worst', 'share of right cells in the worst pair'],
  ['spread', 'largest minus smallest share of right cells over the pairs'],
  ['applies', 'share of train and test inputs on which the program gives a grid'],
  ['stages', 'stages of the program'],
  ['layers', 'layers or planes of the program'],
  ['steps', 'steps of the program'],
  ['depth', 'steps of its longest pipeline'],
  ['literals', 'constants it carries'],
  ['test_copies_input', 'share of test outputs equal to their input'],
  ['test_one_colour', 'share of test outputs of one colour'],
  ['test_new_colours', 'share of test outputs with a colour seen in neither their input nor a train output'],
] as const

export interface Comparison {
  readonly comparator_version: string
  readonly feature_vec: readonly number[]
  /** 0..1; 1 exactly when every train pair is exact. */
  readonly verifier_score: number
  readonly pairs: readonly PairComparison[]
}

/** Compares what a program makes of a task with what is wanted. Never sees a test output. */
export function compareProgram(task: Task, program: Program): Comparison {
  const made = task.train.map((pair) => applyProgram(program, pair.input))
  const tests = task.tests.map((input) => applyProgram(program, input))
  return compareOutputs(task, program, made, tests)
}

/** The verifier score of a program alone: for edits, of which many are tried and few are kept. */
export function scoreProgram(task: Task, program: Program): number {
  return scoreOutputs(
    task,
    task.train.map((pair) => applyProgram(program, pair.input)),
  )
}

export function scoreOutputs(task: Task, made: readonly (Grid | undefined)[]): number {
  return score(task.train.map((pair, i) => scorePair(pair.input, pair.output, made[i])))
}

/** The same for outputs that are already at hand. */
export function compareOutputs(
  task: Task,
  program: Program,
  made: readonly (Grid | undefined)[],
  tests: readonly (Grid | undefined)[],
): Comparison {
  const pairs = task.train.map((pair, i) => comparePair(pair.input, pair.output, made[i]))
  const baseline = task.train.map((pair) => rightShare(pair.input, pair.output))
  const accuracies = pairs.map((pair) => pair.cells)
  const size = programSize(program)
  const seen = new Set(task.train.flatMap((pair) => paletteOf(pair.output)))
  const testShare = (test: (output: Grid, input: Grid) => boolean): number =>
    mean(
      task.tests.map((input, i) => {
        const output = tests[i]
        return output !== undefined && test(output, input) ? 1 : 0
      }),
    )
  const feature_vec = [
    ...FEATURES.slice(
      0,
      FEATURES.findIndex(([name]) => name === 'worst'),
    ).map(([name]) => {
      const measure = PAIR_MEASURES.find((known) => known === name)
      return measure === undefined ? mean(accuracies) - mean(baseline) : mean(pairs.map((p) => p[measure]))
    }),
    Math.min(1, ...accuracies),
    Math.max(0, ...accuracies) - Math.min(1, ...accuracies),
    mean([...made, ...tests].map((grid) => (grid === undefined ? 0 : 1))),
    size.stages,
    size.layers,
    size.steps,
    size.depth,
    size.literals,
    testShare((output, input) => sameGrid(output, input)),
    testShare((output) => paletteOf(output).length === 1),
    testShare((output, input) =>
      paletteOf(output).some((c) => !seen.has(c) && !paletteOf(input).includes(c)),
    ),
  ].map((value) => Math.round(value * 1e6) / 1e6)
  return { comparator_version: COMPARATOR_VERSION, feature_vec, verifier_score: score(pairs), pairs }
}

/** The share of right cells when the input is handed back. */
function rightShare(input: Grid, wanted: Grid): number {
  if (input.width !== wanted.width || input.height !== wanted.height) return 0
  return mean(Array.from(wanted.cells, (c, i) => Number(c === input.cells[i])))
}

/**
 * Half of the score is exact pairs; the rest is partial credit, which can never make up for an exact pair lost
 * on tasks of up to four pairs. Changed cells weigh most, because unchanged ones come for free.
 */
function score(pairs: readonly PairScore[]): number {
  const partial = pairs.map(
    (p) =>
      0.4 * p.changed +
      0.2 * p.unchanged +
      0.15 * p.shape +
      0.1 * p.objects +
      0.05 * (p.histogram + p.palette_recall + p.palette_precision),
  )
  const value = 0.5 * mean(pairs.map((p) => p.exact)) + 0.5 * mean(partial)
  return Math.round(Math.min(1, value) * 1e6) / 1e6
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length
}
