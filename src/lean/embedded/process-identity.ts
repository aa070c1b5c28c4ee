import { readFileSync } from 'node:fs'

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
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

function startOf(pid: number): string | null {
  try {
    // The second field is the command in parentheses and may contain anything: count from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
