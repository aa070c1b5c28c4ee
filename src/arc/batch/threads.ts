import { Worker } from 'node:worker_threads'
import type { Task } from '../io/index.ts'
import type { CheckpointPaths, LoopSettings } from '../loop/index.ts'
import type { MemoryBundle } from '../memory/index.ts'
import type { Trace } from '../trace/index.ts'

export interface WorkerOptions {
  readonly checkpoints: CheckpointPaths
  readonly settings: LoopSettings
}

export interface WorkerTask {
  readonly index: number
  readonly task: Task
  readonly memory: MemoryBundle
}

export type WorkerAnswer =
  | { readonly kind: 'trace'; readonly index: number; readonly trace: Trace }
  | { readonly kind: 'failed'; readonly index: number; readonly message: string }

/** Worker threads, each with one whole task at a time. A thread that dies is replaced when it is needed again. */
export class Threads implements AsyncDisposable {
  readonly #options: WorkerOptions
  readonly #count: number
  #free: number
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #waiting: (() => void)[] = []

  constructor(count: number, options: WorkerOptions) {
    this.#count = count
    this.#free = count
    this.#options = options
  }

  /** Whether nobody waits for an answer. */
  get isIdle(): boolean {
    return this.#free === this.#count
  }

  /** Waits for a thread and gives it the task. Throws if the thread dies, or is stopped by the signal. */
  async ask(item: WorkerTask, signal: AbortSignal): Promise<{ answer: WorkerAnswer; seconds: number }> {
    await this.#enter()
    try {
      signal.throwIfAborted()
      const worker = this.#idle.pop() ?? this.#start()
      const started = performance.now()
      const answer = await converse(worker, item, signal)
      this.#idle.push(worker)
      return { answer, seconds: (performance.now() - started) / 1000 }
    } finally {
      this.#leave()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#options })
    this.#all.add(worker)
    worker.once('exit', () => this.#all.delete(worker))
    return worker
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

async function converse(worker: Worker, item: WorkerTask, signal: AbortSignal): Promise<WorkerAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>()
  const onExit = (code: number): void => reject(new Error(`The worker thread ended with code ${code}.`))
  const onAbort = (): void => void worker.terminate()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  worker.postMessage(item)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    worker.off('message', resolve)
    worker.off('error', reject)
    worker.off('exit', onExit)
  }
}
