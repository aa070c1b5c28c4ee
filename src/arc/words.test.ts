import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CELL_FEATURES,
  drawEach,
  type EachInk,
  featuresOf,
  inkOf,
  OBJECT_ACTIONS,
  OBJECT_MEASURES,
  type Picture,
  PRIMITIVES,
  pictureOf,
  type Segmentation,
} from './dsl/index.ts'
import { CASES as STEP_CASES } from './dsl/test-primitives.ts'
import { type Grid, GridStore, gridFromRows } from './grid/index.ts'
import { FEATURE_CASES } from './test-features.ts'
import { ACTION_CASES, ATTRIBUTE_CASES, INK_CASES, type ObjectCase } from './test-words.ts'
import { WORDS, type WordKind } from './words.ts'

const grid = (rows: string): Grid => gridFromRows(rows.split('/').map((row) => [...row].map(Number)))

function pictureIn(of: Grid, by: Segmentation = 'corner'): Picture {
  const store = new GridStore(8)
  const picture = pictureOf(store, store.add(of), by)
  if (picture === undefined) throw new Error('no objects')
  return picture
}

function text(cells: Uint8Array, width: number): string {
  const sign = (n: number): string => (n === 255 ? '-' : n === 10 ? 'x' : String(n))
  const rows = Array.from({ length: cells.length / width }, (_, y) => cells.slice(y * width, (y + 1) * width))
  return rows.map((row) => [...row].map(sign).join('')).join('/')
}

function featureOf(name: string, of: Grid): Uint8Array {
  const store = new GridStore(8)
  const found = featuresOf(store, store.add(of)).find((feature) => feature.name === name)
  if (found === undefined) throw new Error(`no feature ${name}`)
  return found.cells()
}

const DIRECTED =
  /^(slide|slide-hit|edge|step|leap|move-by-size|copy|repeat|mirror|flip|fold|shade|beam|thin-beam|slant)-(left|right|up|down|across|along|plus|falling|rising|cross)/

const named = ([name, rows, answers, by]: ObjectCase) => ({ name, rows, answers, by })

describe('an example of every word', () => {
  it.each(ACTION_CASES)('the action %s %s turns %s into %s', (name, ink, before, after) => {
    const picture = pictureIn(grid(before))
    const action = ink === undefined ? { name } : { name, ink }
    const made = drawEach(
      picture,
      picture.objects.map(() => action),
    )
    expect(text(made, picture.width)).toBe(after)
  })

  it.each(ATTRIBUTE_CASES.map(named))('the attribute $name', ({ name, rows, answers, by }) => {
    expect(OBJECT_MEASURES[name]?.(pictureIn(grid(rows), by))).toEqual(answers)
  })

  it.each(INK_CASES.map(named))('the ink $name', ({ name, rows, answers, by }) => {
    const picture = pictureIn(grid(rows), by)
    expect(picture.objects.map((object) => inkOf(picture, object, name))).toEqual(answers)
  })

  it.each(FEATURE_CASES)('the feature %s of %s', (name, rows, made) => {
    const of = grid(rows)
    expect(text(featureOf(name, of), of.width)).toBe(made)
  })

  /** Words of direction are tested by being mirror images of each other, below. */
  const family = (name: string): string => DIRECTED.exec(name)?.[1] ?? name
  const division = (name: string): string => name.replace(/^(wide-object|blob|gap)-/, 'object-')

  it('is there, and a sentence of its own, for every word of the table', () => {
    const names: Record<WordKind, readonly string[]> = {
      step: STEP_CASES.flatMap(([steps]) => steps.split(', ').map((step) => step.split(' ')[0] ?? '')),
      action: [...ACTION_CASES.map(([name]) => family(name)), 'stamp', 'stamp-ink', 'dress'],
      attribute: ATTRIBUTE_CASES.map(([name]) => name),
      ink: INK_CASES.map(([name]) => name),
      feature: FEATURE_CASES.map(([name]) => name),
    }
    for (const { kind, name, doc, cost } of WORDS) {
      expect(names[kind], `${kind} ${name}`).toContain(kind === 'feature' ? division(name) : family(name))
      expect(doc.length, name).toBeGreaterThan(2)
      expect(doc, name).not.toMatch(/[$]/)
      expect(cost, name).toBeGreaterThanOrEqual(0)
    }
    expect(WORDS.filter(({ kind }) => kind === 'step')).toHaveLength(PRIMITIVES.length)
    expect(WORDS.filter(({ kind }) => kind === 'feature')).toHaveLength(CELL_FEATURES.size)
  })
})

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
)
const anyGrid = fc
  .tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 2, max: 7 }))
  .chain(([w, h]) => fc.array(fc.array(cell, { minLength: w, maxLength: w }), { minLength: h, maxLength: h }))
  .filter((rows) => rows.some((row) => row.some((c) => c > 0)))
  .map(gridFromRows)

