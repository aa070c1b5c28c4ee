/**
 * What the second kernel says about a proof that Lean's has accepted: the same declarations, checked by another
 * implementation in a thread of its own. Its library is written out by Lean once per toolchain and set of imports.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CertifiedVerdict, ensureLibrary, SecondKernel } from '../certificate/index.ts'
import type { ProofData } from '../protocol.ts'
import type { FixedStatement } from '../statement.ts'
import type { LeanToolchain } from '../toolchain.ts'

export interface OpinionOptions {
  readonly cacheDir: string
  /** Told how many bytes of the library Lean has written, the first time it is needed. */
  readonly onLibrary?: ((bytes: number) => void) | undefined
}

export interface AskOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Where to write a certificate, if the proof is accepted. */
  readonly certificate?: string | undefined
}

export class SecondOpinion implements AsyncDisposable {
  #toolchain: LeanToolchain
  #options: OpinionOptions
  #kernels = new Map<string, Promise<SecondKernel>>()

  constructor(toolchain: LeanToolchain, options: OpinionOptions) {
    this.#toolchain = toolchain
    this.#options = options
  }

  async ask(statement: FixedStatement, proof: ProofData, options: AskOptions): Promise<CertifiedVerdict> {
    const { timeoutMs, signal, certificate } = options
    const kernel = await this.#kernel(statement.input.imports ?? [], signal)
    const job = { statement: statement.data, proof, limits: { millis: timeoutMs } }
    return await kernel.check(job, { signal, certificate })
  }

  /** Keeps what the two kernels disagree about: one of them is wrong. */
  report(statement: FixedStatement, proof: ProofData, verdict: CertifiedVerdict): string {
    const folder = join(this.#options.cacheDir, 'disagreements')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${statement.hash.slice(0, 16)}-${Date.now()}.json`)
    const { input, data } = statement
    writeFileSync(file, JSON.stringify({ input, statement: data, proof, verdict }))
    return file
  }

  async close(): Promise<void> {
    const kernels = await Promise.allSettled(this.#kernels.values())
    await Promise.all(kernels.map((kernel) => kernel.status === 'fulfilled' && kernel.value.close()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #kernel(imports: readonly string[], signal: AbortSignal | undefined): Promise<SecondKernel> {
    const key = JSON.stringify([...new Set(imports)].sort())
    const known = this.#kernels.get(key)
    if (known) return known
    const { cacheDir, onLibrary } = this.#options
    const opening = ensureLibrary(this.#toolchain, { cacheDir, imports, onProgress: onLibrary, signal }).then(
      (library) => new SecondKernel(library),
    )
    this.#kernels.set(key, opening)
    opening.catch(() => this.#kernels.delete(key))
    return opening
  }
}
