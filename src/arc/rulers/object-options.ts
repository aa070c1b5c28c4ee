import { actionLength } from '../cost.ts'
import {
  type Action,
  BOUND_NAMES,
  type GridObject,
  inkOf,
  OBJECT_ACTIONS,
  type ObjectAction,
  type Picture,
} from '../dsl/index.ts'

/** One action that some train object may have done. */
export interface Option {
  readonly action: Action
  /** Its place among all object actions. */
  readonly at: number
  /** The place of its ink among the bound ones, or -1. */
  readonly bound: number
  readonly price: number
}

/** What the train objects may have done: a bit set of options per object, and what each action explains. */
export interface Options {
  readonly list: readonly Option[]
  readonly words: number
  /** `words` words per train object. */
  readonly bits: Uint32Array
  /** gains[object * OBJECT_ACTIONS.length + action]: changed cells that the action gets right. */
  readonly gains: Uint16Array
}

/** The colour that an action would need to paint with, or one of these. */
const IMPOSSIBLE = -2
const ANY = -1

/**
 * What the output shows where an action would write: the one colour it needs (ANY when it writes nothing), and how many
 * changed cells it gets right; undefined when it cannot have been done.
 */
function explained(
  picture: Picture,
  object: GridObject,
  wanted: Uint8Array,
  action: ObjectAction,
): { ink: number; gain: number } | undefined {
  const { cells: before } = picture
  const { cells, colours } = action.patch(picture, object)
  let [ink, gain] = [ANY, 0]
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k]!
    if (action.under && before[i] !== 0) continue
    const there = wanted[i]!
    if (colours === undefined ? ink >= 0 && there !== ink : there !== colours[k]) return undefined
    if (colours === undefined) ink = there
    if (there !== before[i]) gain++
  }
  if (action.lifts) {
    const drawn = new Set(cells)
    for (const i of object.cells) {
      if (drawn.has(i)) continue
      if (wanted[i] === before[i]) return undefined
      if (wanted[i] === 0) gain++
    }
    return { ink, gain }
  }
  // What stays may be drawn over by another: whether the picture comes out right is seen when all have acted.
  const mayBeCovered = action.name === 'keep' || (action.ink && !action.under)
  return mayBeCovered || object.cells.every((i) => wanted[i] === before[i]) ? { ink, gain } : undefined
}

/** Tests every action on every train object against the wanted output; only what explains a change anywhere is kept. */
export function optionsOf(pictures: readonly Picture[], wanted: readonly Uint8Array[]): Options {
  const objects = pictures.flatMap((picture, pair) =>
    picture.objects.map((object) => ({ picture, object, pair })),
  )
  const actions = OBJECT_ACTIONS.length
  const needed = new Int8Array(objects.length * actions).fill(IMPOSSIBLE)
  const gains = new Uint16Array(objects.length * actions)
  const useful = new Uint8Array(actions)
  objects.forEach(({ picture, object, pair }, o) => {
    for (let d = 0; d < actions; d++) {
      const found = explained(picture, object, wanted[pair]!, OBJECT_ACTIONS[d]!)
      if (found === undefined) continue
      needed[o * actions + d] = found.ink
      gains[o * actions + d] = found.gain
      if (found.gain > 0 || OBJECT_ACTIONS[d]!.name === 'keep') useful[d] = 1
    }
  })
  const inks = objects.map(({ picture, object }) => BOUND_NAMES.map((name) => inkOf(picture, object, name)))
  const list = optionsInUse(inks, needed, gains, useful)
  const words = (list.length + 31) >> 5
  const bits = new Uint32Array(objects.length * words)
  inks.forEach((bound, o) => {
    list.forEach(({ action, at, bound: name }, k) => {
      const ink = needed[o * actions + at]!
      if (ink === IMPOSSIBLE) return
      const own = name >= 0 ? bound[name] : action.ink
      if (ink === ANY || action.ink === undefined || own === ink) bits[o * words + (k >> 5)]! |= 1 << (k & 31)
    })
  })
  return { list, words, bits, gains }
}

function optionsInUse(
  inks: readonly (readonly number[])[],
  needed: Int8Array,
  gains: Uint16Array,
  useful: Uint8Array,
): Option[] {
  const actions = OBJECT_ACTIONS.length
  const list: Option[] = []
  const offer = (action: Action, at: number, bound: number): void => {
    list.push({ action, at, bound, price: actionLength(action) })
  }
  OBJECT_ACTIONS.forEach((action, d) => {
    if (useful[d] === 0) return
    if (!action.ink) {
      offer({ name: action.name }, d, -1)
      return
    }
    let colours = 0
    const names = new Set<number>()
    inks.forEach((bound, o) => {
      const ink = needed[o * actions + d]!
      if (ink < 0 || gains[o * actions + d] === 0) return
      colours |= 1 << ink
      for (let n = 0; n < bound.length; n++) if (bound[n] === ink) names.add(n)
    })
    for (let c = 0; c < 10; c++) if ((colours >> c) & 1) offer({ name: action.name, ink: c }, d, -1)
    BOUND_NAMES.forEach((name, k) => {
      if (names.has(k)) offer({ name: action.name, ink: name }, d, k)
    })
  })
  return list
}
