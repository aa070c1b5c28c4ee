/**
 * The one model of description length, in tenths of an ordinary step. Rulers add up the same terms while they search;
 * programs from elsewhere (edits, memory, models) are measured here. What a program carries without having been shown
 * it twice is priced too: see `Evidence`.
 */
import {
  type Action,
  BOUND_NAMES,
  CELL_FEATURES,
  findObjectAction,
  findPrimitive,
  type Ink,
  type Layer,
  MEASURE_NAMES,
  type OutputSizeRule,
  type Plane,
  type Program,
  type Stage,
  type Step,
  type View,
} from './dsl/index.ts'

export const LENGTH = {
  /** Every stage after the first. */
  stage: 10,
  layer: 8,
  /** A fit that changes the piece. */
  fit: 4,
  view: 6,
  cells: 6,
  cellKey: 4,
  /** A measured feature of the base layer, and one that is a colour. */
  feature: 6,
  colourFeature: 8,
  /** A row that writes something else than what is there, and more when it copies another plane. */
  row: 1,
  copyingRow: 2,
  objects: 8,
  /** A stage that goes on until nothing changes. */
  repeat: 5,
  objectKey: 5,
  constantInk: 1,
  boundInk: 2,
  /** A fixed size, and one that a single pair shows. */
  fixedSize: 2,
  fixedOnce: 12,
  derivedSize: 2,
  /** A fact of the train pairs that a prediction would break. */
  brokenFact: 10,
  /** Each doubling of the candidates behind one prediction makes it so much shorter. */
  voucher: 3,
} as const

/** What tables carry without having been shown it twice. */
export const MEMORISED = {
  /** A row that only one train pair uses: in a table of cells, and in one of objects. */
  cellRowOnce: 1,
  keptRowOnce: 2,
  objectRowOnce: 2,
  /** A key of a test input that no row knows. */
  unknownKey: 8,
} as const

/** A program that explains every pair ends the search when it is shorter than this. */
export const CONVINCING = 60
/** A longer one lists the pairs more than it explains them: it is kept as a guess, but does not count as a solution. */
export const PLAUSIBLE = 100
/** One that costs less than this per train pair, and at most so much, ends it after a first look. */
export const OBVIOUS_PER_PAIR = 10
export const OBVIOUS = 30
/** Paths dearer than this are beyond any budget a laptop has. */
export const MAX_PRICE = 64
/** No step is for free: a chain must end. */
export const CHEAPEST_STEP = 2

export type SizeChange = readonly [times: number, over: number, plus: number]

/** Small affine changes of a size, most likely first. */
export const SIZE_CHANGES: readonly SizeChange[] = [
  [1, 1, 0],
  [2, 1, 0],
  [3, 1, 0],
  [1, 2, 0],
  [1, 3, 0],
  [4, 1, 0],
  [1, 1, 2],
  [1, 1, -2],
  [1, 1, 1],
  [1, 1, -1],
  [2, 1, -1],
  [2, 1, 1],
  [1, 4, 0],
  [5, 1, 0],
  [6, 1, 0],
]

const stepLength = ({ op }: Step): number => findPrimitive(op)?.cost ?? LENGTH.stage
const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0)

export function fitLength(fit: Layer['fit']): number {
  return fit === 'place' || fit === 'corner' ? 0 : LENGTH.fit
}

export function sizeLength(steps: number, isInput: boolean, across: number, along: number): number {
  return steps + (isInput ? 1 : 4) * (across + along) + (isInput ? 0 : LENGTH.derivedSize)
}

export function featureLength(name: string): number {
  if (name === 'colour') return 0
  return CELL_FEATURES.get(name)?.copyable === true ? LENGTH.colourFeature : LENGTH.feature
}

/** A row of a cell table. `own` says that it leaves the cell as the base layer has it. */
export function rowLength(ink: Ink, own: boolean): number {
  if (own) return 0
  return LENGTH.row + (ink.kind === 'copy' ? LENGTH.copyingRow : 0)
}

export function attributeLength(name: string): number {
  return LENGTH.objectKey + MEASURE_NAMES.indexOf(name) / 16
}

export function actionLength({ name, ink }: Action): number {
  const price = findObjectAction(name)?.price ?? LENGTH.stage
  if (ink === undefined) return price
  if (typeof ink === 'number') return price + LENGTH.constantInk
  const place = BOUND_NAMES.indexOf(ink)
  return price + (place === 0 ? 0 : LENGTH.boundInk + place / 16)
}

function layerLength({ steps, fit }: Layer): number {
  return sum(steps, stepLength) + fitLength(fit)
}

function sizeRuleLength(rule: OutputSizeRule): number {
  if (rule.kind === 'fixed') return LENGTH.fixedSize
  const change = (side: 0 | 1): number => {
    const index = SIZE_CHANGES.findIndex(
      ([times, over, plus]) =>
        times === rule.times[side] && over === rule.over[side] && plus === rule.plus[side],
    )
    return index < 0 ? SIZE_CHANGES.length : index
  }
  return sizeLength(sum(rule.steps, stepLength), rule.steps.length === 0, change(0), change(1))
}

export const samePlane = (a: Plane, b: Plane): boolean =>
  a.feature === b.feature && sameLayer(a.layer, b.layer)
const sameLayer = (a: Layer, b: Layer): boolean =>
  a.fit === b.fit &&
  a.steps.length === b.steps.length &&
  a.steps.every((step, i) => step.op === b.steps[i]?.op && step.argument === b.steps[i]?.argument)

export function stageLength(stage: Stage): number {
  switch (stage.kind) {
    case 'pipe':
      return sum(stage.steps, stepLength) + LENGTH.layer
    case 'stack':
      return sum(stage.layers, (layer) => layerLength(layer) + LENGTH.layer) + sizeRuleLength(stage.size)
    case 'cells': {
      const base = stage.otherwise.kind === 'copy' ? stage.otherwise.plane : undefined
      const keys = sum(stage.keys, ({ feature, layer }) =>
        base !== undefined && sameLayer(layer, base.layer)
          ? LENGTH.cellKey + featureLength(feature)
          : LENGTH.cellKey + layerLength(layer) + featureLength(feature),
      )
      const rows = sum(stage.table, ({ ink }) =>
        rowLength(ink, ink.kind === 'copy' && base !== undefined && samePlane(ink.plane, base)),
      )
      const under = base === undefined ? 0 : layerLength(base.layer)
      return LENGTH.cells + keys + rows + under + sizeRuleLength(stage.size)
    }
    case 'repeat':
      return LENGTH.repeat + stageLength(stage.stage)
    case 'each':
      return (
        LENGTH.objects +
        sum(stage.keys, attributeLength) +
        sum(stage.table, ({ action }) => actionLength(action))
      )
  }
}

export function viewLength({ turn, relabel }: View): number {
  return (turn === 'none' ? 0 : LENGTH.view) + (relabel.kind === 'as-is' ? 0 : LENGTH.view)
}

/** The length of a program by its text alone. */
export function programLength({ stages, view }: Program): number {
  return sum(stages, stageLength) + LENGTH.stage * Math.max(0, stages.length - 1) + viewLength(view)
}

/** How long a candidate counts when others predict the same. */
export function vouchedLength(cost: number, support: number): number {
  return cost - LENGTH.voucher * Math.log2(support)
}
