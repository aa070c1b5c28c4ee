import { findOperator, runOperator } from '../dsl/index.ts'
import { type Grid, GridStore, NONE } from '../grid/index.ts'
import type { Pair, Task } from '../io/index.ts'
import { once } from '../once.ts'
import { type Fact, fact } from './fact.ts'
import {
  AXES,
  backgroundOf,
  colourCounts,
  frameColour,
  inkOfGrid,
  isSymmetric,
  liesWithin,
  paletteOf,
  periodOf,
  separatorColours,
} from './grids.ts'

type Train = readonly Pair[]

/** All facts about a task's train pairs, in a fixed order. Test inputs are not looked at. */
export function describe({ train }: Pick<Task, 'train'>): readonly Fact[] {
  return factsOf(train)
}

/** Loop, search, repairs and memory all ask about the same task. */
const factsOf = once((train: Train): readonly Fact[] =>
  train.length === 0
    ? []
    : [sizeFact, colourFacts, shapeFacts, objectFacts, invariantFacts].flatMap((of) => of(train)),
)

const sizeText = ({ width, height }: Grid): string => `${width}x${height}`
const keepsSize = ({ input, output }: Pair): boolean => sizeText(input) === sizeText(output)
const SIDES = [
  ['inputs', ({ input }: Pair) => input],
  ['outputs', ({ output }: Pair) => output],
] as const

/** The first of several names whose test holds on every pair, with its sentence. */
function firstOf<T>(
  items: readonly T[],
  rules: readonly (readonly [string, (item: T) => boolean, string])[],
): { name: string; sentence: string } | undefined {
  const rule = rules.find(([, test]) => items.every(test))
  return rule && { name: rule[0], sentence: rule[2] }
}

function sizeFact(train: Train): Fact {
  const first = train[0]?.output
  const multiple = (a: number, b: number): boolean => a % b === 0 || b % a === 0
  const isFixed = ({ output }: Pair): boolean => first !== undefined && sizeText(first) === sizeText(output)
  const isScaled = ({ input: a, output: b }: Pair): boolean =>
    multiple(a.width, b.width) && multiple(a.height, b.height)
  const isWithin = (a: Grid, b: Grid): boolean => a.width <= b.width && a.height <= b.height
  const { name, sentence } = firstOf(train, [
    ['same', keepsSize, 'The output has the size of the input.'],
    ['fixed', isFixed, 'All outputs have one size.'],
    ['scaled', isScaled, 'The output is a whole multiple or part of the input in size.'],
    ['smaller', (p) => isWithin(p.output, p.input), 'The output is smaller than the input.'],
    ['larger', (p) => isWithin(p.input, p.output), 'The output is larger than the input.'],
  ]) ?? { name: 'mixed', sentence: 'No simple rule gives the size of the output.' }
  return fact(train, `size:${name}`, sentence, (p) => `${sizeText(p.input)} to ${sizeText(p.output)}`)
}

function colourFacts(train: Train): Fact[] {
  const palettes = train.map(({ input, output }) => [paletteOf(input), paletteOf(output)] as const)
  const seen = (_: Pair, at: number): string => `${palettes[at]?.[0]} to ${palettes[at]?.[1]}`
  const lacking = (from: readonly number[], to: readonly number[]): number[] =>
    from.filter((c) => !to.includes(c))
  const added = palettes.map(([input, output]) => lacking(output, input))
  const removed = palettes.map(([input, output]) => lacking(input, output))
  const changes = [['adds', added] as const, ['removes', removed] as const].flatMap(([change, lists]) => {
    if (lists.some((list) => list.length === 0)) return []
    const shared = (lists[0] ?? []).filter((c) => lists.every((list) => list.includes(c)))
    const which =
      shared.length === 0 ? 'colours that differ from pair to pair' : `colour ${shared.join(', ')}`
    return [fact(train, `palette:${change}`, `The output ${change} ${which}.`, seen)]
  })
  const isKept = [...added, ...removed].every((list) => list.length === 0)
  const map = colourMap(train)
  const renamed = map?.map(([from, to]) => `${from} becomes ${to}`).join(', ')
  return [
    ...changes,
    ...(isKept ? [fact(train, 'palette:keeps', 'Input and output use the same colours.', seen)] : []),
    ...(map ? [fact(train, 'colour-map', `Colours are renamed: ${renamed}.`, seen)] : []),
    ...SIDES.flatMap(([side, gridOf]) => {
      const [first, ...rest] = train.map((p) => backgroundOf(gridOf(p)))
      if (first === undefined || rest.some((c) => c !== first)) return []
      const key = `background:${side}:${first === 0 ? 'empty' : 'ink'}`
      return [fact(train, key, `The commonest colour of the ${side} is ${first}.`, () => `colour ${first}`)]
    }),
  ]
}

