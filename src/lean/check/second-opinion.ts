/**
 * What the second kernel says about a proof that Lean's has accepted: the same declarations, checked by another
 * implementation in a thread of its own. Its library is written out by Lean once per toolchain and set of imports.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CertificateFacts,
  type CertifiedVerdict,
  ensureLibrary,
  hasLibrary,
  SecondKernel,
} from '../certificate/index.ts'
import type { ProofData } from '../exported-data.ts'
import type { FixedStatement } from '../statement.ts'
import type { LeanToolchain } from '../toolchain.ts'
import type { Receipt } from './receipt.ts'

export const KERNELS = ['lean', 'ts'] as const
export type KernelName = (typeof KERNELS)[number]

/**
 * `required`: what it does not accept is not proved. `asked`: once its library is there it is asked too; a rejection
 * counts, and if it declines the receipt says so.
 */
export type SecondKernelUse = 'required' | 'asked' | 'off'

/** What a list of kernels that must accept says about the second one. */
export function secondKernelUse(
  kernels: readonly KernelName[] | undefined,
  otherwise: SecondKernelUse,
): SecondKernelUse {
  if (kernels === undefined) return otherwise
  return kernels.includes('ts') ? 'required' : 'off'
}

export interface OpinionOptions {
  readonly use: Exclude<SecondKernelUse, 'off'>
  readonly cacheDir: string
  /** Told how many bytes of the library Lean has written, the first time it is needed. */
  readonly onLibrary?: ((bytes: number) => void) | undefined
}

/** What is asked along with a search must not hold it up. */
const ASKED_MS = 10_000

export type Opinion =
  | {
      readonly kind: 'accepted'
      /** Its row in the receipt. */
      readonly kernel: Receipt['kernels'][number]
      readonly facts: CertificateFacts | undefined
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly detail: string; readonly messages: [] }
  | { readonly kind: 'unknown'; readonly detail: string }

export interface AskOptions {
  readonly timeoutMs: number
  /** Axioms that the proof may stand on. */
  readonly allowed: readonly string[]
  readonly signal?: AbortSignal | undefined
  /** Where to write a certificate, if the proof is accepted. */
  readonly certificate?: string | undefined
}

interface Opened {
  readonly kernel: SecondKernel
  readonly version: string
}

export class SecondOpinion implements AsyncDisposable {
  #toolchain: LeanToolchain
  #options: OpinionOptions
  #kernels = new Map<string, Promise<Opened>>()

  constructor(toolchain: LeanToolchain, options: OpinionOptions) {
    this.#toolchain = toolchain
    this.#options = options
  }

  /** Starts its thread ahead of need, where its library is there. */
  warm(imports: readonly string[]): void {
    const { cacheDir } = this.#options
    // A failed start is told by whoever asks first.
    if (hasLibrary(this.#toolchain, { cacheDir, imports })) this.#kernel(imports).catch(() => {})
  }

  /** Undefined where it is not asked: only its verdict on a whole proof says anything. */
  async judge(
    statement: FixedStatement,
    proof: ProofData,
    options: AskOptions,
  ): Promise<Opinion | undefined> {
    const { use, cacheDir } = this.#options
    const imports = statement.input.imports ?? []
    if (use === 'asked' && !hasLibrary(this.#toolchain, { cacheDir, imports })) return undefined
    const { signal, certificate, allowed } = options
    const { kernel, version } = await this.#kernel(imports, signal)
    const millis = use === 'asked' ? Math.min(ASKED_MS, options.timeoutMs) : options.timeoutMs
    const job = { statement: statement.data, proof, limits: { millis } }
    const verdict = await kernel.check(job, { signal, certificate })
    if (verdict.kind === 'rejected') return this.#disagree(statement, proof, verdict)
    const row = { name: 'ts' as const, version, seconds: verdict.millis / 1000 }
    if (verdict.kind === 'accepted') {
      const axiom = verdict.axioms.find((name) => !allowed.includes(name))
      if (axiom !== undefined)
        return this.#disagree(statement, proof, {
          ...verdict,
          kind: 'rejected',
          rule: 'axioms',
          detail: `the proof stands on the axiom ${axiom}, which is not allowed`,
        })
      return {
        kind: 'accepted',
        kernel: { ...row, assumptions: verdict.assumptions.length },
        facts: verdict.facts,
      }
    }
    if (use === 'asked')
      return {
        kind: 'accepted',
        kernel: { ...row, assumptions: null, declined: verdict.why },
        facts: undefined,
      }
    const detail = `Lean's kernel accepts it, the second one declines: ${verdict.why}. Ask Lean's alone with --kernels lean`
    return { kind: 'unknown', detail }
  }

  /** One of the kernels is wrong: never a proof, and kept so that it can be looked into. */
  #disagree(
    statement: FixedStatement,
    proof: ProofData,
    verdict: CertifiedVerdict & { kind: 'rejected' },
  ): Opinion {
    const file = this.#report(statement, proof, verdict)
    const detail = `the two kernels disagree, which is a defect of one of them: Lean's accepts, the second says ${verdict.rule}: ${verdict.detail} (please report ${file})`
    return { kind: 'refused', reason: 'kernels_disagree', detail, messages: [] }
  }

  /** Everything that is needed to ask both kernels again. */
  #report(statement: FixedStatement, proof: ProofData, verdict: CertifiedVerdict): string {
    const folder = join(this.#options.cacheDir, 'disagreements')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${statement.hash.slice(0, 16)}-${Date.now()}.json`)
    const { input, data } = statement
    writeFileSync(file, JSON.stringify({ input, statement: data, proof, verdict }))
    return file
  }

  async close(): Promise<void> {
    const kernels = await Promise.allSettled(this.#kernels.values())
    await Promise.all(kernels.map((kernel) => kernel.status === 'fulfilled' && kernel.value.kernel.close()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #kernel(imports: readonly string[], signal?: AbortSignal): Promise<Opened> {
    const key = JSON.stringify([...new Set(imports)].sort())
    const known = this.#kernels.get(key)
    if (known) return known
    const { cacheDir, onLibrary } = this.#options
    const opening = ensureLibrary(this.#toolchain, { cacheDir, imports, onProgress: onLibrary, signal }).then(
      async (library) => {
        const kernel = new SecondKernel(library)
        kernel.warm()
        // Loaded while its thread starts: a process that asks no second kernel need not have it.
        return { kernel, version: (await import('../../kernel/index.ts')).KERNEL_VERSION }
      },
    )
    this.#kernels.set(key, opening)
    opening.catch(() => this.#kernels.delete(key))
    return opening
  }
}
