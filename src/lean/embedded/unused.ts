import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** A version that nobody used for this long is not coming back; until then another clone may be running it. */
const KEPT_DAYS = 14
const DAY_MS = 86_400_000
const builtFolder = /^(?:toolchain|code|snapshot)-[0-9a-f]+$/

/** A folder's own time stamp is when it was last used. */
export function markUsed(folders: readonly string[], now: Date = new Date()): void {
  for (const folder of folders) {
    try {
      utimesSync(folder, now, now)
    } catch {
      // A cache that belongs to another user can be used but not marked.
    }
  }
}

/** Removes versions that were replaced long ago: each takes half a gigabyte. */
export function removeUnused(root: string, now: Date = new Date()): void {
  for (const name of readdirSync(root)) {
    if (!builtFolder.test(name)) continue
    const folder = join(root, name)
    const age = now.getTime() - statSync(folder).mtimeMs
    if (age > KEPT_DAYS * DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}
