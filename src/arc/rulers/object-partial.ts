// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Action, OBJECT_ACTIONS } from '../dsl/index.ts'
import type { Options } from './object-options.ts'
import { type AttributeColumn, type Class, classesOf, type ObjectSpace } from './object-space.ts'
import { carryOut, STAY } from './object-table.ts'
import type { Proposal } from './ruler.ts'

/** Of the rules that do something wrong but more that is right, so many are kept per division into objects. */
const KEPT_LOOSE = 2

/** The action that explains most of the change of a class; staying when there is none. */
function bestOf(
  { members, bits }: Class,
  { list, gains, words, bits: all }: Options,
  loose: boolean,
): Action {
  let best: { action: Action; price: number } = { action: STAY, price: 0 }
  let most = 0
  list.forEach(({ action, at, price }, k) => {
    const can = (set: Uint32Array, from: number): boolean => ((set[from + (k >> 5)]! >> (k & 31)) & 1) === 1
    if (!loose && !can(bits, 0)) return
    let gain = 0
    for (const o of members) {
      if (can(all, o * words)) gain += gains[o * OBJECT_ACTIONS.length + at]!
      else gain--
    }
    if (gain < most || (gain === most && (gain === 0 || price >= best.price))) return
    most = gain
    best = { action, price }
  })
  return best.action
}

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

/** The table with these keys that explains most; `loose` lets it do something wrong. Undefined when all would stay. */
export function fitObjects(
  space: ObjectSpace,
  options: Options,
  keys: readonly AttributeColumn[],
  loose: boolean,
): Proposal | undefined {
  const table = classesOf(space, options, keys, true)?.map((own) => ({
    key: own.key,
    action: bestOf(own, options, loose),
    lonely: (own.pairs & (own.pairs - 1)) === 0,
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
