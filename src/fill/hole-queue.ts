/**
 * The holes that are still to be searched, and which of them may be searched now. A hole whose declaration rests on
 * other holes waits until a counterexample to those has been looked for: nobody should work on what rests on something
 * false. Holes may join and leave while the search goes on.
 */
import type { Bench } from './bench.ts'
import type { Hole } from './hole.ts'

export class HoleQueue {
  readonly #bench: Bench
  readonly #looksForCounterexamples: boolean
  readonly #open = new Set<Hole>()
  /** Holes that wait, with the declarations that they wait for. */
  readonly #waiting = new Map<Hole, Set<string>>()
  /** By declaration: its holes for which no counterexample has been looked for. */
  readonly #unseen = new Map<string, Set<Hole>>()

  constructor(bench: Bench, looksForCounterexamples: boolean) {
    this.#bench = bench
    this.#looksForCounterexamples = looksForCounterexamples
  }

  /** How many holes are not done. */
  get size(): number {
    return this.#open.size
  }

  /** Whether a hole is among those to be searched, and not done. */
  has(hole: Hole): boolean {
    return this.#open.has(hole)
  }

  add(holes: readonly Hole[]): void {
    for (const hole of holes) {
      this.#open.add(hole)
      const name = this.#bench.idOf(hole)
      this.#unseen.set(name, (this.#unseen.get(name) ?? new Set()).add(hole))
    }
    for (const hole of holes) {
      const below = hole.declaration === null ? [] : this.#bench.standsOn(this.#bench.idOf(hole))
      const isUnseen = (name: string) => (this.#unseen.get(name)?.size ?? 0) > 0
      // Declarations of a mutual block rest on each other: if each waited for the other, nobody would begin.
      const isMutual = (name: string) => this.#bench.standsOn(name).includes(this.#bench.idOf(hole))
      const before = below.filter((name) => isUnseen(name) && !isMutual(name))
      this.#waiting.set(hole, new Set(this.#looksForCounterexamples ? before : []))
    }
  }

  /** Holes that wait for nothing any more; they leave the queue. */
  take(): Hole[] {
    const ready = [...this.#waiting].flatMap(([hole, below]) => (below.size === 0 ? [hole] : []))
    for (const hole of ready) this.#waiting.delete(hole)
    return ready
  }

  /** A counterexample to a hole was looked for. */
  seen(hole: Hole): void {
    const id = this.#bench.idOf(hole)
    const unseen = this.#unseen.get(id)
    unseen?.delete(hole)
    if (unseen && unseen.size > 0) return
    for (const below of this.#waiting.values()) below.delete(id)
  }

  /** A hole is settled, or not there any more. */
  remove(hole: Hole): void {
    this.#open.delete(hole)
    this.#waiting.delete(hole)
    this.seen(hole)
  }

  /** Whether a hole rests on something false, and on what. */
  blockedBy(hole: Hole): string | undefined {
    return this.#bench.restsOnRefuted(hole)
  }
}
