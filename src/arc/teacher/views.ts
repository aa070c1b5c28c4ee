import { backgroundOf, paletteOf } from '../describe/index.ts'
import { lensOf, PLAIN_VIEW, type View } from '../dsl/index.ts'
import { sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

/** Whether every output is its input with whole panels painted. */
function paintsPanels(task: Task): boolean {
  return task.train.every(({ input, output }) => {
    if (input.width !== output.width || input.height !== output.height) return false
    const lens = lensOf(PANEL_VIEW, input)
    const seen = lens.view(output)
    return seen.width * seen.height < output.width * output.height && sameGrid(lens.undo(seen), output)
  })
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
