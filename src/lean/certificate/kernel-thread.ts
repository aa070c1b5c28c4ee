/** The second kernel, seen from outside of its thread. */
import { Worker } from 'node:worker_threads'
import { OrchError } from '../../errors.ts'
import type { FileReport, Limits } from '../../kernel/index.ts'
import type { ProofJob, SecondVerdict } from './check-proof.ts'
import type { ProofRequest, WorkerJob, WorkerMessage } from './kernel-worker.ts'
import type { CertificateFacts } from './write-certificate.ts'

export interface FileCheckOptions {
  readonly limits?: Partial<Limits>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: { declarations: number; name: string; bytes: number }) => void
}

export type FileVerdict = FileReport & { readonly millis: number }

/** Deep terms recurse: what a thread has by default is used up by a few thousand nested applications. */
const STACK_MB = 900
const HEAP_MB = 4096
const OUT_OF_MEMORY = 'it takes more memory than there is'

export function checkExportFile(
  file: string,
  { limits = {}, signal, onProgress }: FileCheckOptions = {},
): Promise<FileVerdict> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = startWorker({ kind: 'file', file, limits })
    const stop = () => {
      reject(signal?.reason)
      void worker.terminate()
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress?.(message)
      else if (message.kind === 'report') resolve({ ...message.report, millis: message.millis })
    })
    worker.on('error', (error) => (isOutOfMemory(error) ? resolve(NO_MEMORY) : reject(error)))
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new OrchError('kernel_gone', 'The thread of the second kernel ended without a report.'))
    })
  })
}

const NO_MEMORY: FileVerdict = {
  outcome: { kind: 'declined', why: OUT_OF_MEMORY },
  lines: 0,
  declarations: 0,
  theorems: 0,
  axioms: [],
  axiomTypes: [],
  assumptions: [],
  computed: [],
  meta: undefined,
  theorem: undefined,
  millis: 0,
}

export interface ProofCheckOptions {
  readonly signal?: AbortSignal | undefined
  /** Where to write a certificate, if the proof is accepted. */
  readonly certificate?: string | undefined
}

export type CertifiedVerdict = SecondVerdict & { readonly facts?: CertificateFacts | undefined }

interface Waiting {
  readonly resolve: (verdict: CertifiedVerdict) => void
  readonly reject: (error: unknown) => void
}

/** Checks proofs on top of one library, one after the other, in a thread that is started when first needed. */
export class SecondKernel implements AsyncDisposable {
  readonly #library: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #next = 1

  /** `library`: what `ensureLibrary` gives. */
  constructor(library: string) {
    this.#library = library
  }

  /** Starts the thread, which reads the library. */
  warm(): void {
    this.#worker ??= this.#start()
  }

  check(job: ProofJob, { signal, certificate }: ProofCheckOptions = {}): Promise<CertifiedVerdict> {
    signal?.throwIfAborted()
    this.warm()
    const id = this.#next++
    return new Promise<CertifiedVerdict>((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(id)
        reject(signal?.reason)
        // A check cannot be interrupted from outside; the thread is, and others in it are declined.
        this.#end({ kind: 'declined', why: 'another check in its thread was stopped', millis: 0 })
      }
      signal?.addEventListener('abort', stop, { once: true })
      const forget = () => signal?.removeEventListener('abort', stop)
      this.#waiting.set(id, {
        resolve: (verdict) => {
          forget()
          resolve(verdict)
        },
        reject: (error) => {
          forget()
          reject(error)
        },
      })
      this.#worker?.ref()
      this.#worker?.postMessage({ ...job, id, certificate } satisfies ProofRequest)
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#end({ kind: 'declined', why: 'the second kernel was closed', millis: 0 })
    await worker?.terminate()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #start(): Worker {
    const worker = startWorker({ kind: 'proofs', library: this.#library })
    worker.unref()
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'verdict') return
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      // Only a check keeps the process alive, not the thread.
      if (this.#waiting.size === 0) worker.unref()
      waiting?.resolve({ ...message.verdict, facts: message.facts })
    })
    worker.on('error', (error) => {
      if (isOutOfMemory(error)) this.#end({ kind: 'declined', why: OUT_OF_MEMORY, millis: 0 })
      else this.#fail(error)
    })
    return worker
  }

  #end(verdict: SecondVerdict): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    void this.#worker?.terminate()
    this.#worker = undefined
    for (const { resolve } of waiting) resolve(verdict)
  }

  #fail(error: unknown): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#worker = undefined
    for (const { reject } of waiting) reject(error)
  }
}

function startWorker(job: WorkerJob): Worker {
  return new Worker(new URL('./kernel-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: HEAP_MB },
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
