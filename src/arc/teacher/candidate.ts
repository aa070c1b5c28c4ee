import { scoreOutputs } from '../compare/index.ts'
import { vouchedLength } from '../cost.ts'
import { distinct } from '../distinct.ts'
import type { Program } from '../dsl/index.ts'
import { type Grid, gridsKey, progress, sameSize } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Proposal, Scene } from '../rulers/index.ts'

/** One proposed solution, or a part of one: a program, what it predicts, and how it was found. */
export interface Candidate {
  readonly program: Program
  /** What it makes of the train inputs, and of the test inputs; undefined where the program gives nothing. */
  readonly made: readonly (Grid | undefined)[]
  readonly outputs: readonly (Grid | undefined)[]
  /** Which train pairs the program reproduces exactly. */
  readonly solved: readonly boolean[]
  readonly pairsSolved: number
  /** The comparator's score: 1 for a solution, 0 while nobody has measured it. */
  readonly score: number
  /** Description length in tenths of a step: lower is simpler. */
  readonly cost: number
  /** Operator applications spent when it was found. */
  readonly nodes: number
  /** Which ruler found it, and how, in a few words. */
  readonly why: string
}

export function candidateOf(scene: Scene, proposal: Proposal, nodes: number): Candidate {
  const { task } = scene
  const shown = scene.shown(proposal)
  const solved = scene.solved(proposal.results)
  return {
    program: scene.program(proposal),
    made: shown.slice(0, task.train.length),
    outputs: shown.slice(task.train.length),
    solved,
    pairsSolved: solved.filter(Boolean).length,
    score: Number(solved.every(Boolean)),
    cost: scene.costBefore + proposal.cost,
    nodes,
    why: proposal.why,
  }
}

/** What a candidate says: how many train pairs it explains, and what it predicts. */
export const predictionOf = ({ pairsSolved, outputs }: Pick<Candidate, 'pairsSolved' | 'outputs'>): string =>
  `${pairsSolved} ${gridsKey(outputs)}`

/**
 * Best first: more train pairs solved, then simpler. Candidates that predict the same test outputs vouch for each
 * other, so each prediction counts as a little simpler for every further candidate behind it. Those that solve no pair
 * stand behind, by how close they come.
 */
export function rank(candidates: readonly Candidate[]): Candidate[] {
  const groups = Map.groupBy(
    candidates.filter(({ pairsSolved }) => pairsSolved > 0),
    ({ outputs }) => gridsKey(outputs),
  )
  const scored = [...groups.values()].map((group) => {
    group.sort(bySimplicity)
    const best = group[0]
    const vouchers = group.filter((other) => other.pairsSolved === best?.pairsSolved).length
    return { group, solved: best?.pairsSolved ?? 0, cost: vouchedLength(best?.cost ?? 0, vouchers) }
  })
  scored.sort((a, b) => b.solved - a.solved || a.cost - b.cost)
  const first = scored.flatMap(({ group }) => group.slice(0, 1))
  const rest = scored.flatMap(({ group }) => group.slice(1))
  const none = candidates.filter(({ pairsSolved }) => pairsSolved === 0)
  return [
    ...first,
    ...rest.sort(bySimplicity),
    ...none.toSorted((a, b) => b.score - a.score || a.cost - b.cost),
  ]
}

function bySimplicity(a: Candidate, b: Candidate): number {
  return b.pairsSolved - a.pairsSolved || a.cost - b.cost
}

/** Partial candidates that are measured by the comparator, after a look at their cells; the others are dropped. */
const MEASURED = 48

/** The share of the change that came out right, less what was made wrong: quick to count. */
function closeness(task: Task, made: Candidate['made']): number {
  return task.train.reduce((sum, { input, output }, pair) => {
    const grid = made[pair]
    if (grid === undefined || !sameSize(grid, output)) return sum
    const { change, right, wrong } = progress(input, grid, output)
    return sum + (right - wrong) / Math.max(1, change) + Number(right === change && wrong === 0)
  }, 0)
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
    const open = scene.outputGrids.map((wanted, pair) => {
      const [was, made] = [before[pair], results[pair]]
      if (!was || !made || !sameSize(made, wanted)) return wanted.cells.length
      const { change, right, wrong } = progress(was, made, wanted)
      return change - right + 2 * wrong
    })
    return open.reduce((sum, cells) => sum + cells, 0) / CELLS_PER_UNIT + cost
  }
  const weighed = partials.map((proposal) => ({ proposal, weight: weight(proposal) }))
  const order = weighed.toSorted((a, b) => a.weight - b.weight).map(({ proposal }) => proposal)
  return distinct(order, ({ results }) => gridsKey(results)).slice(0, wanted)
}
