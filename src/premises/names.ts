/** The names of a library, for whoever types one: by its beginning, or by what it was mistyped for. */
import { distance } from '../goal/index.ts'

export class NameList {
  readonly #names: readonly string[]

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)].sort()
  }

  /** Those that begin like this, in alphabetical order. */
  from(beginning: string, limit: number): readonly string[] {
    const found: string[] = []
    for (let at = this.#firstFrom(beginning); at < this.#names.length && found.length < limit; at++) {
      const name = this.#names[at] ?? ''
      if (!name.startsWith(beginning)) break
      found.push(name)
    }
    return found
  }

  /** Those whose last part begins like this: `add_comm` is in `Nat.add_comm`. */
  endingFrom(beginning: string, limit: number): readonly string[] {
    const inside = `.${beginning}`
    const found: string[] = []
    for (const name of this.#names) {
      if (name.startsWith(inside, name.lastIndexOf('.'))) found.push(name)
      if (found.length >= limit) break
    }
    return found
  }

  /** Those that differ the least from one that is not there, by at most two letters. */
  like(wrong: string, limit: number): readonly string[] {
    const most = wrong.length > 5 ? 2 : 1
    return this.#names
      .filter((name) => Math.abs(name.length - wrong.length) <= most && name[0] === wrong[0])
      .map((name) => ({ name, far: distance(name, wrong) }))
      .filter(({ far }) => far > 0 && far <= most)
      .sort((one, other) => one.far - other.far)
      .slice(0, limit)
      .map(({ name }) => name)
  }

  /** Where the first name that is not before this one stands. */
  #firstFrom(wanted: string): number {
    let [low, high] = [0, this.#names.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#names[middle] ?? '') < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
