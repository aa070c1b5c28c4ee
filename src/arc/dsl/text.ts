/** Programs as text: one description from which both reading (with type checks) and printing follow. */
import { MEASURE_NAMES, SEGMENTATIONS } from '../objects/index.ts'
import { type Action, findObjectAction } from './actions/act.ts'
import { BOUND_NAMES } from './actions/inks.ts'
import {
  bracket,
  type Codec,
  form,
  fromText,
  many,
  oneName,
  Rejection,
  refined,
  refuse,
  textOf,
  two,
  variant,
  wholeNumber,
  word,
} from './codec.ts'
import { CELL_FEATURES } from './features.ts'
import { FITS } from './fit.ts'
import { argumentsOf, type Kind } from './op.ts'
import { RIGID_NAMES } from './ops/grow.ts'
import type { Ink, Layer, OutputSizeRule, Plane, Program, Relabel, Stage, Step, View } from './program.ts'
import { findPrimitive, resultKind } from './registry.ts'
import { BOX_NAMES, UPRIGHT_NAMES } from './view.ts'

const colour = wholeNumber('A colour', 0, 9)

const step: Codec<Step> = bracket('', {
  read(from) {
    const name = word('the name of a step').read(from)
    const primitive = findPrimitive(name) ?? refuse(`There is no primitive "${name}".`)
    const allowed = argumentsOf(primitive.parameter)
    const given = from.length === 0 ? '' : word('an argument').read(from)
    const argument = allowed.find((value) => String(value) === given)
    const wanted = allowed[0] === '' ? 'no argument' : `one of ${allowed.join(', ')}`
    return { op: name, argument: argument ?? refuse(`"${name}" takes ${wanted}, not "${given}".`) }
  },
  print: ({ op, argument }) => (argument === '' ? [op] : [op, String(argument)]),
})

/** Steps that take a grid and end in a grid, with every kind in between checked. */
const steps = refined(many(step), (all) => {
  let kind: Kind = 'grid'
  for (const { op } of all) {
    const primitive = findPrimitive(op)
    const next: Kind | undefined = primitive && resultKind(primitive, kind)
    if (next === undefined) return `"${op}" takes a ${primitive?.from} but is given a ${kind}.`
    kind = next
  }
  return kind === 'list' && 'The steps end in a list of pieces where one grid is needed.'
})

const action: Codec<Action> = bracket('', {
  read(from) {
    const name = word('the name of an action').read(from)
    const { ink: isInk } = findObjectAction(name) ?? refuse(`There is no action "${name}".`)
    const [given] = from
    if ((given !== undefined) !== isInk) return refuse(`"${name}" takes ${isInk ? 'one ink' : 'no ink'}.`)
    if (given === undefined) return { name }
    return { name, ink: Number.isNaN(Number(given)) ? boundInk.read(from) : colour.read(from) }
  },
  print: ({ name, ink }) => (ink === undefined ? [name] : [name, String(ink)]),
})
const boundInk = oneName(BOUND_NAMES, 'an ink')

const layer: Codec<Layer> = form('layer', { fit: oneName(FITS, 'a fit'), steps })
const side = (what: string, least: number) => bracket('', two(wholeNumber(what, least, 30)))
const size = variant<OutputSizeRule>('size', {
  fixed: { width: wholeNumber('A width', 1, 30), height: wholeNumber('A height', 1, 30) },
  of: {
    steps: bracket('', steps),
    times: side('A factor', 1),
    over: side('A divisor', 1),
    plus: side('A difference', -30),
  },
})

const feature = refined(
  word('a feature'),
  (name) => !CELL_FEATURES.has(name) && `There is no feature "${name}".`,
)
const plane: Codec<Plane> = form('plane', { feature, layer })
const copied = refined(
  plane,
  ({ feature: name }) =>
    CELL_FEATURES.get(name)?.copyable === false && `"${name}" is no colour and cannot be copied.`,
)
const ink = variant<Ink>('ink', { colour: { colour }, copy: { plane: copied } })

const keyUpTo = (most: number) => bracket('', many(wholeNumber('A key value', 0, most)))

const stage: Codec<Stage> = refined(
  variant('stage', {
    pipe: { steps },
    stack: {
      size,
      layers: refined(many(layer), ({ length }) => length === 0 && 'A stack needs at least one layer.'),
    },
    cells: {
      size,
      keys: bracket('keys', many(plane)),
      otherwise: bracket('otherwise', ink),
      table: many(form('row', { key: keyUpTo(255), ink })),
    },
    each: {
      by: oneName(SEGMENTATIONS, 'a way to split into objects'),
      keys: bracket('keys', many(oneName(MEASURE_NAMES, 'an attribute of objects'))),
      otherwise: bracket('otherwise', action),
      table: many(form('row', { key: keyUpTo(1_000_003), action })),
    },
    repeat: {
      stage: {
        read(from) {
          const inner = stage.read(from)
          return inner.kind === 'repeat' ? refuse('A stage is repeated once, not twice.') : inner
        },
        print: (inner) => stage.print(inner),
      },
    },
  }),
  (read) => {
    if (read.kind !== 'cells' && read.kind !== 'each') return undefined
    const { length } = read.keys
    const odd = read.table.find(({ key }) => key.length !== length)
    return odd && `A key of this table takes ${length} parts, not ${odd.key.length}.`
  },
)

const relabel = refined(
  variant<Relabel>('renaming of colours', { 'as-is': {}, ground: {}, 'by-count': { colours: many(colour) } }),
  (names) =>
    names.kind === 'by-count' &&
    new Set(names.colours).size < names.colours.length &&
    'A colour is renamed twice.',
)
const TURNS = ['none', ...RIGID_NAMES, ...UPRIGHT_NAMES, ...BOX_NAMES, 'panels'] as const
const view: Codec<View> = form('view', { turn: oneName(TURNS, 'a turn'), relabel })
const program = refined<Program>(
  form('program', { view, stages: many(stage) }),
  ({ stages }) => stages.length === 0 && 'A program needs at least one stage.',
)

export type ParseResult =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'rejected'; readonly reason: string }

/** Reads and type-checks a program. A bad one is an expected outcome: a rejection with its reason. */
export function parseProgram(text: string): ParseResult {
  try {
    return { kind: 'program', program: fromText(program, text) }
  } catch (error) {
    if (error instanceof Rejection) return { kind: 'rejected', reason: error.message }
    throw error
  }
}

/** A program as text that `parseProgram` reads back to the same program. */
export const printProgram = (value: Program): string => textOf(program, value)
export const printView = (value: View): string => textOf(view, value)
export const printStage = (value: Stage): string => textOf(stage, value)
export const printStep = (value: Step): string => textOf(step, value)
