import { fitLength, MAX_PRICE } from '../cost.ts'
import {
  FITS,
  type Fit,
  fitTo,
  type Layer,
  OPERATORS,
  type Operator,
  runOperator,
  type Step,
} from '../dsl/index.ts'
import { type Grid, type GridStore, isList, NONE, TupleStore, type Value } from '../grid/index.ts'

export type Size = Pick<Grid, 'width' | 'height'>

/** A layer of the wanted size on every input, train and test alike. */
export interface Piece {
  readonly values: readonly Value[]
  readonly state: number
  readonly fit: Fit
  readonly cost: number
}

/** The steps that a path may end with: what decides when each is taken, and what it adds to the length. */
type Plan = readonly { readonly operator: Operator; readonly price: number; readonly cost: number }[]

/**
 * Walks all inputs of a task in lockstep. A state is the tuple of values that one sequence of operators gives on
 * every input; two sequences with the same tuple are one state (observational equivalence, the tests included).
 * Steps are taken by the price of the path that they end: a dear operator waits, even on the input, until every cheaper
 * path was walked, so that prices decide what a small number of operator applications (nodes) is spent on. Prices are
 * the costs unless told otherwise; costs alone say how long a program is.
 */
export class Search {
  readonly store: GridStore
  readonly inputs: readonly Value[]
  readonly pieces: Piece[] = []
  nodes = 0
  readonly #states = new TupleStore()
  readonly #parent: number[] = [-1]
  readonly #operator: number[] = [-1]
  readonly #cost: number[] = [0]
  readonly #price: number[] = [0]
  readonly #buckets: number[][] = Array.from({ length: MAX_PRICE + 1 }, () => [])
  readonly #plans: Readonly<Record<'input' | 'grid' | 'list', Plan>>
  /** Per state, how many operators of its plan were applied. */
  readonly #applied: number[] = [0]
  readonly #layers = new TupleStore()
  readonly #tuple: Int32Array
  readonly #memoKeys = new Float64Array(MEMO_SIZE).fill(-1)
  readonly #memoValues = new Int32Array(MEMO_SIZE)
  #bucket = 0
  #cursor = 0
  #sizes: readonly Size[] | undefined

