import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'orch-scratch-'

let swept: Promise<void> | undefined

/** A new empty folder for one Lean process. Its name carries our pid, so that leftovers can be told. */
export async function makeScratch(): Promise<string> {
  swept ??= sweep()
  await swept
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
}

/** Removes the folders of processes that were killed before they could. */
async function sweep(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isInteger(owner) && !isRunning(owner)) {
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
