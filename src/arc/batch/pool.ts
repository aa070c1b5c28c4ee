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

/**
 * Runs tasks on worker threads, each thread one whole task at a time. `onAnswer` is called in the order in which tasks
 * finish and says whether to go on. A thread that dies fails its task only; another thread takes its place.
 */
export async function runOnWorkers(
  tasks: readonly WorkerTask[],
  workers: number,
  options: WorkerOptions,
  onAnswer: (answer: WorkerAnswer, seconds: number) => boolean,
  gate: () => Promise<void> = async () => {},
): Promise<void> {
  let next = 0
  let going = true
  const lane = async (): Promise<void> => {
    let worker: Worker | undefined
    try {
      while (going && next < tasks.length) {
        await gate()
        const item = tasks[next++]
        if (item === undefined || !going) return
        worker ??= new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
        const started = performance.now()
        const answer = await ask(worker, item)
        if (answer.died) worker = undefined
        if (!onAnswer(answer.value, (performance.now() - started) / 1000)) going = false
      }
    } finally {
      await worker?.terminate()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(workers, tasks.length) }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

async function ask(worker: Worker, item: WorkerTask): Promise<{ value: WorkerAnswer; died: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ value: WorkerAnswer; died: boolean }>()
  const onMessage = (value: WorkerAnswer): void => resolve({ value, died: false })
  const onError = (error: Error): void =>
    resolve({ value: { kind: 'failed', index: item.index, message: error.message }, died: true })
  const onExit = (code: number): void =>
    resolve({
      value: { kind: 'failed', index: item.index, message: `The worker thread ended with code ${code}.` },
      died: true,
    })
  worker.once('message', onMessage)
  worker.once('error', onError)
  worker.once('exit', onExit)
  worker.postMessage(item)
  const result = await promise
  worker.off('message', onMessage)
  worker.off('error', onError)
  worker.off('exit', onExit)
  return result
}
