// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { beamDeeds } from './beams.ts'
import { carryingDeeds } from './carrying.ts'
import type { Deed } from './deed.ts'
import { BOUND_INKS } from './inks.ts'
import { paintingDeeds } from './painting.ts'
import type { Picture, Thing } from './picture.ts'

/** Everything that can be done to an object, in a fixed order. */
export const DEEDS: readonly Deed[] = [...carryingDeeds, ...paintingDeeds, ...beamDeeds]

const byName = new Map(DEEDS.map((deed) => [deed.name, deed]))

export function findDeed(name: string): Deed | undefined {
  return byName.get(name)
}

/** The colour of a deed: a constant, or one that every object finds for itself, by name. */
export type EachInk = number | string

/** What a rule does to the objects of one kind. */
export interface Action {
  readonly deed: string
  /** Undefined exactly for deeds that bring their own colours. */
  readonly ink?: EachInk
}

export function inkOf(picture: Picture, thing: Thing, ink: EachInk): number {
  return typeof ink === 'number' ? ink : (BOUND_INKS[ink]?.(picture, thing) ?? -1)
}

/**
 * The picture after every object has acted: first all that move are lifted, then all draw, in reading order.
 * Every action looks at the picture as it was, so that the order of objects decides only where drawings meet.
 */
export function drawEach(picture: Picture, actions: readonly Action[]): Uint8Array {
  const canvas = picture.cells.slice()
  const deeds = actions.map((action) => byName.get(action.deed))
  picture.things.forEach((thing, k) => {
    if (deeds[k]?.lifts === true) for (const i of thing.cells) canvas[i] = 0
  })
  picture.things.forEach((thing, k) => {
    const deed = deeds[k]
    if (deed === undefined || deed.name === 'keep') return
    const { cells, colours } = deed.patch(picture, thing)
    const ink = inkOf(picture, thing, actions[k]!.ink ?? 0)
    if (deed.ink && ink < 0) return
    for (let j = 0; j < cells.length; j++) {
      const i = cells[j]!
      if (deed.under && picture.cells[i] !== 0) continue
      canvas[i] = deed.ink ? ink : colours![j]!
    }
  })
  return canvas
}
