/** The open ends of a search: what is cheapest comes first, and of equals what was found first. */
export interface Branch<T> {
  readonly cost: number
  readonly item: T
}

export class Frontier<T> {
  #branches: Branch<T>[] = []

  get size(): number {
    return this.#branches.length
  }

  push(cost: number, item: T): void {
    let low = 0
    let high = this.#branches.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#branches[middle]?.cost ?? 0) <= cost) low = middle + 1
      else high = middle
    }
    this.#branches.splice(low, 0, { cost, item })
  }

  pop(): Branch<T> | undefined {
    return this.#branches.shift()
  }

  /** Every open end, best first. */
  items(): readonly T[] {
    return this.#branches.map((branch) => branch.item)
  }
}
