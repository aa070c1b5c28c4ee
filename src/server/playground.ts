import { LeanPool } from '../lean/index.ts'
import type { LazyLean } from '../use-cases/index.ts'

/**
 * The playground's Lean is stopped, which frees its memory, when nobody has asked it for this long; people pause
 * while they write.
 */
const IDLE_MS = 180_000

/**
 * A Lean process of its own for text that is being written: it may run into anything, and must neither hold up nor take
 * along the searches of others. It is the same Lean in the same containment as everywhere in the server.
 */
export class Playground implements AsyncDisposable {
  readonly #lean: LazyLean
  #pool: Promise<LeanPool> | undefined
  #timer: NodeJS.Timeout | undefined
  #users = 0

  constructor(lean: LazyLean) {
    this.#lean = lean
  }

  async use<T>(work: (pool: LeanPool) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    this.#users += 1
    try {
      this.#pool ??= this.#open()
      return await work(await this.#pool)
    } catch (error) {
      const pool = await this.#pool?.catch(() => undefined)
      // A Lean that could not be started now may be there later.
      if (!pool) this.#pool = undefined
      throw error
    } finally {
      this.#users -= 1
      if (this.#users === 0) this.#timer = setTimeout(() => void this.#close(), IDLE_MS).unref()
    }
  }

  async #open(): Promise<LeanPool> {
    const { pool } = await this.#lean.open()
    return new LeanPool(pool.toolchain, { size: 1, threads: 2 })
  }

  async #close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await (await pool?.catch(() => undefined))?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer)
    await this.#close()
  }
}
