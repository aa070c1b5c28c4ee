// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import {
  type Action,
  type ActionRow,
  ATTRIBUTE_NAMES,
  ATTRIBUTES_OF_EACH,
  DEEDS,
  drawEach,
  type Picture,
  pictureOf,
  SEGMENTATIONS,
  type Segmentation,
} from '../dsl/index.ts'
import type { Candidate } from './candidate.ts'
import { type Options, optionsOf } from './each-options.ts'
import type { Scene } from './scene.ts'

const STAGE_COST = 8
const KEY_COST = 5
const WANTED_RULES = 8
/** Rules with the same key that differ in which of equally good actions they take. */
const VARIANTS = 3
/** Attributes that are tried in twos. */
const PAIRED = 30
/** A rule with more rows than this lists objects instead of describing them. */
const MAX_CLASSES = 12
const STAY: Action = { deed: 'keep' }

/** One attribute over all objects: the train pairs' first, then the tests'. */
interface Column {
  readonly name: string
  readonly values: readonly number[]
  /** The values numbered from 0 in order of their first occurrence. */
  readonly index: readonly number[]
  readonly kinds: number
  readonly price: number
}

interface Space {
  readonly by: Segmentation
  readonly pictures: readonly Picture[]
  readonly trainPictures: readonly Picture[]
  /** Which train pair an object belongs to. */
  readonly pairOf: readonly number[]
  readonly trainThings: number
}

function columnsOf(space: Space): Column[] {
  const seen = new Set<string>()
  const columns: Column[] = []
  ATTRIBUTE_NAMES.forEach((name, at) => {
    const values = space.pictures.flatMap((picture) => ATTRIBUTES_OF_EACH[name]!(picture))
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
    columns.push({ name, values, index, kinds: numbers.size, price: KEY_COST + at / 16 })
  })
  return columns
}

/** Object rules that reproduce every train pair: which objects (by attributes) do what, with which colours. */
export function eachCandidates(scene: Scene, nodes: number): Candidate[] {
  const { store, task } = scene
  const sameSize = scene.outputs.every(
    (output, i) =>
      store.width[output] === store.width[scene.inputs[i]!] &&
      store.height[output] === store.height[scene.inputs[i]!],
  )
  if (!sameSize) return []
  const wanted = scene.outputGrids.map((grid) => grid.cells)
  const seen = new Set<string>()
  const found: Candidate[] = []
  for (const by of SEGMENTATIONS) {
    const space = spaceOf(scene, by)
    if (space === undefined) continue
    const key = space.pictures.map((picture) => picture.owner.join()).join('|')
    if (seen.has(key)) continue
    seen.add(key)
    found.push(...rulesOf(scene, space, wanted, nodes))
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, WANTED_RULES * task.train.length)
}

function spaceOf(scene: Scene, by: Segmentation): Space | undefined {
  const pictures: Picture[] = []
  for (const input of scene.inputs) {
    const picture = pictureOf(scene.store, input, by)
    if (picture === undefined) return undefined
    pictures.push(picture)
  }
  const trainPictures = pictures.slice(0, scene.outputs.length)
  const pairOf = trainPictures.flatMap((picture, pair) => picture.things.map(() => pair))
  return { by, pictures, trainPictures, pairOf, trainThings: pairOf.length }
}

function rulesOf(scene: Scene, space: Space, wanted: readonly Uint8Array[], nodes: number): Candidate[] {
  const options = optionsOf(space.trainPictures, wanted)
  if (options.list.length < 2) return []
  const columns = columnsOf(space)
  const found: Candidate[] = []
  const changed = changedCells(space, wanted)
  let tested = 0
  const test = (keys: readonly Column[]): void => {
    tested++
    const classes = classesOf(space, options, keys)
    const choices = classes === undefined ? undefined : choicesOf(options, classes, changed)
    if (choices === undefined) return
    const variants = Math.min(VARIANTS, Math.max(...choices.map(({ equals }) => equals.length)))
    for (let variant = 0; variant < variants; variant++) {
      const rule = ruleOf(keys, choices, variant)
      const candidate = candidateOf(scene, space, wanted, keys, rule)
      if (candidate !== undefined) found.push(candidate)
    }
  }
  test([])
  for (const column of columns) test([column])
  for (let i = 0; found.length < WANTED_RULES && i < Math.min(PAIRED, columns.length); i++) {
    for (let j = i + 1; j < columns.length && tested < nodes; j++) test([columns[i]!, columns[j]!])
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, WANTED_RULES)
}

