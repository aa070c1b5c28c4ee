import type { Expr } from '../terms/exprs.ts'

/** What a judgement gave for a term, by the term's number. Emptied by undoing what was written. */
export class ExprCache {
  #values = new Int32Array(1 << 14)
  readonly #written: Expr[] = []

  /** -1 where there is nothing. */
  get(e: Expr): Expr {
    return e < this.#values.length ? (this.#values[e] as number) - 1 : -1
  }

  set(e: Expr, value: Expr): void {
    if (e >= this.#values.length) {
      const bigger = new Int32Array(Math.max(e + 1, this.#values.length * 2))
      bigger.set(this.#values)
      this.#values = bigger
    }
    if (this.#values[e] === 0) this.#written.push(e)
    this.#values[e] = value + 1
  }

  clear(): void {
    for (const e of this.#written) this.#values[e] = 0
    this.#written.length = 0
  }
}
