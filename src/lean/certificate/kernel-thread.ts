/** The second kernel, seen from outside of its thread. */
import { Worker } from 'node:worker_threads'
import type { FileReport, Limits } from '../../kernel/index.ts'
import type { FileJob, WorkerMessage } from './kernel-worker.ts'

export interface FileCheckOptions {
  readonly limits?: Partial<Limits>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: { declarations: number; name: string; bytes: number }) => void
}

export type FileVerdict = FileReport & { readonly millis: number }

/** Deep terms recurse: what a thread has by default is used up by a few thousand nested applications. */
const STACK_MB = 900
const HEAP_MB = 4096

export function checkExportFile(
  file: string,
  { limits = {}, signal, onProgress }: FileCheckOptions = {},
): Promise<FileVerdict> {
  return runThread<FileVerdict>({ file, limits }, signal, (message, done) => {
    if (message.kind === 'progress') onProgress?.(message)
    else done({ ...message.report, millis: message.millis })
  }).catch((error: unknown) => {
    if (!isOutOfMemory(error)) throw error
    return {
      outcome: { kind: 'declined', why: 'it takes more memory than there is' },
      lines: 0,
      declarations: 0,
      theorems: 0,
      axioms: [],
      assumptions: [],
      meta: undefined,
      millis: 0,
    }
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function runThread<T>(
  job: FileJob,
  signal: AbortSignal | undefined,
  on: (message: WorkerMessage, done: (result: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./kernel-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: HEAP_MB },
    })
    const stop = () => {
      reject(signal?.reason)
      void worker.terminate()
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: WorkerMessage) => on(message, resolve))
    worker.on('error', reject)
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new Error('the thread of the second kernel ended without a report'))
    })
  })
}
