/** A map that keeps what was used last: beyond its size, what was not asked for the longest time is dropped (LRU). */
export class RecentlyUsed<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#use(key, value)
    return value
  }

  /** Returns what had to go, for those who have to clean up after it. */
  set(key: K, value: V): readonly V[] {
    this.#use(key, value)
    const dropped: V[] = []
    for (const [oldest, old] of this.#entries) {
      if (this.#entries.size <= this.#most) break
      this.#entries.delete(oldest)
      dropped.push(old)
    }
    return dropped
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  /** A map keeps the order in which keys came, so one that is used comes anew. */
  #use(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
