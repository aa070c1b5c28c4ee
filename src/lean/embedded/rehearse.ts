import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { embeddedCommand } from './command.ts'
import type { EmbeddedInstall } from './install.ts'

/** Whoever builds waits for a first proof, and optimising all that is called takes minutes: the most useful comes first. */
const enoughMs = 25_000
/** For a process that does not answer. */
const timeoutMs = 900_000

/**
 * Runs a new snapshot once and sends it the lines of a rehearsal, one after the other. The process writes V8's
 * machine code for all it has called into the folder. It only saves time, so one that fails leaves no code, and
 * nothing else is lost.
 */
export async function rehearse(
  install: Pick<EmbeddedInstall, 'toolchain' | 'snapshot'>,
  lines: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { file, args, env } = embeddedCommand(install, { threads: 1, isRehearsal: true })
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], env })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, timeoutMs)
  signal?.addEventListener('abort', kill, { once: true })
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const started = performance.now()
  let sent = 0
  // The first line says that Lean is ready; each of the others is an answer.
  for await (const _ of createInterface({ input: child.stdout })) {
    const next = performance.now() - started < enoughMs ? lines[sent++] : undefined
    if (next === undefined) child.stdin.end()
    else child.stdin.write(`${next}\n`)
  }
  await ended
  clearTimeout(timer)
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
}
