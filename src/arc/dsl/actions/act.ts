import type { GridObject, Picture } from '../../objects/index.ts'
import type { ObjectAction } from './action.ts'
import { carryingActions } from './carrying.ts'
import { BOUND_INKS } from './inks.ts'
import { beamActions, paintingActions } from './painting.ts'

/** Everything that can be done to an object, in a fixed order. */
export const OBJECT_ACTIONS: readonly ObjectAction[] = [
  ...carryingActions,
  ...paintingActions,
  ...beamActions,
]

const byName = new Map(OBJECT_ACTIONS.map((action) => [action.name, action]))

export function findObjectAction(name: string): ObjectAction | undefined {
  return byName.get(name)
}

/** The colour of an action: a constant, or one that every object finds for itself, by name. */
export type EachInk = number | string

/** What a rule does to the objects of one kind. */
export interface Action {
  readonly name: string
  /** Undefined exactly for actions that bring their own colours. */
  readonly ink?: EachInk
}

export function inkOf(picture: Picture, object: GridObject, ink: EachInk): number {
  return typeof ink === 'number' ? ink : (BOUND_INKS[ink]?.(picture, object) ?? -1)
}

/**
 * The picture after every object has acted: first all that move are lifted, then all draw, in reading order.
 * Every action looks at the picture as it was, so that the order of objects decides only where drawings meet.
 */
export function drawEach(picture: Picture, actions: readonly Action[]): Uint8Array {
  const canvas = picture.cells.slice()
  const known = actions.map(({ name }) => byName.get(name))
  picture.objects.forEach((object, k) => {
    if (known[k]?.lifts === true) for (const i of object.cells) canvas[i] = 0
  })
  picture.objects.forEach((object, k) => {
    const action = known[k]
    if (action === undefined || action.name === 'keep') return
    const { cells, colours } = action.patch(picture, object)
    const ink = inkOf(picture, object, actions[k]!.ink ?? 0)
    if (action.ink && ink < 0) return
    for (let j = 0; j < cells.length; j++) {
      const i = cells[j]!
      if (action.under && picture.cells[i] !== 0) continue
      canvas[i] = action.ink ? ink : colours![j]!
    }
  })
  return canvas
}
