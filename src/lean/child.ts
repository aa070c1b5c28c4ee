import { type ChildProcess, spawn } from 'node:child_process'
import type { Launch } from './toolchain.ts'

const LOG_BYTES = 16_384

export interface LeanChild {
  readonly process: ChildProcess
  /** The end of stderr, so that a crash can be explained; a chatty process costs no memory. */
  readonly log: () => string
  /** Settles when the process has ended or could not be started. */
  readonly ended: Promise<void>
}

export function spawnLean(launch: Launch): LeanChild {
  // A group of its own, so that a kill also reaches what Lean itself started.
  const child = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  let kept = Buffer.alloc(0)
  child.stderr.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk])
    if (kept.length > LOG_BYTES) kept = kept.subarray(kept.length - LOG_BYTES)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return { process: child, log: () => kept.toString('utf8'), ended }
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
