// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { type Action, type ActionRow, DEEDS, drawEach } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Options } from './each-options.ts'
import { type Class, type Column, classesOf, type Space } from './each-space.ts'
import type { PartialRule } from './partial.ts'

const STAY: Action = { deed: 'keep' }
const STAGE_COST = 8

/** The action of a class that explains most of the change; staying when there is none. */
function bestOf({ members, bits }: Class, { list, gains }: Options): { action: Action; price: number } {
  let best = { action: STAY, price: 0 }
  let most = 0
  list.forEach(({ action, deed, price }, k) => {
    if (((bits[k >> 5]! >> (k & 31)) & 1) === 0) return
    let gain = 0
    for (const o of members) gain += gains[o * DEEDS.length + deed]!
    if (gain < most || (gain === most && (gain === 0 || price >= best.price))) return
    most = gain
    best = { action, price }
  })
  return best
}

/**
 * An object rule that explains a part of the change and does nothing wrong: what is left is a task of its own.
 * Undefined when it changes nothing, or everything that changes is not right.
 */
export function partialEach(
  space: Space,
  options: Options,
  wanted: readonly Uint8Array[],
  keys: readonly Column[],
): PartialRule | undefined {
  const classes = classesOf(space, options, keys, true)
  if (classes === undefined) return undefined
  let cost = STAGE_COST
  for (const column of keys) cost += column.price
  const table = classes.map((own): ActionRow => {
    const { action, price } = bestOf(own, options)
    cost += price + ((own.pairs & (own.pairs - 1)) === 0 ? 2 : 0)
    return { key: own.key, action }
  })
  if (table.every(({ action }) => action === STAY)) return undefined
  const rows = new Map(table.map((row) => [row.key.join(), row.action]))
  const results: Grid[] = []
  let at = 0
  let open = 0
  for (const [index, picture] of space.pictures.entries()) {
    const actions = picture.things.map(
      (_, k) => rows.get(keys.map((column) => column.values[at + k]).join()) ?? STAY,
    )
    at += picture.things.length
    const cells = drawEach(picture, actions)
    const target = wanted[index]
    let right = target === undefined
    for (let i = 0; target !== undefined && i < cells.length; i++) {
      if (cells[i] === target[i]) {
        if (cells[i] !== picture.cells[i]) right = true
      } else if (cells[i] === picture.cells[i]) open++
      else return undefined
    }
    if (!right) return undefined
    results.push({ width: picture.width, height: picture.height, cells })
  }
  return {
    stage: { kind: 'each', by: space.by, keys: keys.map((k) => k.name), table, otherwise: STAY },
    results,
    open,
    cost,
  }
}
