/** Two builds side by side, told as one: where the slower of them is, and that it is ready once both are. */
import type { BuildProgress, OnProgress } from '../embedded/index.ts'

export class JointProgress {
  readonly #tell: OnProgress
  readonly #latest = new Map<string, BuildProgress>()

  constructor(tell: OnProgress) {
    this.#tell = tell
  }

  show(name: string, step: BuildProgress): void {
    this.#latest.set(name, step)
    const open = [...this.#latest.values()].filter(({ fraction }) => fraction < 1)
    const [slowest] = open.toSorted((one, other) => one.fraction - other.fraction)
    if (slowest) this.#tell(slowest)
  }

  /** Both are there; what needed no build has nothing to tell. */
  end(): void {
    const done = [...this.#latest.values()].find(({ fraction }) => fraction === 1)
    if (done) this.#tell(done)
  }
}
