// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Action, OBJECT_ACTIONS, SEGMENTATIONS } from '../dsl/index.ts'
import { type Options, optionsOf } from './object-options.ts'
import { objectPartials } from './object-partial.ts'
import {
  type AttributeColumn,
  type Class,
  changedCells,
  classesOf,
  columnsOf,
  type ObjectSpace,
  spaceOf,
} from './object-space.ts'
import { carryOut } from './object-table.ts'
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
  const seen = new Set<string>()
  return SEGMENTATIONS.flatMap((by) => {
    const space = spaceOf(scene, by)
    const key = space?.pictures.map((picture) => picture.owner.join()).join('|')
    if (space === undefined || key === undefined || seen.has(key)) return []
    seen.add(key)
    return [space]
  })
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
    const choices = classes === undefined ? undefined : choicesOf(options, classes, changed)
    if (choices === undefined) return
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

/** The actions of a class that explain most, cheapest first. */
interface Choice {
  readonly key: readonly number[]
  readonly equals: readonly Action[]
  readonly lonely: boolean
}

/** What each class can do; undefined when all of it together leaves a changed cell unexplained. */
function choicesOf(options: Options, classes: readonly Class[], changed: number): Choice[] | undefined {
  let explained = 0
  const choices = classes.map(({ key, members, bits, pairs }): Choice => {
    let most = -1
    let equals: { action: Action; price: number }[] = []
    let at = -1
    let gain = 0
    for (let k = 0; k < options.list.length; k++) {
      if (((bits[k >> 5]! >> (k & 31)) & 1) === 0) continue
      const option = options.list[k]!
      if (option.at !== at) {
        at = option.at
        gain = 0
        for (const o of members) gain += options.gains[o * OBJECT_ACTIONS.length + at]!
      }
      if (gain > most) {
        most = gain
        equals = []
      }
      if (gain === most) equals.push(option)
    }
    explained += most
    equals.sort((x, y) => x.price - y.price)
    return { key, equals: equals.map(({ action }) => action), lonely: (pairs & (pairs - 1)) === 0 }
  })
  return explained < changed ? undefined : choices
}
