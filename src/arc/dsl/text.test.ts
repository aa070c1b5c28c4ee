import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GridStore } from '../grid/index.ts'
import {
  type Action,
  BOUND_NAMES,
  FITS,
  featuresOf,
  type Ink,
  type Kind,
  type Layer,
  MEASURE_NAMES,
  OBJECT_ACTIONS,
  OPERATORS,
  type Operator,
  type OutputSizeRule,
  type Plane,
  type Program,
  parseProgram,
  printProgram,
  RIGID_NAMES,
  resultKind,
  SEGMENTATIONS,
  type Stage,
  type Step,
} from './index.ts'

/** Steps picked by numbers so that kinds always fit; a list left over at the end is merged. */
const anySteps = fc.array(fc.nat(), { maxLength: 4 }).map((picks) => {
  let kind: Kind = 'grid'
  const chosen: Operator[] = []
  for (const pick of picks) {
    const fitting = OPERATORS.filter((operator) => resultKind(operator.primitive, kind) !== undefined)
    const operator = fitting[pick % fitting.length]
    if (operator === undefined) continue
    kind = resultKind(operator.primitive, kind) ?? kind
    chosen.push(operator)
  }
  const steps: Step[] = chosen.map(({ primitive, argument }) => ({ op: primitive.name, argument }))
  return kind === 'list' ? [...steps, { op: 'overlay', argument: '' }] : steps
})
const anyLayer: fc.Arbitrary<Layer> = fc.record({ steps: anySteps, fit: fc.constantFrom(...FITS) })
const store = new GridStore(4)
const features = featuresOf(store, store.add({ width: 1, height: 1, cells: new Uint8Array(1) }))
const anyPlane: fc.Arbitrary<Plane> = fc.record({
  feature: fc.constantFrom(...features.map((feature) => feature.name)),
  layer: anyLayer,
})
const colour = fc.integer({ min: 0, max: 9 })
const anyInk: fc.Arbitrary<Ink> = fc.oneof(
  fc.record({ kind: fc.constant('colour' as const), colour }),
  fc.record({
    kind: fc.constant('copy' as const),
    plane: fc.record({
      feature: fc.constantFrom(
        ...features.filter((feature) => feature.copyable).map((feature) => feature.name),
      ),
      layer: anyLayer,
    }),
  }),
)
const side = fc.integer({ min: 1, max: 30 })
const two = (least: number) =>
  fc.tuple(fc.integer({ min: least, max: 30 }), fc.integer({ min: least, max: 30 }))
const anySize: fc.Arbitrary<OutputSizeRule> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), width: side, height: side }),
  fc.record({
    kind: fc.constant('of' as const),
    steps: anySteps,
    times: two(1),
    over: two(1),
    plus: two(-30),
  }),
)
const anyAction: fc.Arbitrary<Action> = fc
  .tuple(fc.constantFrom(...OBJECT_ACTIONS), fc.oneof(colour, fc.constantFrom(...BOUND_NAMES)))
  .map(([{ ink: isInk, name }, ink]) => (isInk ? { name, ink } : { name }))
const anyStage: fc.Arbitrary<Stage> = fc.oneof(
  fc.record({ kind: fc.constant('pipe' as const), steps: anySteps }),
  fc.record({
    kind: fc.constant('stack' as const),
    size: anySize,
    layers: fc.array(anyLayer, { minLength: 1, maxLength: 4 }),
  }),
  fc.array(anyPlane, { maxLength: 3 }).chain((keys) =>
    fc.record({
      kind: fc.constant('cells' as const),
      size: anySize,
      keys: fc.constant(keys),
      otherwise: anyInk,
      table: fc.array(
        fc.record({
          key: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: keys.length, maxLength: keys.length }),
          ink: anyInk,
        }),
        { maxLength: 5 },
      ),
    }),
  ),
  fc.array(fc.constantFrom(...MEASURE_NAMES), { maxLength: 2 }).chain((keys) =>
    fc.record({
      kind: fc.constant('each' as const),
      by: fc.constantFrom(...SEGMENTATIONS),
      keys: fc.constant(keys),
      otherwise: anyAction,
      table: fc.array(
        fc.record({
          key: fc.array(fc.nat({ max: 1000 }), { minLength: keys.length, maxLength: keys.length }),
          action: anyAction,
        }),
        { maxLength: 5 },
      ),
    }),
  ),
)
const anyRepeat = anyStage.map(
  (stage): Stage => (stage.kind === 'repeat' ? stage : { kind: 'repeat', stage }),
)
const anyProgram: fc.Arbitrary<Program> = fc.record({
  view: fc.record({
    turn: fc.constantFrom('none' as const, ...RIGID_NAMES),
    relabel: fc.oneof(
      fc.constant({ kind: 'as-is' as const }),
      fc.uniqueArray(colour).map((colours) => ({ kind: 'by-count' as const, colours })),
    ),
  }),
  stages: fc.array(fc.oneof(anyStage, anyRepeat), { minLength: 1, maxLength: 3 }),
})

describe('program text', () => {
  it('reads back to the same program', () => {
    fc.assert(
      fc.property(anyProgram, (program) => {
        expect(parseProgram(printProgram(program))).toEqual({ kind: 'program', program })
      }),
      { numRuns: 300 },
    )
  })

  it('is what a person would write', () => {
    const program =
      '(program (view none as-is) (stack (fixed 3 3) (layer place (keep 2) (rays left)) (layer tile)))'
    const result = parseProgram(program)
    expect(result.kind === 'program' && printProgram(result.program)).toBe(program)
  })

  it.each([
    ['(program (view none as-is))', 'at least one stage'],
    ['(program (view none as-is) (pipe (keep 2))', 'ends before'],
    ['(program (view none as-is) (pipe (keep 2)))) x', 'text after'],
    ['(program (view sideways as-is) (pipe))', '"sideways" is not a turn'],
    ['(program (view none (by-count 1 1)) (pipe))', 'renamed twice'],
    ['(program (view none as-is) (pipe (explode)))', 'no primitive "explode"'],
    ['(program (view none as-is) (pipe (keep 12)))', '"keep" takes one of 1, 2'],
    ['(program (view none as-is) (pipe (crop 1)))', '"crop" takes no argument'],
    ['(program (view none as-is) (pipe (overlay)))', '"overlay" takes a list but is given a grid'],
    ['(program (view none as-is) (pipe (objects side)))', 'end in a list'],
    ['(program (view none as-is) (stack (fixed 0 3) (layer place)))', 'from 1 to 30'],
    ['(program (view none as-is) (stack (fixed 3 3)))', 'at least one layer'],
    ['(program (view none as-is) (stack (fixed 3 3) (layer glue)))', '"glue" is not a fit'],
    ['(program (view none as-is) (dream))', 'There is no stage'],
    [
      '(program (view none as-is) (cells (fixed 1 1) (keys (plane mood (layer place))) (otherwise (colour 0))))',
      'no feature "mood"',
    ],
    [
      '(program (view none as-is) (cells (fixed 1 1) (keys) (otherwise (copy (plane checker (layer place))))))',
      'cannot be copied',
    ],
    [
      '(program (view none as-is) (cells (fixed 1 1) (keys) (otherwise (colour 0)) (row (1) (colour 2))))',
      'takes 0 parts',
    ],
    ['('.repeat(100), 'nest deeper'],
    ['', 'ends before'],
  ])('is rejected with a reason: %s', (text, reason) => {
    const result = parseProgram(text)
    expect(result.kind).toBe('rejected')
    expect(result.kind === 'rejected' && result.reason).toContain(reason)
  })
})
