import { isProcessAlive, processStat } from '../../files/index.ts'

/** A process that can be recognised later, also when its number has been given to another one. */
export interface ProcessIdentity {
  readonly pid: number
  /** Start time in the kernel's ticks; null where there is no /proc. */
  readonly started: string | null
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) }
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!isProcessAlive(pid)) return false
  const now = startOf(pid)
  return started === null || now === null || now === started
}

function startOf(pid: number): string | null {
  return processStat(pid)?.[19] ?? null
}
