type Listener<T> = (event: T) => void

/** Events by name, each with the type of what it carries; whoever listens gets a function that ends it. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  on<K extends keyof Events>(type: K, listener: Listener<Events[K]>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners)
    listeners.add(listener as Listener<never>)
    return () => listeners.delete(listener as Listener<never>)
  }

  emit<K extends keyof Events>(type: K, event: Events[K]): void {
    const listeners = this.#listeners.get(type)
    if (!listeners) return
    for (const listener of listeners) (listener as Listener<Events[K]>)(event)
  }
}
