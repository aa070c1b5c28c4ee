import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '../files/index.ts'

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
    if (Number.isInteger(owner) && !isProcessAlive(owner)) {
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
    }
  }
}
