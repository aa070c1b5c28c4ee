import { scoreOutputs } from '../compare/index.ts'
import { type Grid, gridsKey } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Proposal, Scene } from '../rulers/index.ts'
import type { Candidate } from './candidate.ts'

/** Partial candidates that are measured by the comparator, after a look at their cells; the others are dropped. */
const MEASURED = 48

/** The share of the change that came out right, less what was made wrong: quick to count. */
function closeness(task: Task, made: readonly Grid[]): number {
  let total = 0
  task.train.forEach(({ input, output }, pair) => {
    const grid = made[pair]
    if (grid === undefined || grid.width !== output.width || grid.height !== output.height) return
    const isSame = input.width === output.width && input.height === output.height
    let [right, wrong, change] = [0, 0, 0]
    for (let i = 0; i < output.cells.length; i++) {
      const isChange = !isSame || input.cells[i] !== output.cells[i]
      change += Number(isChange)
      if (grid.cells[i] === output.cells[i]) right += Number(isChange)
      else if (!isChange) wrong++
    }
    total += (right - wrong) / Math.max(1, change) + Number(right === change && wrong === 0)
  })
  return total
}

/** Of candidates that solve not every pair, those that come closest, each set of train pictures once, with their score. */
export function closestPartials(task: Task, partials: readonly Candidate[]): Candidate[] {
  const byPicture = new Map<string, Candidate>()
  for (const candidate of partials) {
    const key = gridsKey(candidate.made)
    const known = byPicture.get(key)
    if (known === undefined || candidate.cost < known.cost) byPicture.set(key, candidate)
  }
  return [...byPicture.values()]
    .map((candidate) => ({ candidate, close: closeness(task, candidate.made) }))
    .toSorted((a, b) => b.close - a.close || a.candidate.cost - b.candidate.cost)
    .slice(0, MEASURED)
    .map(({ candidate }) => ({ ...candidate, score: scoreOutputs(task, candidate.made) }))
}

/** How many cells still to change weigh as much as one unit of description length; a cell made wrong counts twice. */
const CELLS_PER_UNIT = 4

/** The partial rules that leave least to do for their length, one per distinct result. */
export function startsOf(scene: Scene, partials: readonly Proposal[], wanted: number): Proposal[] {
  const before = scene.inputs.map((input) => scene.store.grid(input))
  const weight = ({ results, cost }: Proposal): number => {
    let open = 0
    scene.outputGrids.forEach(({ cells, width }, pair) => {
      const made = results[pair]
      const was = before[pair]
      if (made === undefined || made.cells.length !== cells.length || made.width !== width) {
        open += cells.length
        return
      }
      for (let i = 0; i < cells.length; i++) {
        if (made.cells[i] === cells[i]) continue
        open += was?.cells[i] === cells[i] && was?.cells.length === cells.length ? 2 : 1
      }
    })
    return open / CELLS_PER_UNIT + cost
  }
  const weighed = partials.map((proposal) => ({ proposal, weight: weight(proposal) }))
  const seen = new Set<string>()
  return weighed
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ proposal }) => proposal)
    .filter(({ results }) => {
      const key = gridsKey(results)
      return !seen.has(key) && seen.add(key) !== undefined
    })
    .slice(0, wanted)
}