function changedCells({ trainPictures }: Space, wanted: readonly Uint8Array[]): number {
  let changed = 0
  trainPictures.forEach(({ cells }, pair) => {
    for (let i = 0; i < cells.length; i++) if (cells[i] !== wanted[pair]![i]) changed++
  })
  return changed
}

interface Class {
  readonly key: readonly number[]
  readonly members: number[]
  readonly bits: Uint32Array
  pairs: number
}

/** Train objects by key, each class with the options that all its members share; undefined when a class has none. */
function classesOf(space: Space, options: Options, keys: readonly Column[]): Class[] | undefined {
  const classes = new Map<number, Class>()
  const { words, bits } = options
  for (let o = 0; o < space.trainThings; o++) {
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
    if (any === 0) return undefined
  }
  return [...classes.values()]
}

interface Rule {
  readonly table: readonly ActionRow[]
  readonly cost: number
}

/** The actions of a class that explain most, cheapest first. */
interface Choice {
  readonly key: readonly number[]
  readonly equals: readonly { readonly action: Action; readonly price: number }[]
  readonly gain: number
  readonly lonely: boolean
}

/** What each class can do; undefined when all of it together leaves a changed cell unexplained. */
function choicesOf(options: Options, classes: readonly Class[], changed: number): Choice[] | undefined {
  let explained = 0
  const choices = classes.map(({ key, members, bits, pairs }): Choice => {
    let most = -1
    let equals: { action: Action; price: number }[] = []
    let deed = -1
    let gain = 0
    for (let k = 0; k < options.list.length; k++) {
      if (((bits[k >> 5]! >> (k & 31)) & 1) === 0) continue
      const option = options.list[k]!
      if (option.deed !== deed) {
        deed = option.deed
        gain = 0
        for (const o of members) gain += options.gains[o * DEEDS.length + deed]!
      }
      if (gain > most) {
        most = gain
        equals = []
      }
      if (gain === most) equals.push(option)
    }
    explained += most
    equals.sort((x, y) => x.price - y.price)
    return { key, equals, gain: most, lonely: (pairs & (pairs - 1)) === 0 }
  })
  return explained < changed ? undefined : choices
}

/** One action for each class; a variant takes the next of equals. */
function ruleOf(keys: readonly Column[], choices: readonly Choice[], variant: number): Rule {
  let cost = STAGE_COST
  for (const column of keys) cost += column.price
  const table = choices.map(({ key, equals, lonely }): ActionRow => {
    const chosen = equals[Math.min(variant, equals.length - 1)]!
    cost += chosen.price + (lonely ? 2 : 0)
    return { key, action: chosen.action }
  })
  return { table, cost }
}

function candidateOf(
  scene: Scene,
  space: Space,
  wanted: readonly Uint8Array[],
  keys: readonly Column[],
  rule: Rule,
): Candidate | undefined {
  const rows = new Map(rule.table.map((row) => [row.key.join(), row.action]))
  const unknown = new Set<string>()
  let at = 0
  const outputs: Candidate['outputs'][number][] = []
  for (const [index, picture] of space.pictures.entries()) {
    const actions = picture.things.map((_, k) => {
      const key = keys.map((column) => column.values[at + k]).join()
      const action = rows.get(key)
      if (action === undefined) unknown.add(key)
      return action ?? STAY
    })
    at += picture.things.length
    const canvas = drawEach(picture, actions)
    const target = wanted[index]
    if (target === undefined) {
      const { width, height } = picture
      outputs.push(scene.undo[index]!({ width, height, cells: canvas }))
    } else if (!canvas.every((c, i) => c === target[i])) return undefined
  }
  return {
    program: {
      view: scene.view,
      stages: [
        ...scene.before,
        { kind: 'each', by: space.by, keys: keys.map((k) => k.name), table: rule.table, otherwise: STAY },
      ],
    },
    outputs,
    solved: scene.task.train.map(() => true),
    pairsSolved: scene.task.train.length,
    cost: scene.costBefore + rule.cost + 8 * unknown.size,
    nodes: 0,
    why: `each ${space.by} object by ${keys.map((k) => k.name).join(', ') || 'nothing'}`,
  }
}
