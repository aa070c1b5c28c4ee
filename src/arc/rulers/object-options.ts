// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
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
  readonly deed: number
  /** The place of its ink among the bound ones, or -1. */
  readonly bound: number
  readonly price: number
}

/** What the train objects may have done: a bit set of options per object, and what each deed explains. */
export interface Options {
  readonly list: readonly Option[]
  readonly words: number
  /** `words` words per train object. */
  readonly bits: Uint32Array
  /** gains[object * OBJECT_ACTIONS.length + deed]: changed cells that the deed gets right. */
  readonly gains: Uint16Array
}

/** The colour that a deed would need to paint with, or one of these. */
const IMPOSSIBLE = -2
const ANY = -1

/** What the output shows where a deed would write: the one colour it needs, ANY when it writes nothing, or IMPOSSIBLE. */
function neededInk(
  picture: Picture,
  object: GridObject,
  wanted: Uint8Array,
  deed: ObjectAction,
  tally: { gain: number },
): number {
  const { cells: before } = picture
  const { cells, colours } = deed.patch(picture, object)
  let ink = ANY
  tally.gain = 0
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k]!
    if (deed.under && before[i] !== 0) continue
    const there = wanted[i]!
    if (colours === undefined ? ink >= 0 && there !== ink : there !== colours[k]) return IMPOSSIBLE
    if (colours === undefined) ink = there
    if (there !== before[i]) tally.gain++
  }
  return ink
}

/** Whether an object is still there, or (when lifted) is gone from every cell it does not draw again. */
function leftBehind(
  picture: Picture,
  object: GridObject,
  wanted: Uint8Array,
  deed: ObjectAction,
  tally: { gain: number },
): boolean {
  // What stays may be drawn over by another: whether the picture comes out right is seen when all have acted.
  if (deed.name === 'recolour' || deed.name === 'keep') return true
  if (!deed.lifts) {
    if (!deed.under && deed.ink) return true
    return object.cells.every((i) => wanted[i] === picture.cells[i])
  }
  const drawn = new Set(deed.patch(picture, object).cells)
  for (const i of object.cells) {
    if (drawn.has(i)) continue
    if (wanted[i] === picture.cells[i]) return false
    if (wanted[i] === 0) tally.gain++
  }
  return true
}

/** Tests every deed on every train object against the wanted output; only what explains a change anywhere is kept. */
export function optionsOf(pictures: readonly Picture[], wanted: readonly Uint8Array[]): Options {
  const objects = pictures.flatMap((picture, pair) =>
    picture.objects.map((object) => ({ picture, object, pair })),
  )
  const deeds = OBJECT_ACTIONS.length
  const needed = new Int8Array(objects.length * deeds).fill(IMPOSSIBLE)
  const gains = new Uint16Array(objects.length * deeds)
  const useful = new Uint8Array(deeds)
  const tally = { gain: 0 }
  objects.forEach(({ picture, object, pair }, o) => {
    for (let d = 0; d < deeds; d++) {
      const ink = neededInk(picture, object, wanted[pair]!, OBJECT_ACTIONS[d]!, tally)
      if (ink === IMPOSSIBLE || !leftBehind(picture, object, wanted[pair]!, OBJECT_ACTIONS[d]!, tally))
        continue
      needed[o * deeds + d] = ink
      gains[o * deeds + d] = tally.gain
      if (tally.gain > 0 || OBJECT_ACTIONS[d]!.name === 'keep') useful[d] = 1
    }
  })
  const inks = objects.map(({ picture, object }) => BOUND_NAMES.map((name) => inkOf(picture, object, name)))
  const list = optionsInUse(inks, needed, gains, useful)
  const words = (list.length + 31) >> 5
  const bits = new Uint32Array(objects.length * words)
  inks.forEach((bound, o) => {
    list.forEach(({ action, deed, bound: name }, k) => {
      const ink = needed[o * deeds + deed]!
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
  const deeds = OBJECT_ACTIONS.length
  const list: Option[] = []
  const offer = (action: Action, deed: number, bound: number): void => {
    list.push({ action, deed, bound, price: actionLength(action) })
  }
  OBJECT_ACTIONS.forEach((deed, d) => {
    if (useful[d] === 0) return
    if (!deed.ink) {
      offer({ deed: deed.name }, d, -1)
      return
    }
    let colours = 0
    const names = new Set<number>()
    inks.forEach((bound, o) => {
      const ink = needed[o * deeds + d]!
      if (ink < 0 || gains[o * deeds + d] === 0) return
      colours |= 1 << ink
      for (let n = 0; n < bound.length; n++) if (bound[n] === ink) names.add(n)
    })
    for (let c = 0; c < 10; c++) if ((colours >> c) & 1) offer({ deed: deed.name, ink: c }, d, -1)
    BOUND_NAMES.forEach((name, k) => {
      if (names.has(k)) offer({ deed: deed.name, ink: name }, d, k)
    })
  })
  return list
}
