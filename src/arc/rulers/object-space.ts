// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { attributeLength } from '../cost.ts'
import { MEASURE_NAMES, OBJECT_MEASURES, type Picture, pictureOf, type Segmentation } from '../dsl/index.ts'
import type { Options } from './object-options.ts'
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
  readonly price: number
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
  const seen = new Set<string>()
  const columns: AttributeColumn[] = []
  MEASURE_NAMES.forEach((name) => {
    const values = space.pictures.flatMap((picture) => OBJECT_MEASURES[name]!(picture))
    const numbers = new Map<number, number>()
    const index = values.map((v) => {
      const known = numbers.get(v)
      if (known !== undefined) return known
      numbers.set(v, numbers.size)
      return numbers.size - 1
    })
    const text = index.join()
    if (numbers.size < 2 || seen.has(text)) return
    seen.add(text)
    columns.push({ name, values, index, kinds: numbers.size, price: attributeLength(name) })
  })
  return columns
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
  pairs: number
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
        pairs: 0,
      }
      classes.set(number, own)
    }
    own.members.push(o)
    own.pairs |= 1 << space.pairOf[o]!
    let any = 0
    for (let w = 0; w < words; w++) any |= own.bits[w]! &= bits[o * words + w]!
    if (any === 0 && !mayHaveNone) return undefined
  }
  return [...classes.values()]
}
