/**
 * How much of a theorem is about what the goal is about. Full-text search finds theorems that share rare constants
 * with the goal; here a theorem loses for every constant of its own that the goal does not have. A theorem of a few
 * constants, all of them in the goal, is one that can be rewritten or applied with.
 */

export interface MentionedConstants {
  readonly constants: readonly string[]
  /** Place of its module in the library. */
  readonly order: number
}

export interface Covered {
  /** Position among the theorems. */
  readonly at: number
  readonly score: number
}

/** Pulls theorems with hardly any constants of weight below those with some. */
const LITTLE = 2
/** Found by type, in nearly every statement and never by choice. */
const INSTANCE = /(?:^|\.)inst[A-Z]/

export class Coverage {
  readonly #postings = new Map<string, number[]>()
  readonly #orders: readonly number[]
  /** Sum of the weights of a theorem's constants. */
  readonly #weights: readonly number[]

  constructor(theorems: readonly MentionedConstants[]) {
    const own = theorems.map(({ constants }) => new Set(constants.filter((name) => !INSTANCE.test(name))))
    for (const [at, constants] of own.entries()) {
      for (const name of constants) {
        const posting = this.#postings.get(name)
        if (posting) posting.push(at)
        else this.#postings.set(name, [at])
      }
    }
    this.#orders = theorems.map(({ order }) => order)
    this.#weights = own.map((constants) => sum([...constants].map((name) => this.#rarity(name))))
  }

  /** The theorems of modules before `orderLimit` that are best covered by the goal's constants. */
  rank(goal: readonly string[], { limit, orderLimit }: { limit: number; orderLimit: number }): Covered[] {
    const known = [...new Set(goal)].filter((name) => this.#postings.has(name) && !INSTANCE.test(name))
    const all = 1 + sum(known.map((name) => this.#rarity(name)))
    const shared = new Map<number, number>()
    for (const name of known) {
      const weight = this.#rarity(name)
      for (const at of this.#postings.get(name) ?? []) {
        if ((this.#orders[at] ?? 0) < orderLimit) shared.set(at, (shared.get(at) ?? 0) + weight)
      }
    }
    return [...shared]
      .map(([at, weight]) => ({
        at,
        score: (weight / ((this.#weights[at] ?? 0) + LITTLE)) * Math.sqrt(weight / all),
      }))
      .sort((left, right) => right.score - left.score || left.at - right.at)
      .slice(0, limit)
  }

  /** Inverse document frequency. */
  #rarity(name: string): number {
    return Math.log((this.#orders.length + 1) / ((this.#postings.get(name)?.length ?? 0) + 1))
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
