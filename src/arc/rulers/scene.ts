import { CHEAPEST_STEP, LENGTH, MAX_PRICE, SIZE_CHANGES, type SizeChange, sizeLength } from '../cost.ts'
import {
  INPUT_SIZE,
  lensOf,
  OPERATORS,
  type OutputSizeRule,
  type Program,
  type Stage,
  type View,
} from '../dsl/index.ts'
import { type Grid, GridStore, isList, MAX_SIDE, sameGrid, type Value } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { Proposal } from './ruler.ts'
import { Search, type Size } from './search.ts'

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
    this.store = from?.store ?? new GridStore(Math.min(1 << 14, 64 + settings.nodes))
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

  /** Which of these pictures are the train outputs, as shown here. */
  solved(results: readonly Grid[]): boolean[] {
    return this.outputGrids.map((wanted, i) => {
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

export interface PredictedSize {
  readonly rule: OutputSizeRule
  /** Per input, train and test. */
  readonly sizes: readonly Size[]
  readonly cost: number
}

const changed = (side: number, [times, over, plus]: SizeChange): number =>
  Math.floor((side * times) / over) + plus

/** The index of the change that explains one side on all train pairs, or -1. */
function explain(search: Search, state: number, outputs: readonly Grid[], side: 'width' | 'height'): number {
  const sides = search.store[side]
  return SIZE_CHANGES.findIndex((change) =>
    outputs.every((output, i) => changed(sides[search.value(state, i)]!, change) === output[side]),
  )
}

/**
 * Size rules that hold on every train pair, cheapest first, one per distinct prediction:
 * the input's size, one fixed size, then sizes of what the search has met, changed by small factors.
 */
export function predictSizes(search: Search, outputs: readonly Grid[]): PredictedSize[] {
  const found = new Map<string, PredictedSize>()
  const offer = (rule: OutputSizeRule, sizes: readonly Size[], cost: number): void => {
    const sides = sizes.flatMap(({ width, height }) => [width, height])
    if (sides.some((side) => side < 1 || side > MAX_SIDE)) return
    const known = found.get(sides.join())
    if (known === undefined || cost < known.cost) found.set(sides.join(), { rule, sizes, cost })
  }
  const ofState = (state: number): void => {
    if (isList(search.value(state, 0))) return
    const across = explain(search, state, outputs, 'width')
    const along = across < 0 ? -1 : explain(search, state, outputs, 'height')
    const [x, y] = [SIZE_CHANGES[across], SIZE_CHANGES[along]]
    if (x === undefined || y === undefined) return
    const sizes = search.inputs.map((_, i) => {
      const { w, h } = search.store.box(search.value(state, i))
      return { width: changed(w, x), height: changed(h, y) }
    })
    const steps = search.steps(state)
    const rule: OutputSizeRule =
      state === 0 && across + along === 0
        ? INPUT_SIZE
        : { kind: 'of', steps, times: [x[0], y[0]], over: [x[1], y[1]], plus: [x[2], y[2]] }
    offer(rule, sizes, sizeLength(search.costOf(state), state === 0, across, along))
  }
  ofState(0)
  const first = outputs[0]
  if (first !== undefined && outputs.every((o) => o.width === first.width && o.height === first.height)) {
    const size = { width: first.width, height: first.height }
    const cost = outputs.length > 1 ? LENGTH.fixedSize : LENGTH.fixedOnce
    offer(
      { kind: 'fixed', ...size },
      search.inputs.map(() => size),
      cost,
    )
  }
  for (let state = 1; state < search.stateCount; state++) ofState(state)
  return [...found.values()].sort((a, b) => a.cost - b.cost)
}
