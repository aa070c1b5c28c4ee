import { describe } from '../describe/index.ts'
import type { Task } from '../io/index.ts'
import type { Candidate } from './candidate.ts'
import { cellCandidates } from './cell-rule.ts'
import { type OperatorPrior, symbolicPrior } from './prior.ts'
import { rank } from './rank.ts'
import { pricesOf, sceneOf } from './scene.ts'
import { Search } from './search.ts'
import { type PredictedSize, predictSizes } from './sizes.ts'
import { stackCandidates } from './stack-rule.ts'
import { viewsOf } from './views.ts'

export interface TeacherOptions {
  /** Operator applications per view, in lockstep over all inputs. */
  readonly nodes: number
  /** Reorders the search; the built-in prior when left out. */
  readonly prior?: OperatorPrior
}

/** Paths dearer than this are beyond any budget a laptop has. */
const MAX_COST = 32
const FIRST_LOOK = 1500
const LONGEST_LOOK = 12_000
/** Table lookups the cell rules may make for each node of the search. */
const LOOKUPS_PER_NODE = 600
/** A view other than the plain one has to be worth it. */
const VIEW_COST = 6

/** The size rules come from a shallow search; it goes deeper only while no rule explains the outputs. */
function findSize(search: Search, outputs: Parameters<typeof predictSizes>[1], nodes: number): PredictedSize | undefined {
  for (let look = FIRST_LOOK; look <= LONGEST_LOOK && look <= nodes; look *= 2) {
    search.run(look, MAX_COST)
    const size = predictSizes(search, outputs)[0]
    if (size !== undefined) return size
  }
  return undefined
}

/** The teacher: ranked candidates for a task, best first. Same task and options, same list. */
export function solve(task: Task, options: TeacherOptions): Candidate[] {
  const weights = (options.prior ?? symbolicPrior)(describe(task))
  const candidates: Candidate[] = []
  viewsOf(task).forEach((view, index) => {
    const scene = sceneOf(task, view)
    const search = new Search(scene.store, scene.inputs, pricesOf(scene, weights))
    const size = findSize(search, scene.outputGrids, options.nodes)
    if (size === undefined) return
    search.aimAt(size.sizes)
    search.run(options.nodes, MAX_COST)
    const found = [
      ...stackCandidates(scene, search, size),
      ...cellCandidates(scene, search, size, options.nodes * LOOKUPS_PER_NODE),
    ]
    for (const candidate of found) candidates.push({ ...candidate, cost: candidate.cost + index * VIEW_COST })
  })
  return rank(candidates)
}
