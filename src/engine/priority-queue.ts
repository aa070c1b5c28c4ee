const CHILDREN = 4

/**
 * Smallest key first, first come first served among equals.
 * A four-ary heap over flat arrays: at a million entries it is ten levels deep and stays in cache.
 */
export class PriorityQueue<T> {
  #items: T[] = []
  #keys = new Float64Array(64)
  #order = new Float64Array(64)
  #arrivals = 0

  get size(): number {
    return this.#items.length
  }

  /** The smallest key, or infinity when empty. */
  get nextKey(): number {
    return this.#items.length > 0 ? (this.#keys[0] ?? Infinity) : Infinity
  }

  push(item: T, key: number): void {
    const at = this.#items.length
    if (at === this.#keys.length) this.#grow()
    this.#items.push(item)
    this.#rise(at, item, key, this.#arrivals)
    this.#arrivals += 1
  }

  pop(): T | undefined {
    const first = this.#items[0]
    const last = this.#items.pop()
    const size = this.#items.length
    if (last !== undefined && size > 0) this.#sink(last, this.#keys[size] ?? 0, this.#order[size] ?? 0)
    return first
  }

  #rise(start: number, item: T, key: number, order: number): void {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (!this.#before(key, order, parent)) break
      this.#copy(parent, at)
      at = parent
    }
    this.#place(at, item, key, order)
  }

  #sink(item: T, key: number, order: number): void {
    const size = this.#items.length
    let at = 0
    for (;;) {
      const first = at * CHILDREN + 1
      if (first >= size) break
      let best = first
      const end = Math.min(first + CHILDREN, size)
      for (let child = first + 1; child < end; child += 1) {
        if (this.#before(this.#keys[child] ?? 0, this.#order[child] ?? 0, best)) best = child
      }
      if (!this.#before(this.#keys[best] ?? 0, this.#order[best] ?? 0, undefined, key, order)) break
      this.#copy(best, at)
      at = best
    }
    this.#place(at, item, key, order)
  }

  #before(key: number, order: number, slot: number | undefined, otherKey = 0, otherOrder = 0): boolean {
    const rivalKey = slot === undefined ? otherKey : (this.#keys[slot] ?? 0)
    const rivalOrder = slot === undefined ? otherOrder : (this.#order[slot] ?? 0)
    return key < rivalKey || (key === rivalKey && order < rivalOrder)
  }

  #copy(from: number, to: number): void {
    this.#place(to, this.#items[from] as T, this.#keys[from] ?? 0, this.#order[from] ?? 0)
  }

  #place(at: number, item: T, key: number, order: number): void {
    this.#items[at] = item
    this.#keys[at] = key
    this.#order[at] = order
  }

  #grow(): void {
    const size = this.#keys.length * 2
    const keys = new Float64Array(size)
    const order = new Float64Array(size)
    keys.set(this.#keys)
    order.set(this.#order)
    this.#keys = keys
    this.#order = order
  }
}
