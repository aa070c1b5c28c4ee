/** What a fault may not leave behind: processes and folders, found by looking at the machine itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Scratch folders that a process of ours made and that are still there. */
export function scratchFoldersOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`orch-scratch-${pid}-`))
}

/** Lean processes that were started by a process: each has its scratch folder on its command line. */
export function leanProcessesOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(`orch-scratch-${pid}-`))
    .map(Number)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
