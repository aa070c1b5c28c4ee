import { CONVINCING, OBVIOUS, OBVIOUS_PER_PAIR, PLAUSIBLE } from '../cost.ts'
import { backgroundOf, paletteOf } from '../describe/index.ts'
import { distinct } from '../distinct.ts'
import { BOX_NAMES, lensOf, PLAIN_VIEW, UPRIGHT_NAMES, type View } from '../dsl/index.ts'
import { gridsKey, sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
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

/** Whether nothing of an output is lost when it is looked at: it is all in the part that the view shows. */
function showsAll(task: Task, view: View): boolean {
  return task.train.every(({ input, output }) => {
    const lens = lensOf(view, input)
    return sameGrid(lens.undo(lens.view(output)), output)
  })
}

/** Whether every output is its input with whole panels painted. */
function paintsPanels(task: Task): boolean {
  const isSmaller = ({ input, output }: Task['train'][number]): boolean =>
    input.width === output.width &&
    input.height === output.height &&
    lensOf(PANEL_VIEW, input).view(output).cells.length < output.cells.length
  return task.train.every(isSmaller) && showsAll(task, PANEL_VIEW)
}

const PANEL_VIEW: View = { turn: 'panels', relabel: { kind: 'as-is' } }
/** The commonest colour of each input as the empty one. */
const GROUND_VIEW: View = { turn: 'none', relabel: { kind: 'ground' } }

/**
 * The ways of looking at a task that are worth a search, most promising first. Renaming by count makes
 * "the colour of the object" one name although it differs from pair to pair; colours that every input has
 * may be constants of the rule, so one view leaves them alone.
 */
export function viewsOf(task: Task): View[] {
  const inputs = [...task.train.map((pair) => pair.input), ...task.tests]
  const palettes = inputs.map(paletteOf)
  const some = [...new Set(palettes.flat())].sort()
  const isEverywhere = (colour: number): boolean => palettes.every((palette) => palette.includes(colour))
  const byCount = [
    some.filter((colour) => !isEverywhere(colour)),
    // Without an empty colour everywhere, the commonest colour takes its place.
    isEverywhere(0) ? some.filter((colour) => colour > 0) : [...new Set([0, ...some])],
  ].filter((colours, at, all) => colours.length > 1 && (at === 0 || colours.join() !== all[0]?.join()))
  return [
    PLAIN_VIEW,
    ...(inputs.some((grid) => backgroundOf(grid) !== 0) ? [GROUND_VIEW] : []),
    ...byCount.map((colours): View => ({ turn: 'none', relabel: { kind: 'by-count', colours } })),
    ...(paintsPanels(task) ? [PANEL_VIEW] : []),
  ]
}

/**
 * Views through which inputs that differ in direction, or in what surrounds the part that matters, look alike. Each only
 * where it shows something else than the views before it.
 */
export function uprightViews(task: Task): View[] {
  const inputs = [...task.train.map((pair) => pair.input), ...task.tests]
  const seenBy = (view: View): string => gridsKey(inputs.map((input) => lensOf(view, input).view(input)))
  const likely = viewsOf(task).filter(({ turn, relabel }) => turn === 'none' && relabel.kind !== 'by-count')
  const upright = likely.flatMap(({ relabel }) =>
    [...UPRIGHT_NAMES, ...BOX_NAMES].map((turn): View => ({ turn, relabel })),
  )
  const different = distinct([...likely, ...upright], seenBy)
  return different.filter((view) => upright.includes(view) && showsAll(task, view))
}