  /** `costs[operator index]` is what an operator adds to the length; a negative cost leaves it out. */
  constructor(
    store: GridStore,
    inputs: readonly Value[],
    costs: ArrayLike<number>,
    prices: ArrayLike<number> = costs,
  ) {
    this.store = store
    this.inputs = inputs
    this.#tuple = new Int32Array(inputs.length)
    const steps = OPERATORS.map((operator, i) => ({
      operator,
      cost: costs[i] ?? -1,
      price: prices[i] ?? -1,
    }))
      .filter((o) => o.cost >= 0 && o.price >= 0)
      .sort((a, b) => a.price - b.price)
    const onGrid = steps.filter(({ operator: { primitive } }) => primitive.from !== 'list')
    this.#plans = {
      input: onGrid,
      grid: onGrid.filter(({ operator: { primitive } }) => primitive.heavy !== true),
      list: steps.filter(
        ({ operator: { primitive } }) => primitive.to !== 'list' || primitive.from !== 'grid',
      ),
    }
    this.#states.intern(inputs, inputs.length)
    this.#queue(0)
  }

  get stateCount(): number {
    return this.#states.count
  }

  value(state: number, input: number): Value {
    return this.#states.at(state, input)
  }

  costOf(state: number): number {
    return this.#cost[state]!
  }

  /** Makes layers of these sizes, one per input, from every state so far and from every state to come. */
  aimAt(sizes: readonly Size[]): void {
    this.#sizes = sizes
    for (let state = 0; state < this.#states.count; state++) this.#makePieces(state)
  }

  /** Takes steps until `nodes` operator applications were made in total, or no path up to the price `mostPrice` is left. */
  run(nodes: number, mostPrice: number): void {
    while (this.#bucket <= mostPrice && this.#bucket <= MAX_PRICE) {
      const bucket = this.#buckets[this.#bucket]!
      while (this.#cursor < bucket.length) {
        if (!this.#advance(bucket[this.#cursor]!, nodes)) return
        this.#cursor++
      }
      this.#bucket++
      this.#cursor = 0
    }
  }

  /** The operators that a state can take, cheapest first. */
  #planOf(state: number): Plan {
    return this.#plans[isList(this.#states.at(state, 0)) ? 'list' : state === 0 ? 'input' : 'grid']
  }

  /** Puts a state where its next step's price comes up. */
  #queue(state: number): void {
    const step = this.#planOf(state)[this.#applied[state]!]
    if (step !== undefined) this.#buckets[this.#price[state]! + step.price]?.push(state)
  }

  /** Takes the steps of a state that end at the price of the current bucket; false when the nodes ran out. */
  #advance(state: number, nodes: number): boolean {
    const plan = this.#planOf(state)
    const price = this.#bucket - this.#price[state]!
    const count = this.inputs.length
    for (let at = this.#applied[state]!; plan[at]?.price === price; at++) {
      if (this.nodes >= nodes) return false
      this.nodes++
      this.#applied[state] = at + 1
      const { operator, cost } = plan[at]!
      if (!this.#lockstep((i) => this.#apply(operator, this.#states.at(state, i)))) continue
      const known = this.#states.count
      const id = this.#states.intern(this.#tuple, count)
      if (id !== known) continue
      this.#parent.push(state)
      this.#operator.push(operator.index)
      this.#cost.push(this.#cost[state]! + cost)
      this.#price.push(this.#bucket)
      this.#applied.push(0)
      this.#queue(id)
      if (this.#sizes !== undefined) this.#makePieces(id)
    }
    this.#queue(state)
    return true
  }

  /** Puts what is made of every input into the tuple; false when something is made of not every one. */
  #lockstep(make: (input: number) => Value): boolean {
    for (let i = 0; i < this.inputs.length; i++) {
      this.#tuple[i] = make(i)
      if (this.#tuple[i] === NONE) return false
    }
    return true
  }

  /** A direct-mapped cache: a collision forgets the older entry, which only costs time. */
  #apply(operator: Operator, value: Value): Value {
    const key = (value + 0x40000000) * 512 + operator.index
    const slot = (Math.imul(value, 0x9e3779b1) ^ Math.imul(operator.index, 0x85ebca6b)) & (MEMO_SIZE - 1)
    if (this.#memoKeys[slot] === key) return this.#memoValues[slot]!
    const result = runOperator(this.store, operator, value)
    this.#memoKeys[slot] = key
    this.#memoValues[slot] = result
    return result
  }

  #makePieces(state: number): void {
    const sizes = this.#sizes
    if (sizes === undefined || isList(this.#states.at(state, 0))) return
    const count = this.inputs.length
    for (const how of FITS) {
      const fit = (i: number): Value =>
        fitTo(this.store, this.#states.at(state, i), how, sizes[i]!.width, sizes[i]!.height)
      if (!this.#lockstep(fit)) continue
      const known = this.#layers.count
      if (this.#layers.intern(this.#tuple, count) !== known) continue
      const cost = this.#cost[state]! + fitLength(how)
      this.pieces.push({ values: Array.from(this.#tuple), state, fit: how, cost })
    }
  }

  /** The steps that lead from the input to a state. */
  steps(state: number): readonly Step[] {
    const steps: Step[] = []
    for (let at = state; at > 0; at = this.#parent[at]!) {
      const operator = OPERATORS[this.#operator[at]!]!
      steps.push({ op: operator.primitive.name, argument: operator.argument })
    }
    return steps.reverse()
  }

  layer(piece: Piece): Layer {
    return { steps: this.steps(piece.state), fit: piece.fit }
  }
}

const MEMO_SIZE = 1 << 15
