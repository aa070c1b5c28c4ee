import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stops a process and waits until all of its threads stand still: for a moment after the signal some of
 * them still run, and might answer one more request.
 */
export async function stopProcess(pid: number | undefined): Promise<void> {
  if (pid === undefined) throw new Error('the process has no pid')
  process.kill(pid, 'SIGSTOP')
  while (!threadStates(pid).every((state) => state.startsWith('T'))) await sleep(5)
}

function threadStates(pid: number): string[] {
  const args = process.platform === 'linux' ? ['-L', '-o', 'stat='] : ['-o', 'stat=']
  return execFileSync('ps', [...args, '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim())
}
