// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Action, type ActionRow, DEEDS, drawEach, SEGMENTATIONS } from '../dsl/index.ts'
import type { Candidate } from './candidate.ts'
import { type Options, optionsOf } from './each-options.ts'
import { partialEach } from './each-partial.ts'
import {
  type Class,
  type Column,
  changedCells,
  classesOf,
  columnsOf,
  type Space,
  spaceOf,
} from './each-space.ts'
import type { PartialRule } from './partial.ts'
import type { Scene } from './scene.ts'

const STAGE_COST = 8
const WANTED_RULES = 8
/** Rules with the same key that differ in which of equally good actions they take. */
const VARIANTS = 3
/** Attributes that are tried in twos. */
const PAIRED = 30
const STAY: Action = { deed: 'keep' }

/** Rules that reproduce every train pair, and rules that go a part of the way. */
interface EachFound {
  readonly candidates: readonly Candidate[]
  readonly partials: readonly PartialRule[]
}

/** Object rules that reproduce every train pair: which objects (by attributes) do what, with which colours. */
export function eachCandidates(scene: Scene, nodes: number): EachFound {
  const { store, task } = scene
  const sameSize = scene.outputs.every(
    (output, i) =>
      store.width[output] === store.width[scene.inputs[i]!] &&
      store.height[output] === store.height[scene.inputs[i]!],
  )
  if (!sameSize) return { candidates: [], partials: [] }
  const wanted = scene.outputGrids.map((grid) => grid.cells)
  const seen = new Set<string>()
  const found: Candidate[] = []
  const partials: PartialRule[] = []
  for (const by of SEGMENTATIONS) {
    const space = spaceOf(scene, by)
    if (space === undefined) continue
    const key = space.pictures.map((picture) => picture.owner.join()).join('|')
    if (seen.has(key)) continue
    seen.add(key)
    found.push(...rulesOf(scene, space, wanted, nodes, partials))
  }
  const candidates = found.sort((a, b) => a.cost - b.cost).slice(0, WANTED_RULES * task.train.length)
  return { candidates, partials }
}

function rulesOf(
  scene: Scene,
  space: Space,
  wanted: readonly Uint8Array[],
  nodes: number,
  partials: PartialRule[],
): Candidate[] {
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
  if (found.length === 0) {
    for (const keys of [[], ...columns.map((column) => [column])]) {
      const partial = partialEach(space, options, wanted, keys)
      if (partial !== undefined) partials.push(partial)
    }
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, WANTED_RULES)
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
