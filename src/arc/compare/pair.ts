// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { AXES, colourCounts, isSymmetric, paletteOf, periodOf, shapesOf } from '../describe/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'

/** What is measured of one produced grid beside the wanted one, as the feature vector names it. */
export const PAIR_MEASURES = [
  'exact',
  'shape',
  'cells',
  /** Over the cells that the wanted output changes; 1 when it changes none. */
  'changed',
  'unchanged',
  'histogram',
  'palette_precision',
  'palette_recall',
  'object_count',
  'objects',
  'object_shapes',
  'symmetry',
  'period',
] as const
type Measure = (typeof PAIR_MEASURES)[number]

/** Every number lies in 0..1 and 1 is best. */
export type PairComparison = Readonly<Record<Measure, number>>

const all = (value: number) =>
  Object.fromEntries(PAIR_MEASURES.map((name) => [name, value])) as PairComparison
const NOTHING = all(0)
const EVERYTHING = all(1)

/** What a score is made of; the other measures are for the feature vector alone. */
export type PairScore = Omit<PairComparison, 'object_count' | 'object_shapes' | 'symmetry' | 'period'>

export function comparePair(input: Grid, wanted: Grid, made: Grid | undefined): PairComparison {
  if (made === undefined) return NOTHING
  if (sameGrid(made, wanted)) return EVERYTHING
  const [a, b] = [objectsOf(made), wantedObjects(wanted)]
  const loose = (shapes: readonly Shape[]): string[] => shapes.map(({ picture }) => picture)
  const most = Math.max(a.length, b.length)
  return {
    ...scorePair(input, wanted, made),
    object_count: most === 0 ? 1 : Math.min(a.length, b.length) / most,
    object_shapes: overlap(loose(a), loose(b)),
    symmetry: agreement(AXES.map((x) => isSymmetric(made, x) === isSymmetric(wanted, x))),
    period: agreement((['rows', 'columns'] as const).map((x) => periodOf(made, x) === periodOf(wanted, x))),
  }
}

export function scorePair(input: Grid, wanted: Grid, made: Grid | undefined): PairScore {
  if (made === undefined) return NOTHING
  if (sameGrid(made, wanted)) return EVERYTHING
  const shape = made.width === wanted.width && made.height === wanted.height
  const sameSize = input.width === wanted.width && input.height === wanted.height
  const tally = { all: [0, 0], changed: [0, 0], unchanged: [0, 0] }
  for (let i = 0; i < wanted.cells.length; i++) {
    const right = shape && made.cells[i] === wanted.cells[i] ? 1 : 0
    const group = sameSize && input.cells[i] === wanted.cells[i] ? tally.unchanged : tally.changed
    for (const counts of [tally.all, group]) {
      counts[0]! += right
      counts[1]! += 1
    }
  }
  const share = ([right, total]: number[]): number => (total === 0 ? 1 : right! / total!)
  const [a, b] = [colourCounts(made), colourCounts(wanted)]
  const distance = a.reduce(
    (sum, n, c) => sum + Math.abs(n / made.cells.length - b[c]! / wanted.cells.length),
    0,
  )
  const [mine, theirs] = [paletteOf(made), paletteOf(wanted)]
  const common = mine.filter((c) => theirs.includes(c)).length
  return {
    exact: 0,
    shape: Number(shape),
    cells: share(tally.all),
    changed: share(tally.changed),
    unchanged: share(tally.unchanged),
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
const known = new WeakMap<Grid, readonly Shape[]>()

function wantedObjects(wanted: Grid): readonly Shape[] {
  const shapes = known.get(wanted) ?? objectsOf(wanted)
  known.set(wanted, shapes)
  return shapes
}