/** The one renaming of colours that turns every input into its output, if there is one and it changes something. */
function colourMap(train: Train): [number, number][] | undefined {
  const map = new Map<number, number>()
  for (const pair of train) {
    if (!keepsSize(pair)) return undefined
    for (let i = 0; i < pair.input.cells.length; i++) {
      const from = pair.input.cells[i] ?? 0
      const to = pair.output.cells[i] ?? 0
      if ((map.get(from) ?? to) !== to) return undefined
      map.set(from, to)
    }
  }
  const changes = [...map].filter(([from, to]) => from !== to).sort((a, b) => a[0] - b[0])
  return changes.length === 0 ? undefined : changes
}

function shapeFacts(train: Train): Fact[] {
  const lines = train.map(({ input }) => separatorColours(input))
  const dividing = lines[0]?.filter((colour) => lines.every((list) => list.includes(colour))) ?? []
  const [frame, ...others] = train.map(({ input }) => frameColour(input))
  const framed = `The inputs have a rectangular frame of colour ${frame}.`
  return [
    ...SIDES.flatMap(([side, gridOf]) => [
      ...AXES.filter((axis) => train.every((p) => isSymmetric(gridOf(p), axis))).map((axis) =>
        fact(train, `symmetry:${side}:${axis}`, `The ${side} are symmetric ${axis}.`, () => axis),
      ),
      ...(['rows', 'columns'] as const).flatMap((along) => {
        const periods = train.map((p) => periodOf(gridOf(p), along))
        if (periods.includes(0)) return []
        const sentence = `The ${side} repeat along their ${along}.`
        return [fact(train, `period:${side}:${along}`, sentence, (_, at) => `every ${periods[at]} cells`)]
      }),
    ]),
    ...dividing.map((colour) => {
      const sentence = `Full lines of colour ${colour} divide the inputs into panels.`
      return fact(train, 'separators', sentence, (_, at) => `lines of ${lines[at]}`)
    }),
    ...(frame !== undefined && others.every((colour) => colour === frame)
      ? [fact(train, 'frame', framed, ({ input }) => `around ${sizeText(input)}`)]
      : []),
  ]
}

interface Shape {
  /** Cells as text, without the position. */
  readonly picture: string
  readonly outline: string
  readonly place: string
}

/** The objects of a grid as a step of that name splits it. */
export function shapesOf(grid: Grid, segmentation: string): Shape[] {
  const store = new GridStore(64)
  const operator = findOperator(segmentation)
  const value = operator === undefined ? NONE : runOperator(store, operator, store.add(grid))
  if (value === NONE) return []
  return store.items(value).map((id) => {
    const piece = store.grid(id)
    return {
      picture: `${piece.width}:${piece.cells.join('')}`,
      outline: `${piece.width}:${piece.cells.map((c) => Number(c !== 0)).join('')}`,
      place: `${store.left[id]},${store.top[id]}`,
    }
  })
}

/** How every output object may stem from an input object. */
const RELATIONS: readonly (readonly [string, (old: Shape, now: Shape) => boolean])[] = [
  ['kept', (old, now) => old.picture === now.picture && old.place === now.place],
  ['moved', (old, now) => old.picture === now.picture],
  ['recoloured', (old, now) => old.outline === now.outline && old.place === now.place],
  ['moved-or-recoloured', (old, now) => old.outline === now.outline],
]

