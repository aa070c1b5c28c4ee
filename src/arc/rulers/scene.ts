import { CHEAPEST_STEP, LENGTH, MAX_PRICE } from '../cost.ts'
import { lensOf, OPERATORS, type Program, type Stage, type View } from '../dsl/index.ts'
import { type Grid, GridStore, sameGrid, type Value } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Proposal } from './ruler.ts'
import { Search } from './search.ts'
import { type PredictedSize, predictSizes } from './sizes.ts'

/** By operator index: above zero makes it cheaper, below zero dearer, one unit being about a tenth of a step. */
export type OperatorWeights = readonly number[]

/** How long steps count, in which order they are tried, and how many nodes may go into finding the output's size. */
export interface SearchSettings {
  readonly lengths: OperatorWeights
  readonly order: OperatorWeights
  readonly nodes: number
  readonly spent?: Spent | undefined
}

/** Operator applications so far, in lockstep over all inputs. */
export interface Spent {
  nodes: number
}

/** One lockstep search on a scene, aimed at the size of the output. */
export interface Exploration {
  readonly search: Search
  readonly size: PredictedSize
}

const FIRST_LOOK = 1500
const LONGEST_LOOK = 12_000
/** A size rule dearer than this may be a coincidence: look for a better one. */
const SIMPLE_SIZE = 26

/** What a rule is looked for on: inputs and outputs as a view shows them, after the stages that are already fixed. */
export class Scene {
  readonly task: Task
  readonly view: View
  readonly store: GridStore
  /** Train inputs, then test inputs. */
  readonly inputs: readonly Value[]
  readonly outputs: readonly Value[]
  readonly outputGrids: readonly Grid[]
  /** Stages already behind the inputs, and what they and the view cost. */
  readonly before: readonly Stage[]
  readonly costBefore: number
  readonly #undo: readonly ((grid: Grid) => Grid)[]
  readonly #settings: SearchSettings
  #search: Search | undefined
  #size: PredictedSize | undefined

  constructor(
    task: Task,
    view: View,
    costBefore: number,
    settings: SearchSettings,
    from?: Scene,
    by?: Proposal,
  ) {
    this.task = task
    this.view = view
    this.#settings = settings
    this.store = from?.store ?? new GridStore(1 << 14)
    const lenses = [...task.train.map((pair) => pair.input), ...task.tests].map((input) => ({
      input,
      lens: lensOf(view, input),
    }))
    this.#undo = from ? from.#undo : lenses.map(({ lens }) => lens.undo)
    this.inputs =
      by?.results.map((grid) => this.store.add(grid)) ??
      lenses.map(({ input, lens }) => this.store.add(lens.view(input)))
    this.outputGrids =
      from?.outputGrids ?? task.train.flatMap(({ output }, i) => lenses[i]?.lens.view(output) ?? [])
    this.outputs = this.outputGrids.map((grid) => this.store.add(grid))
    this.before = [...(from?.before ?? []), ...(by === undefined ? [] : [by.stage])]
    this.costBefore = costBefore
  }

  /** The scene that starts where a proposal ended. */
  after(proposal: Proposal): Scene {
    const cost = this.costBefore + proposal.cost + LENGTH.stage
    return new Scene(this.task, this.view, cost, this.#settings, this, proposal)
  }

  /** Whether every train output has the size of its input here. */
  get keepsSize(): boolean {
    const { width, height } = this.store
    return this.outputs.every((output, i) => {
      const input = this.inputs[i] ?? output
      return width[output] === width[input] && height[output] === height[input]
    })
  }

  /** Whether these pictures are the train outputs, as shown here. */
  isMade(results: readonly Grid[]): boolean {
    return this.outputGrids.every((wanted, i) => {
      const made = results[i]
      return made !== undefined && sameGrid(made, wanted)
    })
  }

  /** The scene's one search, taken on to `nodes`; undefined when no rule gives the sizes of the outputs. */
  explore(nodes: number): Exploration | undefined {
    const search = this.search
    if (this.#size === undefined) return undefined
    this.#run(search, nodes)
    return { search, size: this.#size }
  }

  #run(search: Search, nodes: number): void {
    const { spent } = this.#settings
    const before = search.nodes
    search.run(nodes, MAX_PRICE)
    if (spent !== undefined) spent.nodes += search.nodes - before
  }

  /** The same search as far as it has come: at least as far as it took to look for the size. */
  get search(): Search {
    if (this.#search !== undefined) return this.#search
    const { lengths, order, nodes } = this.#settings
    const search = new Search(this.store, this.inputs, this.#prices(lengths), this.#prices(order))
    this.#search = search
    this.#size = this.#findSize(search, nodes)
    if (this.#size !== undefined) search.aimAt(this.#size.sizes)
    return search
  }

  /** The size rules come from a shallow search; it goes deeper only while no simple rule explains the outputs. */
  #findSize(search: Search, nodes: number): PredictedSize | undefined {
    let size: PredictedSize | undefined
    let look = Math.max(1, Math.min(FIRST_LOOK, nodes))
    for (; look <= LONGEST_LOOK && look <= nodes; look *= 2) {
      this.#run(search, look)
      size = predictSizes(search, this.outputGrids)[0]
      if (size !== undefined && size.cost <= SIMPLE_SIZE) return size
    }
    return size
  }

  /** Operator prices here: their own cost less the weight; colours that cannot matter are left out. */
  #prices(weights: OperatorWeights): number[] {
    let inInputs = 0
    let inOutputs = 0
    for (const g of this.inputs) for (const c of this.store.grid(g).cells) inInputs |= 1 << c
    for (const grid of this.outputGrids) for (const c of grid.cells) inOutputs |= 1 << c
    return OPERATORS.map(({ primitive, argument, index }) => {
      if (primitive.parameter.kind === 'colour') {
        const wanted = primitive.name === 'paint' ? inOutputs : inInputs
        if (((wanted >> Number(argument)) & 1) === 0) return -1
      }
      return Math.max(CHEAPEST_STEP, Math.round(primitive.cost - (weights[index] ?? 0)))
    })
  }

  program(proposal: Proposal): Program {
    return { view: this.view, stages: [...this.before, proposal.stage] }
  }

  /** What a proposal makes, as the task shows it. */
  shown(proposal: Proposal): Grid[] {
    return proposal.results.map((grid, i) => this.#undo[i]?.(grid) ?? grid)
  }
}
