import { applyProgram } from '../apply/index.ts'
import { AXES, colourCounts, isSymmetric, paletteOf, periodOf, shapesOf } from '../describe/index.ts'
import { type Layer, layersOf, type Program } from '../dsl/index.ts'
import { type Grid, progress, sameGrid, sameSize } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { once } from '../once.ts'

/** Stamped into every row that carries a feature vector or a score; changes whenever either would. */
export const COMPARATOR_VERSION = 'arc-compare-1'

/** What is measured of one produced grid beside the wanted one; a feature vector has the mean over the train pairs. */
const PAIR_FEATURES = [
  ['exact', 'share of train pairs reproduced exactly'],
  ['shape', 'share of train pairs with the right size'],
  ['cells', 'mean share of right cells'],
  ['changed', 'mean share of right cells among those the output changes; 1 when it changes none'],
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
] as const

/** What each number of a feature vector is, in order. Train pairs only, but for the `test_` flags, which see no answers. */
export const FEATURES: readonly (readonly [name: string, doc: string])[] = [
  ...PAIR_FEATURES,
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
]

export interface Comparison {
  readonly feature_vec: readonly number[]
  /** 0..1; 1 exactly when every train pair is exact. */
  readonly verifier_score: number
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

/** Compares what a program makes of a task with what is wanted. Never sees a test output. */
export function compareOutputs(
  task: Task,
  program: Program,
  made: readonly (Grid | undefined)[],
  tests: readonly (Grid | undefined)[],
): Comparison {
  const pairs = task.train.map((pair, i) => comparePair(pair.input, pair.output, made[i]))
  const accuracies = pairs.map((pair) => pair.cells)
  const { stages, layers, steps, depth, literals } = programSize(program)
  const seen = new Set(task.train.flatMap((pair) => paletteOf(pair.output)))
  const testShare = (test: (output: Grid, input: Grid) => boolean): number =>
    mean(
      task.tests.map((input, i) => {
        const output = tests[i]
        return output !== undefined && test(output, input) ? 1 : 0
      }),
    )
  const feature_vec = [
    ...PAIR_FEATURES.map(([name]) => mean(pairs.map((pair) => pair[name]))),
    Math.min(1, ...accuracies),
    Math.max(0, ...accuracies) - Math.min(1, ...accuracies),
    mean([...made, ...tests].map((grid) => (grid === undefined ? 0 : 1))),
    ...[stages, layers, steps, depth, literals],
    testShare((output, input) => sameGrid(output, input)),
    testShare((output) => paletteOf(output).length === 1),
    testShare((output, input) =>
      paletteOf(output).some((c) => !seen.has(c) && !paletteOf(input).includes(c)),
    ),
  ].map(round)
  return { feature_vec, verifier_score: score(pairs) }
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
  return round(Math.min(1, value))
}

/** To six places: scores nearer to each other than that are the same. */
export const round = (value: number): number => Math.round(value * 1e6) / 1e6

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length
}

/** What a program is made of; the comparator's measure of complexity. */
interface ProgramSize {
  readonly stages: number
  readonly layers: number
  readonly steps: number
  /** Steps in the longest single pipeline. */
  readonly depth: number
  /** Constants the program carries: arguments, table rows, fixed sizes. */
  readonly literals: number
}

export function programSize(program: Program): ProgramSize {
  const layers = program.stages.flatMap((stage): readonly Layer[] =>
    stage.kind === 'each' ? stage.table.map(() => ({ steps: [], fit: 'place' })) : layersOf(stage),
  )
  const steps = layers.flatMap((layer) => layer.steps)
  const constants = program.stages.map((stage) => {
    if (stage.kind === 'pipe') return 0
    if (stage.kind === 'each') return stage.table.length
    if (stage.kind === 'repeat') return 1
    return (stage.size.kind === 'fixed' ? 2 : 0) + (stage.kind === 'cells' ? stage.table.length : 0)
  })
  return {
    stages: program.stages.length,
    layers: layers.length,
    steps: steps.length,
    depth: Math.max(0, ...layers.map((layer) => layer.steps.length)),
    literals: steps.filter((step) => step.argument !== '').length + constants.reduce((sum, n) => sum + n, 0),
  }
}

