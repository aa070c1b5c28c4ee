/** A map from pairs of numbers to numbers in flat arrays, emptied in constant time. */
export class PairMap {
  #capacity: number
  #count = 0
  #stamp = 1
  #stamps: Int32Array
  #a: Int32Array
  #b: Int32Array
  #value: Int32Array

  constructor(capacity = 1 << 10) {
    this.#capacity = capacity
    this.#stamps = new Int32Array(capacity)
    this.#a = new Int32Array(capacity)
    this.#b = new Int32Array(capacity)
    this.#value = new Int32Array(capacity)
  }

  clear(): void {
    this.#count = 0
    if (this.#stamp === 0x7fffffff) {
      this.#stamps.fill(0)
      this.#stamp = 0
    }
    this.#stamp++
  }

  /** -1 where there is nothing. */
  get(a: number, b: number): number {
    const mask = this.#capacity - 1
    for (let i = spread(a, b) & mask; this.#stamps[i] === this.#stamp; i = (i + 1) & mask) {
      if (this.#a[i] === a && this.#b[i] === b) return this.#value[i] as number
    }
    return -1
  }

  set(a: number, b: number, value: number): void {
    if (this.#count * 2 >= this.#capacity) this.#grow()
    const mask = this.#capacity - 1
    let i = spread(a, b) & mask
    for (; this.#stamps[i] === this.#stamp; i = (i + 1) & mask) {
      if (this.#a[i] === a && this.#b[i] === b) {
        this.#value[i] = value
        return
      }
    }
    this.#stamps[i] = this.#stamp
    this.#a[i] = a
    this.#b[i] = b
    this.#value[i] = value
    this.#count++
  }

  #grow(): void {
    const old = { stamps: this.#stamps, a: this.#a, b: this.#b, value: this.#value, stamp: this.#stamp }
    this.#capacity *= 2
    this.#stamps = new Int32Array(this.#capacity)
    this.#a = new Int32Array(this.#capacity)
    this.#b = new Int32Array(this.#capacity)
    this.#value = new Int32Array(this.#capacity)
    this.#count = 0
    this.#stamp = 1
    for (let i = 0; i < old.stamps.length; i++) {
      if (old.stamps[i] === old.stamp)
        this.set(old.a[i] as number, old.b[i] as number, old.value[i] as number)
    }
  }
}

function spread(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
