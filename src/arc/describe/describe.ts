import { findOperator, runOperator } from '../dsl/index.ts'
import { type Grid, GridStore, NONE } from '../grid/index.ts'
import type { Pair, Task } from '../io/index.ts'
import type { Axis, Evidence, Fact, InvariantName, Segmentation, Side } from './fact.ts'
import {
  backgroundOf,
  colourCounts,
  findInside,
  frameColour,
  inkOf,
  isSymmetric,
  paletteOf,
  periodOf,
  separatorColours,
} from './grids.ts'

const SIDES: readonly Side[] = ['inputs', 'outputs']
const SEGMENTATIONS: readonly Segmentation[] = ['objects corner', 'objects side', 'blobs corner', 'colours']

/** All facts about a task's train pairs, in a fixed order. Test inputs are not looked at. */
export function describe(task: Pick<Task, 'train'>): Fact[] {
  const { train } = task
  if (train.length === 0) return []
  return [
    ...sizeFacts(train),
    ...colourFacts(train),
    ...shapeFacts(train),
    ...objectFacts(train),
    ...invariantFacts(train),
  ]
}

function proof(train: readonly Pair[], seen: (pair: Pair) => string): readonly Evidence[] {
  return train.map((pair, index) => ({ pair: index, seen: seen(pair) }))
}

const sizeText = (grid: Grid): string => `${grid.width}x${grid.height}`
const grids = (train: readonly Pair[], side: Side): Grid[] =>
  train.map((p) => (side === 'inputs' ? p.input : p.output))

/** Calls a test on every pair; the facts it stands for hold only when it holds everywhere. */
function always(train: readonly Pair[], test: (pair: Pair) => boolean): boolean {
  return train.every(test)
}

function sizeFacts(train: readonly Pair[]): Fact[] {
  const evidence = proof(train, ({ input, output }) => `${sizeText(input)} to ${sizeText(output)}`)
  const first = train[0]?.output
  const multiple = (a: number, b: number): boolean => a % b === 0 || b % a === 0
  const rules = [
    ['same', (p: Pair) => sizeText(p.input) === sizeText(p.output)],
    ['fixed', (p: Pair) => first !== undefined && sizeText(first) === sizeText(p.output)],
    [
      'scaled',
      (p: Pair) => multiple(p.input.width, p.output.width) && multiple(p.input.height, p.output.height),
    ],
    ['smaller', (p: Pair) => p.output.width <= p.input.width && p.output.height <= p.input.height],
    ['larger', (p: Pair) => p.output.width >= p.input.width && p.output.height >= p.input.height],
  ] as const
  const rule = rules.find(([, test]) => always(train, test))
  return [{ kind: 'size', rule: rule === undefined ? 'mixed' : rule[0], evidence }]
}

function colourFacts(train: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  const evidence = proof(train, ({ input, output }) => `${paletteOf(input)} to ${paletteOf(output)}`)
  const lacking = (from: Grid, to: Grid): number[] =>
    paletteOf(from).filter((c) => !paletteOf(to).includes(c))
  const shared = (lists: readonly number[][]): number[] =>
    (lists[0] ?? []).filter((c) => lists.every((list) => list.includes(c)))
  const added = train.map((p) => lacking(p.output, p.input))
  const removed = train.map((p) => lacking(p.input, p.output))
  if (added.every((list) => list.length > 0))
    facts.push({ kind: 'palette', change: 'adds', colours: shared(added), evidence })
  if (removed.every((list) => list.length > 0)) {
    facts.push({ kind: 'palette', change: 'removes', colours: shared(removed), evidence })
  }
  if ([...added, ...removed].every((list) => list.length === 0)) {
    facts.push({ kind: 'palette', change: 'keeps', colours: [], evidence })
  }
  const map = colourMap(train)
  if (map !== undefined) facts.push({ kind: 'colour-map', map, evidence })
  for (const side of SIDES) {
    const [first, ...rest] = grids(train, side).map(backgroundOf)
    if (first !== undefined && rest.every((c) => c === first)) {
      const seen = proof(train, (p) => `colour ${backgroundOf(side === 'inputs' ? p.input : p.output)}`)
      facts.push({ kind: 'background', side, colour: first, evidence: seen })
    }
  }
  return facts
}

/** The one renaming of colours that turns every input into its output, if there is one and it changes something. */
function colourMap(train: readonly Pair[]): [number, number][] | undefined {
  const map = new Map<number, number>()
  for (const { input, output } of train) {
    if (sizeText(input) !== sizeText(output)) return undefined
    for (let i = 0; i < input.cells.length; i++) {
      const from = input.cells[i] ?? 0
      const to = output.cells[i] ?? 0
      if ((map.get(from) ?? to) !== to) return undefined
      map.set(from, to)
    }
  }
  const changes = [...map].filter(([from, to]) => from !== to).sort((a, b) => a[0] - b[0])
  return changes.length === 0 ? undefined : changes
}

