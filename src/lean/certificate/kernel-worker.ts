/** Runs the second kernel in a thread of its own, whose stack is large enough for deep terms. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { FileChecker, type FileReport, type Limits } from '../../kernel/index.ts'

export interface FileJob {
  readonly file: string
  readonly limits: Partial<Limits>
}

export type WorkerMessage =
  | {
      readonly kind: 'progress'
      readonly declarations: number
      readonly name: string
      readonly bytes: number
    }
  | { readonly kind: 'report'; readonly report: FileReport; readonly millis: number }

const CHUNK = 1 << 20
const TELL_EVERY_MS = 250

function checkFile({ file, limits }: FileJob): void {
  const start = performance.now()
  let [told, bytes] = [start, 0]
  const checker = new FileChecker({
    limits,
    now: () => performance.now(),
    onDeclaration: (name, declarations) => {
      if (performance.now() - told < TELL_EVERY_MS) return
      told = performance.now()
      tell({ kind: 'progress', declarations, name, bytes })
    },
  })
  const handle = openSync(file, 'r')
  try {
    const buffer = new Uint8Array(CHUNK)
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) {
      bytes += count
      if (!checker.push(buffer.subarray(0, count))) break
    }
  } finally {
    closeSync(handle)
  }
  tell({ kind: 'report', report: checker.finish(), millis: performance.now() - start })
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

checkFile(workerData as FileJob)
