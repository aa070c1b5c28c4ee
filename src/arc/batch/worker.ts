/** One worker thread: takes whole tasks, one after the other, and sends back their traces. */
import { parentPort, workerData } from 'node:worker_threads'
import { openParts, runTask } from '../loop/index.ts'
import type { WorkerAnswer, WorkerOptions, WorkerTask } from './threads.ts'

const { checkpoints, settings } = workerData as WorkerOptions
const parts = openParts(checkpoints)

parentPort?.on('message', ({ index, task, memory }: WorkerTask) => {
  const answer = (value: WorkerAnswer): void => parentPort?.postMessage(value)
  runTask(task, settings, parts, memory).then(
    (trace) => answer({ kind: 'trace', index, trace }),
    (error: unknown) =>
      answer({ kind: 'failed', index, message: error instanceof Error ? error.message : String(error) }),
  )
})