function shapeFacts(train: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  for (const side of SIDES) {
    const all = grids(train, side)
    for (const axis of ['left-right', 'up-down', 'diagonal'] as const satisfies readonly Axis[]) {
      if (all.every((grid) => isSymmetric(grid, axis))) {
        facts.push({ kind: 'symmetry', side, axis, evidence: proof(train, () => axis) })
      }
    }
    for (const along of ['rows', 'columns'] as const) {
      if (!all.every((grid) => periodOf(grid, along) > 0)) continue
      const seen = proof(
        train,
        (p) => `every ${periodOf(side === 'inputs' ? p.input : p.output, along)} cells`,
      )
      facts.push({ kind: 'period', side, along, evidence: seen })
    }
  }
  const lines = train.map((p) => separatorColours(p.input))
  for (const colour of lines[0] ?? []) {
    if (!lines.every((list) => list.includes(colour))) continue
    facts.push({
      kind: 'separators',
      colour,
      evidence: proof(train, (p) => `lines of ${separatorColours(p.input)}`),
    })
  }
  const frame = frameColour(train[0]?.input ?? { width: 1, height: 1, cells: new Uint8Array(1) })
  if (frame !== undefined && always(train, (p) => frameColour(p.input) === frame)) {
    facts.push({ kind: 'frame', colour: frame, evidence: proof(train, (p) => `around ${sizeText(p.input)}`) })
  }
  return facts
}

interface Shape {
  /** Cells as text, without the position. */
  readonly picture: string
  readonly outline: string
  readonly place: string
}

function shapesOf(grid: Grid, segmentation: Segmentation): Shape[] {
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

function objectFacts(train: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  for (const segmentation of SEGMENTATIONS) {
    const counts = train.map(
      (p) => [shapesOf(p.input, segmentation).length, shapesOf(p.output, segmentation).length] as const,
    )
    const evidence = counts.map(([a, b], pair) => ({ pair, seen: `${a} to ${b} objects` }))
    const changes = [
      ['same', ([a, b]: readonly [number, number]) => a === b && a > 0],
      ['to-one', ([, b]: readonly [number, number]) => b === 1],
      ['fewer', ([a, b]: readonly [number, number]) => b < a],
      ['more', ([a, b]: readonly [number, number]) => b > a],
    ] as const
    const change = changes.find(([, test]) => counts.every(test))
    if (change !== undefined) facts.push({ kind: 'object-count', segmentation, change: change[0], evidence })
  }
  const relations = ['kept', 'moved', 'recoloured', 'moved-or-recoloured'] as const
  const pairs = train.map(
    (p) => [shapesOf(p.input, 'objects corner'), shapesOf(p.output, 'objects corner')] as const,
  )
  const relation = relations.find((name) =>
    pairs.every(
      ([before, after]) =>
        after.length > 0 && after.every((shape) => before.some((old) => relates(name, old, shape))),
    ),
  )
  if (relation !== undefined) {
    const evidence = pairs.map(([before, after], pair) => ({
      pair,
      seen: `${before.length} objects before, ${after.length} after`,
    }))
    facts.push({ kind: 'correspondence', relation, evidence })
  }
  return facts
}

function relates(
  relation: 'kept' | 'moved' | 'recoloured' | 'moved-or-recoloured',
  old: Shape,
  now: Shape,
): boolean {
  switch (relation) {
    case 'kept':
      return old.picture === now.picture && old.place === now.place
    case 'moved':
      return old.picture === now.picture
    case 'recoloured':
      return old.outline === now.outline && old.place === now.place
    case 'moved-or-recoloured':
      return old.outline === now.outline
  }
}

function invariantFacts(train: readonly Pair[]): Fact[] {
  const facts: Fact[] = []
  const inks = proof(train, ({ input, output }) => `${inkOf(input)} to ${inkOf(output)} coloured cells`)
  if (always(train, (p) => inkOf(p.input) === inkOf(p.output)))
    facts.push({ kind: 'ink-count', change: 'same', evidence: inks })
  else if (always(train, (p) => inkOf(p.output) < inkOf(p.input)))
    facts.push({ kind: 'ink-count', change: 'fewer', evidence: inks })
  else if (always(train, (p) => inkOf(p.output) > inkOf(p.input)))
    facts.push({ kind: 'ink-count', change: 'more', evidence: inks })
  const same = always(train, (p) => sizeText(p.input) === sizeText(p.output))
  const offer = (name: InvariantName, holds: (pair: Pair) => boolean): void => {
    if (!always(train, holds)) return
    facts.push({
      kind: 'invariant',
      name,
      evidence: proof(train, (p) => `${changedColours(p).reduce((a, b) => a + b, 0)} cells change`),
    })
  }
  if (same) {
    offer('ink-stays', ({ input, output }) => input.cells.every((c, i) => c === 0 || c === output.cells[i]))
    offer('only-empty-cells-change', (p) => changedColours(p).every((n, c) => n === 0 || c === 0))
    offer('only-one-colour-changes', (p) => changedColours(p).filter((n) => n > 0).length === 1)
    offer('shape-of-ink-stays', ({ input, output }) =>
      input.cells.every((c, i) => (c === 0) === (output.cells[i] === 0)),
    )
  } else {
    offer('output-inside-input', ({ input, output }) => findInside(output, input) !== undefined)
    offer('input-inside-output', ({ input, output }) => findInside(input, output) !== undefined)
  }
  return facts
}

/** How many cells of each input colour change; all zero when the sizes differ. */
function changedColours({ input, output }: Pair): number[] {
  if (sizeText(input) !== sizeText(output))
    return colourCounts({ width: 0, height: 0, cells: new Uint8Array(0) })
  return colourCounts({ ...input, cells: input.cells.filter((c, i) => c !== output.cells[i]) })
}