/** Two ways of turning a picture round, and what each makes of the names of directions. */
const TURNS = [
  {
    name: 'mirrored left-right',
    place: (x: number, y: number, w: number) => y * w + (w - 1 - x),
    isTurned: false,
    words: { left: 'right', right: 'left', falling: 'rising', rising: 'falling' },
  },
  {
    name: 'transposed',
    place: (x: number, y: number, _: number, h: number) => x * h + y,
    isTurned: true,
    words: { left: 'up', up: 'left', right: 'down', down: 'right', across: 'along', along: 'across' },
  },
] as const

describe('words of direction', () => {
  const turned = ({ width, height, cells }: Grid, turn: (typeof TURNS)[number]): Grid => {
    const made = new Uint8Array(cells.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) made[turn.place(x, y, width, height)] = cells[y * width + x] ?? 0
    return turn.isTurned ? { width: height, height: width, cells: made } : { width, height, cells: made }
  }
  const renamed = (name: string, turn: (typeof TURNS)[number]): string => {
    const words: Readonly<Record<string, string>> = turn.words
    const parts = name.split('-').map((part) => words[part] ?? part)
    const at = parts.findIndex(
      (part, i) => /^(left|right)$/.test(part) && /^(up|down)$/.test(parts[i + 1] ?? ''),
    )
    if (at >= 0) parts.splice(at, 2, parts[at + 1] ?? '', parts[at] ?? '')
    return parts.join('-')
  }
  const names = OBJECT_ACTIONS.map(({ name }) => name).filter((name) => DIRECTED.test(name))

  it.each(TURNS)('do the same in a picture that is $name, under their other name', (turn) => {
    fc.assert(
      fc.property(anyGrid, fc.nat(), fc.constantFrom(...names), (of, which, name) => {
        const ink: EachInk = 7
        const isInk = OBJECT_ACTIONS.some((action) => action.name === name && action.ink)
        const act = (
          seen: Picture,
          isActor: (cells: readonly number[]) => boolean,
          name: string,
        ): Uint8Array =>
          drawEach(
            seen,
            seen.objects.map(({ cells }) =>
              isActor(cells) ? { name, ...(isInk && { ink }) } : { name: 'keep' },
            ),
          )
        const before = pictureIn(of)
        const actor = before.objects[which % before.objects.length]?.cells ?? []
        const made = { ...of, cells: act(before, (cells) => cells === actor, name) }
        const other = turned(of, turn)
        const moved = new Set(
          actor.map((i) => turn.place(i % of.width, Math.floor(i / of.width), of.width, of.height)),
        )
        const same = act(pictureIn(other), (cells) => cells.every((i) => moved.has(i)), renamed(name, turn))
        expect(text(same, other.width)).toBe(text(turned(made, turn).cells, other.width))
      }),
      { numRuns: 300 },
    )
  })
})

it('cells are told the same of an object however it was set apart, where the ways agree', () => {
  // Separated shapes of one colour are the same objects by sides, by corners and as blobs.
  const of = grid('1110000/1010022/1110022/0000000/3330000/0300440')
  const names = [...CELL_FEATURES.keys()].filter((name) => name.startsWith('object-'))
  for (const name of names) {
    for (const division of ['wide-object', 'blob'])
      expect(featureOf(name.replace('object', division), of), name).toEqual(featureOf(name, of))
  }
})

it('cells are told the same of a gap as of an object of its shape', () => {
  const inked = grid('1110000/1010011/1110011/0000000/1110000/0100110')
  const emptied = { ...inked, cells: inked.cells.map((c) => 1 - c) }
  const differing = /-(holes|holed|kinds|main|rare|touches)$/
  for (const name of [...CELL_FEATURES.keys()].filter((n) => n.startsWith('object-') && !differing.test(n)))
    expect(featureOf(name.replace('object', 'gap'), emptied), name).toEqual(featureOf(name, inked))
})
