import { describe } from '../describe/index.ts'
import type { View } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Candidate } from './candidate.ts'
import { cellCandidates, cellPartials } from './cell-rule.ts'
import { eachCandidates } from './each-rule.ts'
import { partialScenes } from './partial.ts'
import { type OperatorPrior, type OperatorWeights, symbolicPrior } from './prior.ts'
import { rank } from './rank.ts'
import { pricesOf, type Scene, sceneOf } from './scene.ts'
import { Search } from './search.ts'
import { type Exploration, secondScenes } from './second.ts'
import { type PredictedSize, predictSizes } from './sizes.ts'
import { stackCandidates } from './stack-rule.ts'
import { FLIPPED_VIEWS, TURNED_VIEW, viewsOf } from './views.ts'

export interface TeacherOptions {
  /** Operator applications per view, in lockstep over all inputs. */
  readonly nodes: number
  /** Reorders the search; the built-in prior, by which lengths are measured, when left out. */
  readonly prior?: OperatorPrior
}

/** Paths dearer than this are beyond any budget a laptop has. */
const MAX_PRICE = 64
const FIRST_LOOK = 1500
const LONGEST_LOOK = 12_000
/** A size rule dearer than this may be a coincidence: look for a better one. */
const SIMPLE_SIZE = 26
/** Table lookups the cell rules may make for each node of the search. */
const LOOKUPS_PER_NODE = 600
/** Sets of attributes that object rules try for each way of splitting into objects. */
const EACH_KEYS = 800
/** With fewer, testing every deed on every object is not worth its time. */
const LEAST_EACH_KEYS = 200
/** A view other than the plain one has to be worth it. */
const VIEW_COST = 6
/** A candidate cheaper than this that solves every pair ends the search. */
const CONVINCING = 60
/** A program dearer than this lists the pairs more than it explains them. */
const PLAUSIBLE = 100
/** One that costs less than this per train pair, and at most so much, ends it already after a share of the nodes. */
const OBVIOUS_PER_PAIR = 10
const OBVIOUS = 30
const FIRST_SHARE = 5
/** A second search on an intermediate picture gets this part of the nodes. */
const SECOND_SHARE = 4
/** Scenes of a view that start after an object rule which explains a part. */
const PARTIAL_SCENES = 3
/** And after a rule for some of the cells. */
const PARTIAL_CELLS = 2

/** The size rules come from a shallow search; it goes deeper only while no simple rule explains the outputs. */
function findSize(search: Search, outputs: readonly Grid[], nodes: number): PredictedSize | undefined {
  let size: PredictedSize | undefined
  for (
    let look = Math.max(1, Math.min(FIRST_LOOK, nodes));
    look <= LONGEST_LOOK && look <= nodes;
    look *= 2
  ) {
    search.run(look, MAX_PRICE)
    size = predictSizes(search, outputs)[0]
    if (size !== undefined && size.cost <= SIMPLE_SIZE) return size
  }
  return size
}

/** A search on one scene that knows the output's size; none when no size rule was found. */
function begin(
  scene: Scene,
  lengths: OperatorWeights,
  order: OperatorWeights,
  nodes: number,
): Exploration | [] {
  const search = new Search(scene.store, scene.inputs, pricesOf(scene, lengths.single), {
    ...order,
    prices: pricesOf(scene, order.single),
  })
  const size = findSize(search, scene.outputGrids, nodes)
  if (size === undefined) return []
  search.aimAt(size.sizes)
  return { scene, search, size }
}

/** Searches on to `nodes` and makes everything that can be made of the pieces. */
function explore({ scene, search, size }: Exploration, nodes: number): Candidate[] {
  search.run(nodes, MAX_PRICE)
  return [
    ...stackCandidates(scene, search, size),
    ...cellCandidates(scene, search, size, nodes * LOOKUPS_PER_NODE),
  ]
}

/** Scenes that start where this search came closest: after a piece, or after a rule for some of the cells. */
function halfwayScenes(exploration: Exploration): Scene[] {
  const partials = partialScenes(exploration.scene, cellPartials(exploration), PARTIAL_CELLS)
  return [...partials, ...secondScenes(exploration)]
}

/** The teacher: ranked candidates for a task, best first. Same task and options, same list. */
export function solve(task: Task, options: TeacherOptions): Candidate[] {
  const facts = describe(task)
  const lengths = symbolicPrior(facts)
  const order = options.prior?.(facts) ?? lengths
  const { nodes } = options
  const ofObjects: Candidate[] = []
  const halfway: Scene[] = []
  const start = (scene: Scene, budget: number): Exploration | [] => {
    if (budget >= LEAST_EACH_KEYS) {
      const { candidates, partials } = eachCandidates(scene, Math.min(EACH_KEYS, budget))
      ofObjects.push(...candidates)
      if (scene.before.length === 0) halfway.push(...partialScenes(scene, partials, PARTIAL_SCENES))
    }
    return begin(scene, lengths, order, nodes)
  }
  const look = (view: View, cost: number): Scene => ({ ...sceneOf(task, view), costBefore: cost })
  const isSolved = (found: readonly Candidate[], cost: number): boolean =>
    found.some((c) => c.pairsSolved === task.train.length && c.cost < cost)

  const explored = viewsOf(task).flatMap((view, index) => start(look(view, index * VIEW_COST), nodes))
  const early = explored.flatMap((exploration) => explore(exploration, Math.ceil(nodes / FIRST_SHARE)))
  const obvious = Math.min(OBVIOUS, OBVIOUS_PER_PAIR * task.train.length)
  if (isSolved([...ofObjects, ...early], obvious)) return rank([...ofObjects, ...early])
  const found = explored.flatMap((exploration) => explore(exploration, nodes))
  if (isSolved([...ofObjects, ...found], CONVINCING)) return rank([...ofObjects, ...found])
  const share = Math.ceil(nodes / SECOND_SHARE)
  const scenes = [look(TURNED_VIEW, 2 * VIEW_COST), ...halfway, ...explored.flatMap(halfwayScenes)]
  const searchOn = (from: readonly Scene[]): void => {
    const further = from.flatMap((scene) => start(scene, share))
    found.push(...further.flatMap((exploration) => explore(exploration, share)))
  }
  searchOn(scenes)
  if (!isSolved([...ofObjects, ...found], PLAUSIBLE))
    searchOn(FLIPPED_VIEWS.map((view) => look(view, 3 * VIEW_COST)))
  return rank([...ofObjects, ...found])
}
