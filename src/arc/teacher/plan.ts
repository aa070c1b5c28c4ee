import { CONVINCING, OBVIOUS, OBVIOUS_PER_PAIR, PLAUSIBLE } from '../cost.ts'
import type { View } from '../dsl/index.ts'
import { cellRuler, flowRuler, objectRuler, type Ruler, stackRuler } from '../rulers/index.ts'

/**
 * Where a round looks: at the task as its facts suggest, along the diagonal and onwards from what was half way, from the
 * right and from below, or at each input as it stands upright and at a part of it.
 */
export type Ground = 'likely' | 'onwards' | 'flipped' | 'upright'

export interface Round {
  readonly ground: Ground
  readonly rulers: readonly Ruler[]
  /** The part of the nodes that each ruler gets on each scene. */
  readonly share: number
  /** A solution shorter than this ends the search after the round. */
  readonly enough: (pairs: number) => number
}

const GOES_ON = (): number => 0

const obvious = (pairs: number): number => Math.min(OBVIOUS, OBVIOUS_PER_PAIR * pairs)

/**
 * The teacher's plan: views times rulers times share of the nodes, in order. The first rounds are short: many tasks
 * need no more.
 */
export const PLAN: readonly Round[] = [
  { ground: 'likely', rulers: [stackRuler, cellRuler], share: 1 / 5, enough: obvious },
  { ground: 'likely', rulers: [objectRuler], share: 1, enough: obvious },
  { ground: 'likely', rulers: [stackRuler, cellRuler, flowRuler], share: 1, enough: () => CONVINCING },
  {
    ground: 'onwards',
    rulers: [objectRuler, stackRuler, cellRuler],
    share: 1 / 4,
    enough: () => PLAUSIBLE,
  },
  { ground: 'flipped', rulers: [objectRuler, stackRuler, cellRuler], share: 1 / 4, enough: GOES_ON },
]

/** What the loop does first with a task that nothing convincing explains: other views. */
export const LOOK_AGAIN: readonly Round[] = [
  { ground: 'upright', rulers: [objectRuler, stackRuler, cellRuler], share: 1 / 2, enough: GOES_ON },
]

/** The name of every ruler. */
export const RULER_NAMES: readonly string[] = [
  ...new Set(PLAN.flatMap(({ rulers }) => rulers.map(({ name }) => name))),
]

/** The rulers that repair a program from where it stands. */
export const REPAIR_RULERS: readonly Ruler[] = [objectRuler, stackRuler, cellRuler, flowRuler]

/** What depends on reading order (first of equals, rows before columns) comes out the other way round. */
export const TURNED_VIEW: View = { turn: 'diagonal', relabel: { kind: 'as-is' } }

/** The grid read from the right, and from below: the last of equals is the first there. */
export const FLIPPED_VIEWS: readonly View[] = [
  { turn: 'left-right', relabel: { kind: 'as-is' } },
  { turn: 'up-down', relabel: { kind: 'as-is' } },
]