/** Every number lies in 0..1 and 1 is best, but for `gain`. */
type PairComparison = Readonly<Record<(typeof PAIR_FEATURES)[number][0], number>>

/** What a score is made of; the other measures are for the feature vector alone. */
type PairScore = Omit<PairComparison, 'gain' | 'object_count' | 'object_shapes' | 'symmetry' | 'period'>

function comparePair(input: Grid, wanted: Grid, made: Grid | undefined): PairComparison {
  const scored = scorePair(input, wanted, made)
  // Handing back the input gets right what does not change.
  const gain = scored.cells - (1 - progress(input, undefined, wanted).change / wanted.cells.length)
  const whole = scored.exact
  if (made === undefined || whole === 1)
    return { ...scored, gain, object_count: whole, object_shapes: whole, symmetry: whole, period: whole }
  const [a, b] = [objectsOf(made), wantedObjects(wanted)]
  const loose = (shapes: readonly Shape[]): string[] => shapes.map(({ picture }) => picture)
  const most = Math.max(a.length, b.length)
  return {
    ...scored,
    gain,
    object_count: most === 0 ? 1 : Math.min(a.length, b.length) / most,
    object_shapes: overlap(loose(a), loose(b)),
    symmetry: agreement(AXES.map((x) => isSymmetric(made, x) === isSymmetric(wanted, x))),
    period: agreement((['rows', 'columns'] as const).map((x) => periodOf(made, x) === periodOf(wanted, x))),
  }
}

function scorePair(input: Grid, wanted: Grid, made: Grid | undefined): PairScore {
  if (made === undefined || sameGrid(made, wanted)) {
    const all = made === undefined ? 0 : 1
    const colours = { histogram: all, palette_precision: all, palette_recall: all }
    return { exact: all, shape: all, cells: all, changed: all, unchanged: all, objects: all, ...colours }
  }
  const { change, right, wrong } = progress(input, made, wanted)
  const [all, stay] = [wanted.cells.length, wanted.cells.length - change]
  const [a, b] = [colourCounts(made), colourCounts(wanted)]
  const distance = a.reduce(
    (sum, n, c) => sum + Math.abs(n / made.cells.length - b[c]! / wanted.cells.length),
    0,
  )
  const [mine, theirs] = [paletteOf(made), paletteOf(wanted)]
  const common = mine.filter((c) => theirs.includes(c)).length
  return {
    exact: 0,
    shape: Number(sameSize(made, wanted)),
    cells: (right + stay - wrong) / all,
    changed: change === 0 ? 1 : right / change,
    unchanged: stay === 0 ? 1 : (stay - wrong) / stay,
    histogram: 1 - distance / 2,
    palette_precision: common / mine.length,
    palette_recall: common / theirs.length,
    objects: overlap(placed(objectsOf(made)), placed(wantedObjects(wanted))),
  }
}

function agreement(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length / answers.length
}

/** Jaccard overlap of two multisets; two empty ones agree. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const rest = [...b]
  let common = 0
  for (const item of a) {
    const k = rest.indexOf(item)
    if (k < 0) continue
    rest.splice(k, 1)
    common++
  }
  const union = a.length + b.length - common
  return union === 0 ? 1 : common / union
}

type Shape = ReturnType<typeof shapesOf>[number]
const objectsOf = (grid: Grid): readonly Shape[] => shapesOf(grid, 'objects corner')
const placed = (shapes: readonly Shape[]): string[] =>
  shapes.map(({ place, picture }) => `${place},${picture}`)

/** Hundreds of pictures are held against the same outputs. */
const wantedObjects = once(objectsOf)
