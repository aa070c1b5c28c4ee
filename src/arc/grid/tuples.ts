/** Interns sequences of integers: grids, lists of grids, and the tuples of values that the lockstep search walks. */
export class TupleStore {
  count = 0
  /** All stored integers after each other; a larger array takes its place when it is full. */
  data: Int32Array<ArrayBuffer>
  #start: Int32Array<ArrayBuffer>
  #hashes: Int32Array<ArrayBuffer>
  #slots: Int32Array<ArrayBuffer>

  /** Room for so many sequences of so many integers to begin with. */
  constructor(expected = 1024, length = 4) {
    let slots = 16
    while (slots < expected * 2) slots *= 2
    this.data = new Int32Array(expected * length)
    this.#start = new Int32Array(expected + 1)
    this.#hashes = new Int32Array(expected + 1)
    this.#slots = new Int32Array(slots).fill(-1)
  }

  /** The id of the sequence's first `length` integers; new ids are handed out in order. */
  intern(items: ArrayLike<number>, length: number): number {
    let hash = length
    for (let i = 0; i < length; i++) {
      hash = Math.imul(hash ^ items[i]!, 0x85ebca6b)
      hash ^= hash >>> 13
    }
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= hash >>> 16
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const id = this.#slots[slot]!
      if (id < 0) break
      if (this.#hashes[id] === hash && this.#equals(id, items, length)) return id
      slot = (slot + 1) & mask
    }
    const id = this.count++
    if (id + 1 >= this.#start.length) {
      this.#start = grown(this.#start)
      this.#hashes = grown(this.#hashes)
    }
    const from = this.startOf(id)
    while (from + length > this.data.length) this.data = grown(this.data)
    for (let i = 0; i < length; i++) this.data[from + i] = items[i]!
    this.#start[id + 1] = from + length
    this.#hashes[id] = hash
    this.#slots[slot] = id
    if (this.count * 2 > this.#slots.length) this.#rehash()
    return id
  }

  #equals(id: number, items: ArrayLike<number>, length: number): boolean {
    const from = this.#start[id]!
    if (this.#start[id + 1]! - from !== length) return false
    for (let i = 0; i < length; i++) if (this.data[from + i] !== items[i]) return false
    return true
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1)
    const mask = slots.length - 1
    for (let id = 0; id < this.count; id++) {
      let slot = this.#hashes[id]! & mask
      while (slots[slot]! >= 0) slot = (slot + 1) & mask
      slots[slot] = id
    }
    this.#slots = slots
  }

  /** Where a stored sequence begins in `data`. */
  startOf(id: number): number {
    return this.#start[id]!
  }

  /** One integer of a stored sequence, without copying it. */
  at(id: number, index: number): number {
    return this.data[this.#start[id]! + index]!
  }

  read(id: number): readonly number[] {
    const from = this.#start[id]!
    const items = new Array<number>(this.#start[id + 1]! - from)
    for (let i = 0; i < items.length; i++) items[i] = this.data[from + i]!
    return items
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
