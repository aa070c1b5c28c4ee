import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Removes every index and its vectors from the cache; they can be built again. */
export function removeIndexes(cacheDir: string): { bytesFreed: number } {
  const folder = join(cacheDir, 'premises')
  let bytesFreed = 0
  for (const name of readdirNames(folder)) {
    bytesFreed += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  }
  rmSync(folder, { recursive: true, force: true })
  return { bytesFreed }
}

function readdirNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
