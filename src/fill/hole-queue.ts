/**
 * Which holes may be searched now. A hole whose declaration rests on other holes waits until a counterexample to
 * those has been looked for: nobody should work on what rests on something false.
 */
import type { Bench } from './bench.ts'
import type { Hole } from './hole.ts'

export class HoleQueue {
  readonly #bench: Bench
  /** Holes that wait, with the declarations that they wait for. */
  readonly #waiting = new Map<Hole, Set<string>>()
  /** By declaration: its holes for which no counterexample has been looked for. */
  readonly #unseen: Map<string, Set<string>>

  constructor(bench: Bench, holes: readonly Hole[], looksForCounterexamples: boolean) {
    this.#bench = bench
    const groups = Map.groupBy(holes, ({ declaration }) => declaration ?? '')
    this.#unseen = new Map([...groups].map(([name, own]) => [name, new Set(own.map(({ id }) => id))]))
    for (const hole of holes) {
      const below = hole.declaration === null ? [] : bench.standsOn(hole.declaration)
      this.#waiting.set(
        hole,
        new Set(looksForCounterexamples ? below.filter((name) => this.#unseen.has(name)) : []),
      )
    }
  }

  /** Holes that wait for nothing any more; they leave the queue. */
  take(): Hole[] {
    const ready = [...this.#waiting].flatMap(([hole, below]) => (below.size === 0 ? [hole] : []))
    for (const hole of ready) this.#waiting.delete(hole)
    return ready
  }

  /** A counterexample to a hole was looked for, or it is settled. */
  seen(hole: Hole): void {
    const unseen = this.#unseen.get(hole.declaration ?? '')
    unseen?.delete(hole.id)
    if (unseen && unseen.size > 0) return
    for (const below of this.#waiting.values()) below.delete(hole.declaration ?? '')
  }

  /** Whether a hole rests on something false, and on what. */
  blockedBy(hole: Hole): string | undefined {
    return this.#bench.restsOnRefuted(hole)
  }
}
