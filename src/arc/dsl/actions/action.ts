import type { GridObject, Picture } from '../../objects/index.ts'

/** What an action writes for one object: the cells, and their colours unless one ink paints them all. */
export interface Patch {
  readonly cells: readonly number[]
  readonly colours?: readonly number[]
}

/** One thing that can be done to an object. */
export interface ObjectAction {
  readonly name: string
  /** `ink` actions paint their cells in a colour that the rule binds; the others bring their own. */
  readonly ink: boolean
  /** Whether the object is taken away first. */
  readonly lifts: boolean
  /** Whether only empty cells are written. */
  readonly under: boolean
  /** Relative price in a rule. */
  readonly price: number
  readonly patch: (picture: Picture, object: GridObject) => Patch
}

export function paints(
  name: string,
  price: number,
  cells: (picture: Picture, object: GridObject) => readonly number[],
  under = true,
): ObjectAction {
  return { name, price, ink: true, lifts: false, under, patch: (p, t) => ({ cells: cells(p, t) }) }
}

export function carries(
  name: string,
  price: number,
  lifts: boolean,
  patch: (picture: Picture, object: GridObject) => Patch,
): ObjectAction {
  return { name, price, ink: false, lifts, under: false, patch }
}
