import { OrchError } from '../errors.ts'
import {
  Checker,
  chooseToolchain,
  type KernelName,
  type LeanChoice,
  LeanPool,
  secondKernelUse,
} from '../lean/index.ts'
import { type BuildStep, buildIndex, PremiseFinder } from '../premises/index.ts'

export interface LeanParts {
  readonly pool: LeanPool
  readonly checker: Checker
  readonly finder: PremiseFinder
}

interface LazyLeanOptions {
  readonly cacheDir: string
  readonly lean?: LeanChoice
  /** Where to look for a Lake project and its own Lean; the current folder by default. */
  readonly cwd?: string
  readonly size?: number
  readonly threads?: number
  /** Kernels that must accept, as ORCH_KERNELS says. */
  readonly kernels?: readonly KernelName[] | undefined
}

/** Lean for those who seldom need it: opened when first asked for. */
export class LazyLean implements AsyncDisposable {
  readonly #options: LazyLeanOptions
  readonly #closing = new AbortController()
  #opening: Promise<LeanParts> | undefined
  readonly #indexing = new Map<string, Promise<void>>()

  constructor(options: LazyLeanOptions) {
    this.#options = options
  }

  async open(): Promise<LeanParts> {
    if (this.#closing.signal.aborted) throw new OrchError('closing', 'The server is shutting down.')
    this.#opening ??= this.#start()
    try {
      return await this.#opening
    } catch (error) {
      // A Lean that cannot be started now may be there later.
      this.#opening = undefined
      throw error
    }
  }

  async #start(): Promise<LeanParts> {
    const { cacheDir, lean = 'auto', cwd, size = 1, threads = 4, kernels } = this.#options
    const toolchain = await chooseToolchain({
      lean,
      ...(cwd !== undefined && { cwd }),
      cacheDir,
      signal: this.#closing.signal,
      // Whoever reaches the server or holds a ticket may have written it.
      text: 'others',
    })
    const pool = new LeanPool(toolchain, { size, threads })
    const finder = new PremiseFinder({ cacheDir, fingerprint: toolchain.fingerprint })
    const checker = new Checker(pool, { second: secondKernelUse(kernels, 'asked'), cacheDir })
    return { pool, checker, finder }
  }

  /**
   * Builds the premise index in a Lean process of its own, once, whoever asks; it goes on when the one who asked
   * does not wait for it any more.
   */
  async buildPremises(imports: readonly string[], onStep?: (step: BuildStep) => void): Promise<void> {
    const { pool } = await this.open()
    const key = imports.join(' ')
    const building = this.#indexing.get(key) ?? this.#buildIndex(pool, imports, onStep)
    this.#indexing.set(key, building)
    await building
  }

  async #buildIndex(
    { toolchain }: LeanPool,
    imports: readonly string[],
    onStep: ((step: BuildStep) => void) | undefined,
  ): Promise<void> {
    const { cacheDir } = this.#options
    await using pool = new LeanPool(toolchain, { size: 1 })
    const { signal } = this.#closing
    using _index = await buildIndex(pool, { imports, cacheDir, signal, ...(onStep && { onStep }) })
  }

  async close(): Promise<void> {
    this.#closing.abort(new OrchError('closing', 'The server is shutting down.'))
    await Promise.allSettled(this.#indexing.values())
    const parts = await this.#opening?.catch(() => undefined)
    if (!parts) return
    parts.finder.close()
    await Promise.all([parts.checker.close(), parts.pool.close()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
