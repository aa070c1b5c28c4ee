import { compareOutputs } from '../compare/index.ts'
import { type Grid, gridKey } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
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
    const key = candidate.made.map(gridKey).join('|')
    const known = byPicture.get(key)
    if (known === undefined || candidate.cost < known.cost) byPicture.set(key, candidate)
  }
  return [...byPicture.values()]
    .map((candidate) => ({ candidate, close: closeness(task, candidate.made) }))
    .toSorted((a, b) => b.close - a.close || a.candidate.cost - b.candidate.cost)
    .slice(0, MEASURED)
    .map(({ candidate }) => {
      const { program, made, outputs } = candidate
      return { ...candidate, score: compareOutputs(task, program, made, outputs).verifier_score }
    })
}
