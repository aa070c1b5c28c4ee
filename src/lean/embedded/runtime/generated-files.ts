import { randomFillSync } from 'node:crypto'
import type { Generated } from './open-files.ts'

const names: readonly string[] = ['memory', 'thread_cpu', 'dev/urandom', 'dev/null']

export function isGenerated(name: string): boolean {
  return names.includes(name)
}

/** Files whose content is made when they are opened. `memory` and `thread_cpu` are read often: keep them cheap. */
export function generatedFile(name: string, memoryBytes: () => number): Generated | undefined {
  if (name === 'memory') return text(`${memoryBytes()} ${process.memoryUsage.rss()}`)
  if (name === 'thread_cpu') {
    const { user, system } = process.threadCpuUsage()
    return text(String(user + system))
  }
  if (name === 'dev/urandom') return { kind: 'random' }
  if (name === 'dev/null') return { kind: 'null' }
  return undefined
}

export function readGenerated(file: Generated, target: Uint8Array): number {
  if (file.kind === 'random') {
    // randomFillSync refuses shared memory.
    target.set(randomFillSync(new Uint8Array(target.length)))
    return target.length
  }
  if (file.kind !== 'text') return 0
  const rest = file.bytes.subarray(file.offset, file.offset + target.length)
  target.set(rest)
  file.offset += rest.length
  return rest.length
}

function text(content: string): Generated {
  return { kind: 'text', bytes: Buffer.from(content), offset: 0 }
}
