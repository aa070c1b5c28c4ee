import { distinct } from '../distinct.ts'
import { type Action, OBJECT_ACTIONS, SEGMENTATIONS } from '../dsl/index.ts'
import { type Options, optionsOf } from './object-options.ts'
import {
  type AttributeColumn,
  type Class,
  carryOut,
  changedCells,
  classesOf,
  columnsOf,
  type ObjectSpace,
  STAY,
  spaceOf,
} from './object-space.ts'
import { LEAST_NODES, NOTHING, type Proposal, proposals, type Ruler } from './ruler.ts'
import type { Scene } from './scene.ts'

const WANTED_RULES = 8
/** Rules with the same key that differ in which of equally good actions they take. */
const VARIANTS = 3
/** Attributes that are tried in twos. */
const PAIRED = 30
/** Sets of attributes tried for each way of splitting into objects. */
const MOST_KEYS = 800

/** Which objects (by attributes) do what, with which colours. */
export const objectRuler: Ruler = {
  name: 'objects',
  starts: 3,
  propose(scene, nodes) {
    if (nodes < LEAST_NODES || !scene.keepsSize) return NOTHING
    const solutions: Proposal[] = []
    const unexplained: (() => readonly Proposal[])[] = []
    for (const space of spacesOf(scene)) {
      const options = optionsOf(space.trainPictures, space.wanted)
      if (options.list.length < 2) continue
      const columns = columnsOf(space)
      const found = rulesOf(space, options, columns, Math.min(MOST_KEYS, nodes))
      solutions.push(...found)
      if (found.length === 0) unexplained.push(() => objectPartials(space, options, columns))
    }
    solutions.sort((a, b) => a.cost - b.cost)
    return proposals(scene, solutions.slice(0, WANTED_RULES * scene.outputs.length), () =>
      unexplained.flatMap((find) => find()),
    )
  },
}

/** The ways in which the inputs fall into objects, each division once. */
export function spacesOf(scene: Scene): ObjectSpace[] {
  const spaces = SEGMENTATIONS.flatMap((by) => spaceOf(scene, by) ?? [])
  return distinct(spaces, ({ pictures }) => pictures.map(({ owner }) => owner.join()).join('|'))
}

function rulesOf(
  space: ObjectSpace,
  options: Options,
  columns: readonly AttributeColumn[],
  mostKeys: number,
): Proposal[] {
  const found: Proposal[] = []
  const changed = changedCells(space)
  let tested = 0
  const test = (keys: readonly AttributeColumn[]): void => {
    tested++
    const classes = classesOf(space, options, keys)
    const choices = classes?.map((own) => ({ ...own, ...bestOf(own, options, false) }))
    // All of it together may leave a changed cell unexplained.
    if (choices === undefined || choices.reduce((sum, { gain }) => sum + gain, 0) < changed) return
    const variants = Math.min(VARIANTS, Math.max(...choices.map(({ equals }) => equals.length)))
    for (let variant = 0; variant < variants; variant++) {
      const rule = carryOut(
        space,
        keys,
        choices.map(({ key, equals, lonely }) => ({
          key,
          lonely,
          action: equals[variant] ?? equals.at(-1)!,
        })),
      )
      if (rule.results.every(({ cells }, i) => space.wanted[i]?.every((c, k) => c === cells[k]) ?? true))
        found.push(rule)
    }
  }
  test([])
  for (const column of columns) test([column])
  for (let i = 0; found.length < WANTED_RULES && i < Math.min(PAIRED, columns.length); i++) {
    for (let j = i + 1; j < columns.length && tested < mostKeys; j++) test([columns[i]!, columns[j]!])
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, WANTED_RULES)
}

/** The actions that explain most of what a class did, cheapest first; `loose` lets some of it do something else. */
function bestOf({ members, bits }: Class, { list, gains, words, bits: all }: Options, loose: boolean) {
  let [at, gain, most] = [-1, 0, -1]
  let equals: (typeof list)[number][] = []
  list.forEach((option, k) => {
    const can = (set: Uint32Array, from: number): boolean => ((set[from + (k >> 5)]! >> (k & 31)) & 1) === 1
    if (!loose && !can(bits, 0)) return
    if (loose || option.at !== at) {
      at = option.at
      gain = 0
      for (const o of members)
        gain += !loose || can(all, o * words) ? gains[o * OBJECT_ACTIONS.length + at]! : -1
    }
    if (gain > most) {
      most = gain
      equals = []
    }
    if (gain === most) equals.push(option)
  })
  return { gain: most, equals: equals.sort((x, y) => x.price - y.price).map(({ action }) => action) }
}

/** Of the rules that do something wrong but more that is right, so many are kept per division into objects. */
const KEPT_LOOSE = 2

/** How many train cells a rule makes right, and how many it makes wrong. */
function balance(
  space: ObjectSpace,
  results: Proposal['results'],
): { right: number; wrong: number; pairs: number } {
  const total = { right: 0, wrong: 0, pairs: 0 }
  space.trainPictures.forEach(({ cells: before }, pair) => {
    const [made, wanted] = [results[pair]!.cells, space.wanted[pair]!]
    let right = 0
    for (let i = 0; i < made.length; i++) {
      if (made[i] === before[i]) continue
      if (made[i] === wanted[i]) right++
      else total.wrong++
    }
    total.right += right
    if (right > 0) total.pairs++
  })
  return total
}

/** What explains nothing is no reason to act. */
const actionOf = ({ gain, equals: [first = STAY] }: ReturnType<typeof bestOf>): Action =>
  gain > 0 ? first : STAY

/** The table with these keys that explains most; `loose` lets it do something wrong. Undefined when all would stay. */
export function fitObjects(
  space: ObjectSpace,
  options: Options,
  keys: readonly AttributeColumn[],
  loose: boolean,
): Proposal | undefined {
  const table = classesOf(space, options, keys, true)?.map((own) => ({
    key: own.key,
    action: actionOf(bestOf(own, options, loose)),
    lonely: own.lonely,
  }))
  if (table === undefined || table.every(({ action }) => action === STAY)) return undefined
  return carryOut(space, keys, table)
}

/**
 * Object rules that explain a part of the change: first those that help every pair and do nothing wrong, for what they
 * leave is a task of its own, then a few that do more right than wrong.
 */
export function objectPartials(
  space: ObjectSpace,
  options: Options,
  columns: readonly AttributeColumn[],
): Proposal[] {
  const strict: Proposal[] = []
  const loose: { rule: Proposal; gain: number }[] = []
  for (const keys of [[], ...columns.map((column) => [column])]) {
    const rule = fitObjects(space, options, keys, false)
    const { wrong, pairs } = rule === undefined ? { wrong: 1, pairs: 0 } : balance(space, rule.results)
    if (rule !== undefined && wrong === 0 && pairs === space.trainPictures.length) strict.push(rule)
    const guess = fitObjects(space, options, keys, true)
    if (guess === undefined) continue
    const found = balance(space, guess.results)
    if (found.right > found.wrong) loose.push({ rule: guess, gain: found.right - found.wrong })
  }
  loose.sort((a, b) => b.gain - a.gain || a.rule.cost - b.rule.cost)
  return [...strict, ...loose.slice(0, KEPT_LOOSE).map(({ rule }) => rule)]
}
