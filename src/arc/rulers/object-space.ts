import { MEMORISED, stageLength } from '../cost.ts'
import { distinct } from '../distinct.ts'
import {
  type Action,
  type ActionRow,
  drawEach,
  MEASURE_NAMES,
  OBJECT_MEASURES,
  type Picture,
  pictureOf,
  type Segmentation,
  type Stage,
} from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Options } from './object-options.ts'
import type { Proposal } from './ruler.ts'
import type { Scene } from './scene.ts'

/** A rule with more rows than this lists objects instead of describing them. */
const MAX_CLASSES = 12

/** One attribute over all objects: the train pairs' first, then the tests'. */
export interface AttributeColumn {
  readonly name: string
  readonly values: readonly number[]
  /** The values numbered from 0 in order of their first occurrence. */
  readonly index: readonly number[]
  readonly kinds: number
}

export interface ObjectSpace {
  readonly by: Segmentation
  readonly pictures: readonly Picture[]
  readonly trainPictures: readonly Picture[]
  /** The cells that the train pictures must become. */
  readonly wanted: readonly Uint8Array[]
  /** Which train pair an object belongs to. */
  readonly pairOf: readonly number[]
  readonly trainObjects: number
}

export function columnsOf(space: ObjectSpace): AttributeColumn[] {
  const columns = MEASURE_NAMES.map((name): AttributeColumn => {
    const values = space.pictures.flatMap((picture) => OBJECT_MEASURES[name]!(picture))
    const numbers = new Map([...new Set(values)].map((value, number) => [value, number]))
    return { name, values, index: values.map((value) => numbers.get(value)!), kinds: numbers.size }
  })
  return distinct(columns, ({ index }) => index.join()).filter(({ kinds }) => kinds > 1)
}

export function spaceOf(scene: Scene, by: Segmentation): ObjectSpace | undefined {
  const pictures: Picture[] = []
  for (const input of scene.inputs) {
    const picture = pictureOf(scene.store, input, by)
    if (picture === undefined) return undefined
    pictures.push(picture)
  }
  const trainPictures = pictures.slice(0, scene.outputs.length)
  const pairOf = trainPictures.flatMap((picture, pair) => picture.objects.map(() => pair))
  const wanted = scene.outputGrids.map(({ cells }) => cells)
  return { by, pictures, trainPictures, wanted, pairOf, trainObjects: pairOf.length }
}

export function changedCells({ trainPictures, wanted }: ObjectSpace): number {
  let changed = 0
  trainPictures.forEach(({ cells }, pair) => {
    for (let i = 0; i < cells.length; i++) if (cells[i] !== wanted[pair]![i]) changed++
  })
  return changed
}

export interface Class {
  readonly key: readonly number[]
  readonly members: number[]
  readonly bits: Uint32Array
  /** Whether all its members are in one train pair. */
  lonely: boolean
}

/**
 * Train objects by key, each class with the options that all its members share; undefined when a class has none,
 * unless that is allowed, or when there are too many classes.
 */
export function classesOf(
  space: ObjectSpace,
  options: Options,
  keys: readonly AttributeColumn[],
  mayHaveNone = false,
): Class[] | undefined {
  const classes = new Map<number, Class>()
  const { words, bits } = options
  for (let o = 0; o < space.trainObjects; o++) {
    let number = 0
    for (const column of keys) number = number * column.kinds + column.index[o]!
    let own = classes.get(number)
    if (own === undefined) {
      if (classes.size === MAX_CLASSES) return undefined
      own = {
        key: keys.map((column) => column.values[o]!),
        members: [],
        bits: bits.slice(o * words, (o + 1) * words),
        lonely: true,
      }
      classes.set(number, own)
    }
    own.members.push(o)
    own.lonely &&= space.pairOf[o] === space.pairOf[own.members[0]!]
    let any = 0
    for (let w = 0; w < words; w++) any |= own.bits[w]! &= bits[o * words + w]!
    if (any === 0 && !mayHaveNone) return undefined
  }
  return [...classes.values()]
}

export const STAY: Action = { name: 'keep' }

/** Lets all objects act by a table, and measures what the table costs. */
export function carryOut(
  space: ObjectSpace,
  keys: readonly AttributeColumn[],
  classes: readonly (ActionRow & { readonly lonely: boolean })[],
): Proposal {
  const rows = new Map(classes.map((row) => [row.key.join(), row.action]))
  const unknown = new Set<string>()
  let at = 0
  const results = space.pictures.map((picture): Grid => {
    const actions = picture.objects.map((_, k) => {
      const key = keys.map((column) => column.values[at + k]).join()
      const action = rows.get(key)
      if (action === undefined) unknown.add(key)
      return action ?? STAY
    })
    at += picture.objects.length
    return { width: picture.width, height: picture.height, cells: drawEach(picture, actions) }
  })
  const stage: Stage = {
    kind: 'each',
    by: space.by,
    keys: keys.map((k) => k.name),
    table: classes.map(({ key, action }) => ({ key, action })),
    otherwise: STAY,
  }
  const once = classes.filter(({ lonely }) => lonely).length
  return {
    stage,
    results,
    cost: stageLength(stage) + MEMORISED.objectRowOnce * once + MEMORISED.unknownKey * unknown.size,
    why: `each ${space.by} object by ${keys.map((k) => k.name).join(', ') || 'nothing'}`,
  }
}
