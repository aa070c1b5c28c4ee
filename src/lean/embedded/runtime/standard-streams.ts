import { readSync, writeSync } from 'node:fs'

const retryMs = 2
const never = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the calling Lean thread until there is input; 0 means the end. */
export function readStandardInput(target: Uint8Array): number {
  return whenReady(() => readSync(0, target, 0, target.length, null))
}

export function writeStandardOutput(stream: 1 | 2, source: Uint8Array): number {
  return whenReady(() => writeSync(stream, source, 0, source.length))
}

/** A parent may hand us non-blocking pipes; Lean expects blocking ones. */
function whenReady(attempt: () => number): number {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(never, 0, 0, retryMs)
    }
  }
}
