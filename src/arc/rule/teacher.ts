import { describe } from '../describe/index.ts'
import type { View } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Candidate } from './candidate.ts'
import { cellCandidates } from './cell-rule.ts'
import { type OperatorPrior, symbolicPrior } from './prior.ts'
import { rank } from './rank.ts'
import { pricesOf, type Scene, sceneOf } from './scene.ts'
import { Search } from './search.ts'
import { type Exploration, secondScenes } from './second.ts'
import { type PredictedSize, predictSizes } from './sizes.ts'
import { stackCandidates } from './stack-rule.ts'
import { TURNED_VIEW, viewsOf } from './views.ts'

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
/** A size rule dearer than this may be a coincidence: look for a better one. */
const SIMPLE_SIZE = 26
/** Table lookups the cell rules may make for each node of the search. */
const LOOKUPS_PER_NODE = 600
/** A view other than the plain one has to be worth it. */
const VIEW_COST = 6
/** A candidate cheaper than this that solves every pair ends the search. */
const CONVINCING = 60
/** A second search on an intermediate picture gets this part of the nodes. */
const SECOND_SHARE = 4

/** The size rules come from a shallow search; it goes deeper only while no simple rule explains the outputs. */
function findSize(search: Search, outputs: readonly Grid[], nodes: number): PredictedSize | undefined {
  let size: PredictedSize | undefined
  for (
    let look = Math.max(1, Math.min(FIRST_LOOK, nodes));
    look <= LONGEST_LOOK && look <= nodes;
    look *= 2
  ) {
    search.run(look, MAX_COST)
    size = predictSizes(search, outputs)[0]
    if (size !== undefined && size.cost <= SIMPLE_SIZE) return size
  }
  return size
}

/** One search on one scene, with everything that can be made of its pieces. */
function explore(scene: Scene, prices: readonly number[], nodes: number): Exploration | undefined {
  const search = new Search(scene.store, scene.inputs, prices)
  const size = findSize(search, scene.outputGrids, nodes)
  if (size === undefined) return undefined
  search.aimAt(size.sizes)
  search.run(nodes, MAX_COST)
  const found = [
    ...stackCandidates(scene, search, size),
    ...cellCandidates(scene, search, size, nodes * LOOKUPS_PER_NODE),
  ]
  return { scene, search, size, found }
}

/** The teacher: ranked candidates for a task, best first. Same task and options, same list. */
export function solve(task: Task, options: TeacherOptions): Candidate[] {
  const weights = (options.prior ?? symbolicPrior)(describe(task))
  const candidates: Candidate[] = []
  const explored: Exploration[] = []
  const look = (view: View, cost: number, nodes: number): void => {
    const scene = { ...sceneOf(task, view), costBefore: cost }
    const exploration = explore(scene, pricesOf(scene, weights), nodes)
    if (exploration === undefined) return
    explored.push(exploration)
    candidates.push(...exploration.found)
  }
  viewsOf(task).forEach((view, index) => {
    look(view, index * VIEW_COST, options.nodes)
  })
  const convincing = candidates.some((c) => c.pairsSolved === task.train.length && c.cost < CONVINCING)
  if (!convincing) {
    const share = Math.ceil(options.nodes / SECOND_SHARE)
    const first = [...explored]
    look(TURNED_VIEW, 2 * VIEW_COST, share)
    for (const exploration of first) {
      for (const scene of secondScenes(exploration)) {
        const second = explore(scene, pricesOf(scene, weights), share)
        if (second !== undefined) candidates.push(...second.found)
      }
    }
  }
  return rank(candidates)
}
