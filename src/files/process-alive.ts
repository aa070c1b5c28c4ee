import { readFileSync } from 'node:fs'

/**
 * Whether a process of this machine is there. A signal of number 0 is never delivered, only its delivery is tried; a
 * process of another user may not be signalled, and is there. One that was killed and whose parent has not taken
 * notice answers to signals and will never do anything again: it counts as gone.
 */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return processStat(pid)?.[0] !== 'Z'
}

/** What the kernel says of a process, from its state on; undefined where there is no /proc. */
export function processStat(pid: number): readonly string[] | undefined {
  try {
    // The second field is the command in parentheses and may contain anything: count from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
