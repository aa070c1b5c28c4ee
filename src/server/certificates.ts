/**
 * Certificates for the dashboard. Making one replays the proof, which takes seconds, or minutes where Lean has to
 * write out its library first: it goes on while the reader is told how far it is. What was made is kept in the cache.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/index.ts'
import { KERNEL_VERSION } from '../kernel/index.ts'
import { certificatePage, type Receipt } from '../lean/index.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { certifyReceipt, type LazyLean } from '../use-cases/index.ts'

export type CertificateState =
  | { readonly kind: 'ready'; readonly html: string }
  | { readonly kind: 'making'; readonly seconds: number; readonly message: string }
  | { readonly kind: 'failed'; readonly why: string }

interface Job {
  readonly startedAt: number
  message: string
  failure: string | undefined
}

const TIMEOUT_MS = 600_000
/** Failures are forgotten when so many others were asked for, so that one can ask again. */
const MOST_JOBS = 100

export class Certificates implements Disposable {
  readonly #lean: LazyLean
  readonly #cacheDir: string
  readonly #jobs = new RecentlyUsed<string, Job>(MOST_JOBS)
  readonly #closing = new AbortController()

  constructor(lean: LazyLean, cacheDir: string) {
    this.#lean = lean
    this.#cacheDir = cacheDir
  }

  /** The page of a receipt's certificate; begins to make it if nobody has. */
  get(receipt: Receipt): CertificateState {
    const file = this.#fileOf(receipt)
    if (existsSync(file)) return { kind: 'ready', html: readFileSync(file, 'utf8') }
    let job = this.#jobs.get(receipt.id)
    if (!job) {
      job = { startedAt: performance.now(), message: 'Lean is replaying the proof', failure: undefined }
      this.#jobs.set(receipt.id, job)
      void this.#make(receipt, file, job)
    }
    if (job.failure !== undefined) return { kind: 'failed', why: job.failure }
    const seconds = Math.round((performance.now() - job.startedAt) / 1000)
    return { kind: 'making', seconds, message: job.message }
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
  }

  async #make(receipt: Receipt, file: string, job: Job): Promise<void> {
    mkdirSync(join(this.#cacheDir, 'certificates'), { recursive: true })
    const folder = mkdtempSync(join(this.#cacheDir, 'certificates', 'making-'))
    try {
      const { pool } = await this.#lean.open()
      const out = join(folder, 'certificate.ndjson')
      const certified = await certifyReceipt(pool, receipt, {
        out,
        timeoutMs: TIMEOUT_MS,
        cacheDir: this.#cacheDir,
        signal: this.#closing.signal,
        onLibrary: (bytes) => {
          job.message = `Lean is writing out its library, ${Math.round(bytes / 1e6)} MB, which it does once`
        },
      })
      if (certified.kind !== 'written') {
        job.failure = certified.why
        return
      }
      const { facts, shown } = certified
      const text = certificatePage({ facts, statement: shown.type, ndjson: readFileSync(out) })
      writeWhole([{ path: file, text, isCache: true }])
      this.#jobs.delete(receipt.id)
    } catch (error) {
      job.failure = error instanceof Error ? error.message : String(error)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** A page holds the kernel that checks it: a newer kernel makes a newer page. */
  #fileOf({ id }: Receipt): string {
    return join(this.#cacheDir, 'certificates', `${id}-${KERNEL_VERSION}.html`)
  }
}
