import { lensOf, PLAIN_VIEW, type View } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

function palette(grid: Grid): number {
  let bits = 0
  for (const c of grid.cells) bits |= 1 << c
  return bits
}

function colours(bits: number): number[] {
  return Array.from({ length: 10 }, (_, c) => c).filter((c) => (bits >> c) & 1)
}

/** Whether the commonest colour of some input is not the empty one. */
function hasOtherGround(task: Task): boolean {
  return [...task.train.map((pair) => pair.input), ...task.tests].some((grid) => {
    const counts = new Int32Array(10)
    for (const c of grid.cells) counts[c] = (counts[c] ?? 0) + 1
    return counts.some((n) => n > (counts[0] ?? 0))
  })
}

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

/**
 * The ways of looking at a task that are worth a search, most promising first. Renaming by count makes
 * "the colour of the object" one name although it differs from pair to pair; colours that every input has
 * may be constants of the rule, so one view leaves them alone.
 */
export function viewsOf(task: Task): View[] {
  const inputs = [...task.train.map((pair) => palette(pair.input)), ...task.tests.map(palette)]
  const some = inputs.reduce((all, bits) => all | bits, 0)
  const every = inputs.reduce((all, bits) => all & bits, 1023)
  const views: View[] = [PLAIN_VIEW]
  if (hasOtherGround(task)) views.push({ turn: 'none', relabel: { kind: 'ground' } })
  const seen = new Set([''])
  const offer = (bits: number): void => {
    const set = colours(bits)
    const key = set.join()
    if (set.length < 2 || seen.has(key)) return
    seen.add(key)
    views.push({ turn: 'none', relabel: { kind: 'by-count', colours: set } })
  }
  const hasEmpty = (every & 1) === 1
  offer(some & ~every)
  // Without an empty colour everywhere, the commonest colour takes its place.
  offer(hasEmpty ? some & ~1 : some | 1)
  if (paintsPanels(task)) views.push(PANEL_VIEW)
  return views
}
