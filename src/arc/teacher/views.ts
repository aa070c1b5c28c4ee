import { backgroundOf, paletteOf } from '../describe/index.ts'
import { BOX_NAMES, lensOf, PLAIN_VIEW, UPRIGHT_NAMES, type View } from '../dsl/index.ts'
import { gridsKey, sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

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
  const seen = new Set(likely.map(seenBy))
  return likely
    .flatMap(({ relabel }) => [...UPRIGHT_NAMES, ...BOX_NAMES].map((turn): View => ({ turn, relabel })))
    .filter((view) => {
      const key = seenBy(view)
      return !seen.has(key) && seen.add(key) !== undefined && showsAll(task, view)
    })
}