function objectFacts(train: Train): Fact[] {
  const shapes = (by: string) => train.map((p) => [shapesOf(p.input, by), shapesOf(p.output, by)] as const)
  const found = ['objects corner', 'objects side', 'blobs corner', 'colours'].map((by) => ({
    by,
    pairs: shapes(by),
  }))
  const counted = found.flatMap(({ by, pairs }) => {
    const counts = pairs.map(([before, after]) => [before.length, after.length] as const)
    const change = firstOf(counts, [
      ['same', ([a, b]) => a === b && a > 0, 'the output has as many objects as the input'],
      ['to-one', ([, b]) => b === 1, 'the output is a single object'],
      ['fewer', ([a, b]) => b < a, 'the output has fewer objects than the input'],
      ['more', ([a, b]) => b > a, 'the output has more objects than the input'],
    ])
    if (change === undefined) return []
    const seen = (_: Pair, at: number): string => `${counts[at]?.[0]} to ${counts[at]?.[1]} objects`
    return [fact(train, `object-count:${by}:${change.name}`, `By "${by}", ${change.sentence}.`, seen)]
  })
  const pairs = found[0]?.pairs ?? []
  const relation = RELATIONS.find(([, relates]) =>
    pairs.every(
      ([before, after]) => after.length > 0 && after.every((now) => before.some((old) => relates(old, now))),
    ),
  )?.[0]
  if (relation === undefined) return counted
  const sentence = `Every output object is an input object that was ${relation.replaceAll('-', ' ')}.`
  const seen = (_: Pair, at: number): string =>
    `${pairs[at]?.[0].length} objects before, ${pairs[at]?.[1].length} after`
  return [...counted, fact(train, `correspondence:${relation}`, sentence, seen)]
}

const inkStays = ({ input, output }: Pair): boolean =>
  input.cells.every((c, i) => c === 0 || c === output.cells[i])
const shapeStays = ({ input, output }: Pair): boolean =>
  input.cells.every((c, i) => (c === 0) === (output.cells[i] === 0))
const emptyChanges = (p: Pair): boolean => changedColours(p).every((n, c) => n === 0 || c === 0)
const oneChanges = (p: Pair): boolean => changedColours(p).filter((n) => n > 0).length === 1
const isCutOut = (p: Pair): boolean => liesWithin(p.output, p.input)
const isFramed = (p: Pair): boolean => liesWithin(p.input, p.output)

/** What stays as it is in every pair that keeps its size, and in every pair that does not. */
const INVARIANTS: readonly (readonly [string, string, boolean, (pair: Pair) => boolean])[] = [
  ['ink-stays', 'Every coloured cell of the input keeps its colour.', true, inkStays],
  ['only-empty-cells-change', 'Only empty cells change.', true, emptyChanges],
  ['only-one-colour-changes', 'All cells that change have one and the same colour before.', true, oneChanges],
  ['shape-of-ink-stays', 'The same cells are coloured before and after.', true, shapeStays],
  ['output-inside-input', 'The output is a rectangle of the input.', false, isCutOut],
  ['input-inside-output', 'The input is a rectangle of the output.', false, isFramed],
]

function invariantFacts(train: Train): Fact[] {
  const ink = firstOf(train, [
    ['same', (p) => inkOfGrid(p.input) === inkOfGrid(p.output), 'as many coloured cells as'],
    ['fewer', (p) => inkOfGrid(p.output) < inkOfGrid(p.input), 'fewer coloured cells than'],
    ['more', (p) => inkOfGrid(p.output) > inkOfGrid(p.input), 'more coloured cells than'],
  ])
  const isSame = train.every(keepsSize)
  const inks = ({ input, output }: Pair): string =>
    `${inkOfGrid(input)} to ${inkOfGrid(output)} coloured cells`
  const changed = (p: Pair): string => `${changedColours(p).reduce((a, b) => a + b, 0)} cells change`
  return [
    ...(ink ? [fact(train, `ink-count:${ink.name}`, `The output has ${ink.sentence} the input.`, inks)] : []),
    ...INVARIANTS.filter(([, , ofSame, holds]) => ofSame === isSame && train.every(holds)).map(
      ([name, sentence]) => fact(train, `invariant:${name}`, sentence, changed),
    ),
  ]
}

/** How many cells of each input colour change; all zero when the sizes differ. */
function changedColours(pair: Pair): number[] {
  const { input, output } = pair
  const isChanged = (c: number, i: number): boolean => keepsSize(pair) && c !== output.cells[i]
  return colourCounts({ ...input, cells: input.cells.filter(isChanged) })
}
